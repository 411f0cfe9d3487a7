/** Creates edits that rename a name in every place of a document. */
import type { Located, LocatedEntry, LocatedMap, LocatedScalar } from '../document/located.ts';
import { renameKey } from '../document/map-edits.ts';
import type { SpanEdit } from '../document/reporter.ts';
import { replaceInScalar, replaceScalar } from '../document/scalar-edits.ts';
import type { SourceText } from '../document/source-text.ts';

const pointing = ['depends_on', 'goto', 'fallback', 'default', 'on_partial_failure', 'workflow'];

/** A key, and every pointer with that name. */
export function renameEverywhere(
  source: SourceText,
  map: LocatedMap,
  entry: LocatedEntry,
  name: string,
): readonly SpanEdit[] {
  const pointers = pointersIn(map, entry.key);
  return [
    ...renameKey(source, map, entry, name),
    ...pointers.flatMap((scalar) => replaceScalar(source, scalar, name)),
  ];
}

function pointersIn(located: Located, name: string, key = ''): LocatedScalar[] {
  switch (located.kind) {
    case 'scalar':
      return pointing.includes(key) && located.value === name ? [located] : [];
    case 'list':
      return located.items.flatMap((item) => pointersIn(item, name, key));
    case 'map':
      return located.entries.flatMap((entry) => pointersIn(entry.value, name, entry.key));
  }
}

/** A parameter, and every `$name` in the workflow. */
export function renameReferences(
  source: SourceText,
  located: Located,
  from: string,
  to: string,
): readonly SpanEdit[] {
  switch (located.kind) {
    case 'scalar':
      return inText(source, located, from, to);
    case 'list':
      return located.items.flatMap((item) => renameReferences(source, item, from, to));
    case 'map':
      return located.entries.flatMap(({ value }) => renameReferences(source, value, from, to));
  }
}

function inText(source: SourceText, scalar: LocatedScalar, from: string, to: string): readonly SpanEdit[] {
  if (typeof scalar.value !== 'string') return [];
  const uses = scalar.value.matchAll(new RegExp(`(?<=\\$|\\$\\{\\s*)${from}(?![A-Za-z0-9_])`, 'g'));
  return [...uses].flatMap(({ index }) => replaceInScalar(source, scalar, index, index + from.length, to));
}
