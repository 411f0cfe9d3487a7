/**
 * Changes a document in one place, in every way that authors get a document wrong: a key that is missing, misspelled,
 * of another format or in another map, a value of another type, out of range or empty.
 */
import type { Span } from '../../src/expression/index.ts';
import { applySpanEdits } from '../../src/languages/document/apply-edits.ts';
import { removeItem } from '../../src/languages/document/list-edits.ts';
import type { Located, LocatedEntry, LocatedMap } from '../../src/languages/document/located.ts';
import { insertEntry, removeEntry } from '../../src/languages/document/map-edits.ts';
import { parseDocument } from '../../src/languages/document/parse-document.ts';
import type { SpanEdit } from '../../src/languages/document/reporter.ts';
import { createRandom } from '../../src/testing/index.ts';

export interface Mutation {
  /** The path of the place, and what was done there. */
  readonly name: string;
  readonly text: string;
}

const values = [
  'null',
  '""',
  '[]',
  '{}',
  'true',
  '-1',
  '1.5',
  '99999999',
  '"12"',
  '"no such name"',
  '[x]',
  '{x: 1}',
];

/** Names of keys in other formats, and of keys that other maps have. */
const otherKeys =
  'needs after when condition if else to prompt question parameters inputs with arguments result outputs nodes steps tasks do body item over role group user subject otherwise cmd environment uri mcpServers host tenant value transport spiffe_id iss aud jwks_uri kind scope people call output title summary functions confirm instructions text criteria model delegations workflow id tools params args variable eq regex all any none minLength contains times max ref retry delay fallback depends_on on_error message default'.split(
    ' ',
  );

/** Every mutation, in the order of the text. The keys of other formats and maps are chosen at random. */
export function mutate(path: string, text: string, seed: number): readonly Mutation[] {
  const source = parseDocument({ path, text });
  if (source.root === null) return [];
  const random = createRandom(seed);
  const maps = mapsIn(source.root);
  const edited = (place: Located, what: string, edits: readonly SpanEdit[]): Mutation => ({
    name: `${place.path} ${what}`,
    text: applySpanEdits(text, edits),
  });
  const replaced = ({ span }: { readonly span: Span }, by: string): readonly SpanEdit[] => [
    { span, text: by },
  ];
  const otherValues = (place: Located): readonly Mutation[] =>
    values.map((value) => edited(place, `= ${value}`, replaced(place, source.json ? quoted(value) : value)));
  const entryMutations = (map: LocatedMap, entry: LocatedEntry): readonly Mutation[] => {
    const { key, keySpan, value } = entry;
    const rename = (name: string): readonly SpanEdit[] =>
      replaced({ span: keySpan }, source.json ? JSON.stringify(name) : name);
    const target = random.pick(maps.filter((each) => each !== map && !isInside(each, value)).concat(map));
    return [
      edited(value, 'removed', removeEntry(source, map, entry)),
      edited(value, 'misspelled', rename(misspelled(key))),
      ...[random.pick(otherKeys), random.pick(otherKeys), random.pick(otherKeys)].map((name) =>
        edited(value, `→ ${name}`, rename(name)),
      ),
      edited(value, `moved to ${target.path}`, [
        ...removeEntry(source, map, entry),
        ...insertEntry(source, target, key, value.kind === 'scalar' ? value.value : 1),
      ]),
      ...otherValues(value),
    ];
  };
  const mutationsIn = (located: Located): readonly Mutation[] => {
    switch (located.kind) {
      case 'scalar':
        return [];
      case 'list':
        return located.items.flatMap((item, at) => [
          edited(item, 'removed', removeItem(source, located, at)),
          ...otherValues(item),
          ...mutationsIn(item),
        ]);
      case 'map':
        return located.entries.flatMap((entry) => [
          ...entryMutations(located, entry),
          ...mutationsIn(entry.value),
        ]);
    }
  };
  return mutationsIn(source.root);
}

function mapsIn(located: Located): readonly LocatedMap[] {
  if (located.kind === 'scalar') return [];
  if (located.kind === 'list') return located.items.flatMap(mapsIn);
  return [located, ...located.entries.flatMap(({ value }) => mapsIn(value))];
}

const isInside = (inner: Located, outer: Located): boolean =>
  inner.span.start >= outer.span.start && inner.span.end <= outer.span.end;

const misspelled = (key: string): string =>
  key.length < 3 ? `${key}x` : `${key.slice(0, -2)}${key.slice(-1)}`;

const quoted = (value: string): string => value.replaceAll(/\bx\b/g, '"x"');
