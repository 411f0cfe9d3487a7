import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { Json } from '../../expression/index.ts';
import { createRandom, type Random } from '../../testing/index.ts';
import { applyEdits, applySpanEdits } from './apply-edits.ts';
import { appendItem, removeItem } from './list-edits.ts';
import { findEntry, type Located, type LocatedEntry, type LocatedMap, toJson } from './located.ts';
import { insertEntries, insertEntry, removeEntry, renameKey, setEntry } from './map-edits.ts';
import { parseDocument, type SourceDocument } from './parse-document.ts';
import type { SpanEdit } from './reporter.ts';
import { replaceInScalar, replaceScalar } from './scalar-edits.ts';

type Editing = (document: SourceDocument, root: LocatedMap) => readonly SpanEdit[];

function edited(text: string, editing: Editing, path = 'a.yaml'): string {
  const document = parseDocument({ path, text });
  if (document.root?.kind !== 'map') throw new Error('no map');
  return applySpanEdits(text, editing(document, document.root));
}

const entry = (map: Located | undefined, key: string): LocatedEntry => {
  const found = map?.kind === 'map' ? findEntry(map, key) : undefined;
  if (found === undefined) throw new Error(`no ${key}`);
  return found;
};
const remove =
  (...keys: readonly string[]): Editing =>
  (document, root) =>
    keys.flatMap((key) => removeEntry(document, root, entry(root, key)));
const insert =
  (key: string, value: Json, under?: string): Editing =>
  (document, root) => {
    const place = under === undefined ? root : entry(root, under).value;
    return place.kind === 'list' ? [] : insertEntry(document, place, key, value);
  };
const append =
  (under: string, value: Json): Editing =>
  (document, root) => {
    const place = entry(root, under).value;
    return place.kind === 'map' ? [] : appendItem(document, place, value);
  };
const replace =
  (key: string, value: null | boolean | number | string): Editing =>
  (document, root) => {
    const scalar = entry(root, key).value;
    return scalar.kind === 'scalar' ? replaceScalar(document, scalar, value) : [];
  };

test.each<[string, Editing, string]>([
  ['a: 1 # one\nb: 2\n', remove('a'), 'b: 2\n'],
  ['a: 1\nb:\n  c: 2\n  # about c\nd: 3', remove('b'), 'a: 1\nd: 3'],
  ['a: 1\nb: 2', remove('b'), 'a: 1'],
  ['a: 1\r\nb: 2\r\nc: 3\r\n', remove('b'), 'a: 1\r\nc: 3\r\n'],
  ['a: 1\n', remove('a'), '{}\n'],
  ['{a: 1, b: 2, c: 3}', remove('a'), '{b: 2, c: 3}'],
  ['{a: 1, b: 2, c: 3}', remove('c'), '{a: 1, b: 2}'],
  ['{a: 1, b: 2, c: 3}', remove('b', 'c'), '{a: 1}'],
  ['{a: 1, b: 2, c: 3}', remove('c', 'b'), '{a: 1}'],
  ['{a: 1, b: 2, c: 3}', remove('a', 'b', 'c'), '{}'],
  ['{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}', remove('b', 'c'), '{\n  "a": 1\n}'],
  ['{\n  "a": 1,\n  "b": 2\n}', remove('a'), '{\n  "b": 2\n}'],
  ['{a: 1, # one\n b: 2}', remove('a'), '{b: 2}'],
  ['a: |\n  x\nb: 2\n', remove('a'), 'b: 2\n'],
])('[L2] in %j an entry is removed', (text, editing, expected) => {
  expect(edited(text, editing)).toBe(expected);
});

test.each<[string, Editing, string]>([
  ['a: 1\n', insert('b', [1, { c: 2 }]), 'a: 1\nb:\n  - 1\n  - c: 2\n'],
  ['a: 1', insert('b', 'x: y'), 'a: 1\nb: "x: y"'],
  ['a: 1\r\n', insert('b', true), 'a: 1\r\nb: true\r\n'],
  ['a:\nb: 2\n', insert('c', 1, 'a'), 'a:\n  c: 1\nb: 2\n'],
  ['a: # none yet\nb: 2\n', insert('c', 1, 'a'), 'a: # none yet\n  c: 1\nb: 2\n'],
  ['a: null\n', insert('c', 1, 'a'), 'a: {c: 1}\n'],
  ['a: {}\n', insert('c', 'x, y', 'a'), 'a: {c: "x, y"}\n'],
  ['a: {b: 1}\n', insert('c', { d: [] }, 'a'), 'a: {b: 1, c: {d: []}}\n'],
  ['{"a": 1}', insert('b', { c: 'x' }), '{"a": 1, "b": {"c": "x"}}'],
  ['{\n  "a": 1\n}\n', insert('b', null), '{\n  "a": 1,\n  "b": null\n}\n'],
  ['a: {b: 1, <<: {c: 1}}\n', insert('d', 1, 'a'), 'a: {b: 1, d: 1, <<: {c: 1}}\n'],
  ['a: []\n', append('a', 1), 'a: [1]\n'],
  ['a:\n  - 1\nb: 2\n', append('a', { x: 1, y: 2 }), 'a:\n  - 1\n  - x: 1\n    y: 2\nb: 2\n'],
  ['a:\nb: 2\n', append('a', 'x'), 'a:\n  - x\nb: 2\n'],
  ['{"a": ["x"]}', append('a', 'y'), '{"a": ["x", "y"]}'],
])('[L2] in %j something is inserted', (text, editing, expected) => {
  expect(edited(text, editing)).toBe(expected);
});

test('[L2] an entry can be inserted after another, several at once, and after a dash', () => {
  const after: Editing = (document, root) => insertEntry(document, root, 'x', 1, { after: entry(root, 'a') });
  expect(edited('a:\n  b: 1\nc: 2\n', after)).toBe('a:\n  b: 1\nx: 1\nc: 2\n');
  expect(edited('{a: 1, c: 2}', after)).toBe('{a: 1, x: 1, c: 2}');
  const both: Editing = (document, root) =>
    insertEntries(document, root, [
      ['x', 1],
      ['y', 2],
    ]);
  expect(edited('{}', both)).toBe('{x: 1, y: 2}');
  const item: Editing = (document, root) => {
    const list = entry(root, 'l').value;
    const first = list.kind === 'list' ? list.items[0] : undefined;
    return first?.kind === 'map' ? insertEntry(document, first, 'y', 2) : [];
  };
  expect(edited('l:\n  - x: 1\n  - z: 1\n', item)).toBe('l:\n  - x: 1\n    y: 2\n  - z: 1\n');
});

test.each<[string, Editing, string]>([
  ['a: x # c\n', replace('a', 'y'), 'a: y # c\n'],
  ['a: x\n', replace('a', 'y: z'), 'a: "y: z"\n'],
  ['a: x\n', replace('a', 'true'), 'a: "true"\n'],
  ["a: 'x'\n", replace('a', "it's"), "a: 'it''s'\n"],
  ['a: "x"\n', replace('a', 'tab\t'), 'a: "tab\\t"\n'],
  ['a: [x]\nb: x\n', replace('b', 'y, z'), 'a: [x]\nb: y, z\n'],
  ['{a: x}', replace('a', 'y, z'), '{a: "y, z"}'],
  ['{"a": "x"}', replace('a', 5), '{"a": 5}'],
  ['a:\n', replace('a', 5), 'a: 5\n'],
  ['a: |\n  x\n  y\nb: 1\n', replace('a', 'p\n\nq\n'), 'a: |\n  p\n\n  q\nb: 1\n'],
  ['a: >-\n    x\n', replace('a', ' p'), 'a: " p"\n'],
])('[L2] in %j a scalar is replaced', (text, editing, expected) => {
  expect(edited(text, editing)).toBe(expected);
});

test('[L2] several parts of a scalar are replaced together', () => {
  const both: Editing = (document, root) => {
    const scalar = entry(root, 'a').value;
    if (scalar.kind !== 'scalar') return [];
    return [
      ...replaceInScalar(document, scalar, 0, 1, 'one'),
      ...replaceInScalar(document, scalar, 4, 5, '"two"'),
    ];
  };
  expect(edited('a: x + y\n', both)).toBe('a: one + "two"\n');
  expect(edited("a: 'x + y'\n", both)).toBe('a: \'one + "two"\'\n');
  expect(edited('a: "x + y"\n', both)).toBe('a: "one + \\"two\\""\n');
});

test('[L2] edits at the same offset keep their order, identical ones count once, the first of two overlapping ones wins', () => {
  const at = (column: number, endColumn: number, text: string) => ({
    line: 2,
    column,
    endLine: 2,
    endColumn,
    text,
  });
  expect(applyEdits('a\nbcd\n', [at(1, 1, 'x'), at(1, 1, 'y'), at(1, 1, 'x')])).toBe('a\nxybcd\n');
  expect(applyEdits('a\nbcd\n', [at(2, 4, 'X'), at(1, 3, 'Y')])).toBe('a\nbX\n');
  expect(applyEdits('a\nbcd\n', [at(1, 2, 'X'), at(2, 2, 'Y'), at(2, 3, 'Z')])).toBe('a\nXYZd\n');
  expect(applyEdits('a\nbcd\n', [at(1, 4, 'X'), at(2, 2, 'Y')])).toBe('a\nX\n');
  expect(applyEdits('a\nbcd\n', [at(2, 2, 'Y'), at(1, 4, 'X')])).toBe('a\nX\n');
});

const both =
  (...editings: readonly Editing[]): Editing =>
  (document, root) =>
    editings.flatMap((editing) => editing(document, root));

test.each<[string, Editing, string]>([
  ['{ a: 1 }', both(insert('b', 2), remove('a')), '{ b: 2 }'],
  ['{ a: 1, c: 3 }', both(remove('a', 'c'), insert('b', 2), insert('d', 4)), '{ b: 2, d: 4 }'],
  ['a: 1 # one\n', both(remove('a'), insert('b', 2)), ' # one\nb: 2\n'],
  ['x: {}\n', both(insert('a', 1, 'x'), insert('b', 2, 'x')), 'x: {a: 1, b: 2}\n'],
  ['x:\n  a: 1\ny: 2\n', both(insert('b', 2, 'x'), remove('x')), 'y: 2\n'],
  ['y: 2\nx: { a: 1 }\n', both(remove('x'), insert('b', 2, 'x')), 'y: 2\n'],
])('[L2] in %j removals and insertions are merged', (text, editing, expected) => {
  expect(edited(text, editing)).toBe(expected);
});

const someKeys = ['a', 'b', 'on', 'a key', '1', 'null', 'x: y', '__proto__', '#', "it's"];
const someTexts = [
  '',
  'x',
  'two words',
  'a: b',
  '- x',
  "it's",
  'say "x"',
  'x # y',
  'true',
  '12',
  '~',
  'a, b]',
  ' x ',
  'l\nm\n',
  'l\n\n m',
  '\t',
  '$a.b > 1',
  '{x}',
  '*x',
  'é😀',
  '\\d',
  'x:',
  '@',
  '|',
  '0x1f',
];

function randomJson(random: Random, depth: number): Json {
  const kind = depth > 2 ? random.int(3) : random.int(6);
  if (kind === 0) return random.pick([null, true, false, 0, -1.5, 1e21]);
  if (kind <= 2) return random.pick(someTexts);
  if (kind === 3) return Array.from({ length: random.int(4) }, () => randomJson(random, depth + 1));
  return randomObject(random, depth + 1);
}

function randomObject(random: Random, depth: number): { readonly [key: string]: Json } {
  const keys = random.shuffle(someKeys).slice(0, random.int(5));
  return Object.fromEntries(keys.map((key) => [key, randomJson(random, depth)]));
}

function randomText(random: Random, json: Json): string {
  const style = random.int(4);
  const text =
    style === 0
      ? JSON.stringify(json, null, random.pick([0, 2]))
      : stringify(json, {
          indent: random.pick([2, 4]),
          collectionStyle: style === 1 ? 'flow' : 'any',
          lineWidth: random.pick([20, 80]),
          indentSeq: random.chance(0.5),
          nullStr: style === 1 ? random.pick(['null', '~']) : random.pick(['null', '~', '']),
          singleQuote: random.chance(0.5),
        });
  const broken = random.chance(0.2) ? text.replaceAll('\n', '\r\n') : text;
  return random.chance(0.3) ? broken.replace(/\r?\n$/, '') : broken;
}

type MutableJson = null | boolean | number | string | MutableJson[] | { [key: string]: MutableJson };

/** Pairs every part of a document with the same part of its mutable data. */
function partsOf(located: Located, json: MutableJson): (readonly [Located, MutableJson])[] {
  const inner =
    located.kind === 'map' && typeof json === 'object' && json !== null && !Array.isArray(json)
      ? located.entries.flatMap(({ key, value }) => partsOf(value, json[key] ?? null))
      : located.kind === 'list' && Array.isArray(json)
        ? located.items.flatMap((item, index) => partsOf(item, json[index] ?? null))
        : [];
  return [[located, json], ...inner];
}

const put = (map: { [key: string]: MutableJson }, key: string, value: Json) =>
  Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });

/** Edits one collection, and changes its data in the same way. */
function change(
  random: Random,
  document: SourceDocument,
  located: Located,
  json: MutableJson,
): readonly SpanEdit[] {
  const value = randomJson(random, 2);
  if (located.kind === 'list' && Array.isArray(json)) {
    if (located.items.length > 0 && random.chance(0.5)) {
      const index = random.int(located.items.length);
      json.splice(index, 1);
      return removeItem(document, located, index);
    }
    json.push(value as MutableJson);
    return appendItem(document, located, value);
  }
  if (located.kind !== 'map' || json === null || typeof json !== 'object' || Array.isArray(json)) return [];
  const chosen = located.entries.length > 0 ? random.pick(located.entries) : undefined;
  const fresh = random.pick(['new', 'a new', '5', 'x: z', 'f,', '<<']);
  switch (chosen === undefined ? 0 : random.int(5)) {
    case 1: {
      const gone = random.shuffle(located.entries).slice(0, Math.max(1, random.int(located.entries.length)));
      for (const { key } of gone) delete json[key];
      return gone.flatMap((each) => removeEntry(document, located, each));
    }
    case 2:
      if (chosen === undefined) return [];
      put(json, fresh, json[chosen.key] ?? null);
      delete json[chosen.key];
      return renameKey(document, located, chosen, fresh);
    case 3:
      if (chosen === undefined) return [];
      put(json, chosen.key, value);
      return setEntry(document, located, chosen.key, value);
    case 4:
      if (chosen?.value.kind !== 'scalar' || typeof chosen.value.value !== 'string') return [];
      return changeWithin(random, document, json, chosen);
    default:
      put(json, fresh, value);
      return insertEntry(document, located, fresh, value, chosen === undefined ? {} : { after: chosen });
  }
}

function changeWithin(
  random: Random,
  document: SourceDocument,
  json: { [key: string]: MutableJson },
  { key, value }: LocatedEntry,
): readonly SpanEdit[] {
  if (value.kind !== 'scalar' || typeof value.value !== 'string') return [];
  const from = random.int(value.value.length + 1);
  const to = random.between(from, value.value.length);
  const text = random.pick(someTexts);
  put(json, key, value.value.slice(0, from) + text + value.value.slice(to));
  return replaceInScalar(document, value, from, to, text);
}

/** Removes some parts of a collection and adds others, each edit independent of the others. */
function changeMuch(
  random: Random,
  document: SourceDocument,
  located: Located,
  json: MutableJson,
): readonly SpanEdit[] {
  const more = random.between(1, 3);
  if (located.kind === 'list' && Array.isArray(json)) {
    const gone = random.shuffle(json.map((_, index) => index)).slice(0, random.int(json.length + 1));
    const left = json.filter((_, index) => !gone.includes(index));
    const added = Array.from({ length: more }, (_, index) => `new ${index}`);
    json.splice(0, json.length, ...left, ...added);
    const removals = gone.map((index) => removeItem(document, located, index));
    return random.chance(0.5)
      ? [...removals.flat(), ...added.flatMap((item) => appendItem(document, located, item))]
      : [...added.flatMap((item) => appendItem(document, located, item)), ...removals.flat()];
  }
  if (located.kind !== 'map' || json === null || typeof json !== 'object' || Array.isArray(json)) return [];
  const gone = random.shuffle(located.entries).slice(0, random.int(located.entries.length + 1));
  for (const { key } of gone) delete json[key];
  const fresh = random.shuffle(['new', 'a new', '5', 'x: z', 'f,', '<<']).slice(0, more);
  const insertions = fresh.map((key) => {
    const value = randomJson(random, 2);
    const after = located.entries.length > 0 && random.chance(0.5) ? random.pick(located.entries) : undefined;
    put(json, key, value);
    return insertEntry(document, located, key, value, after === undefined ? {} : { after });
  });
  const removals = gone.map((each) => removeEntry(document, located, each));
  return random.shuffle([...removals, ...insertions]).flat();
}

type Changing = typeof change;

/** Changes a random part of a random document in the text and in its data, and expects them to be equal. */
function applyAndReparse(random: Random, changing: Changing): void {
  const data = { ...randomObject(random, 0), z: 1 };
  const text = randomText(random, data);
  const document = parseDocument({ path: 'a.yaml', text });
  expect(document.violations, text).toEqual([]);
  if (document.root === null) throw new Error('no root');
  expect(toJson(document.root), text).toEqual(data);
  const expected = JSON.parse(JSON.stringify(data)) as MutableJson;
  const [located, json] = random.pick(partsOf(document.root, expected));
  const edits = changing(random, document, located, json);
  const after = applySpanEdits(text, edits);
  const again = parseDocument({ path: 'a.yaml', text: after });
  const context = `${text}\n=== ${JSON.stringify(edits)}\n=== ${after}`;
  expect(again.violations, context).toEqual([]);
  expect(again.root === null ? null : toJson(again.root), context).toEqual(expected);
}

test.each([11, 12, 13, 14])(
  '[L1][L2] random edits of random documents change the data as intended (seed %i)',
  (seed) => {
    const random = createRandom(seed);
    for (let round = 0; round < 400; round += 1) applyAndReparse(random, change);
  },
);

test.each([21, 22, 23, 24])(
  '[L2] removals and insertions in one collection can be applied together (seed %i)',
  (seed) => {
    const random = createRandom(seed);
    for (let round = 0; round < 600; round += 1) applyAndReparse(random, changeMuch);
  },
);
