/** Reads a map by a list of its keys: unknown ones, misspelt ones and missing ones are reported, each with its remedy. */
import { findNearest, type Json } from '../../expression/index.ts';
import { describe } from './describe.ts';
import type { Located, LocatedEntry, LocatedMap } from './located.ts';
import { pathOfKey } from './located.ts';
import { insertEntries, removeEntry, renameKey, replaceEntries } from './map-edits.ts';
import type { Proposal, Reporter } from './reporter.ts';

export interface FieldSpec {
  readonly required?: boolean;
  /** What is proposed for a required key that is not there; without it nothing is proposed. */
  readonly placeholder?: Json;
}

/** Entries by key; one whose key is misspelt stands under the key that was meant. */
export type Fields<Key extends string> = ReadonlyMap<Key, LocatedEntry>;

/** @param what what the map is, as in “A node has no key …”: `node` */
export function readMap<Key extends string>(
  reporter: Reporter,
  located: Located,
  spec: Readonly<Record<Key, FieldSpec>>,
  what: string,
): Fields<Key> | undefined {
  const keys = Object.keys(spec) as Key[];
  if (located.kind !== 'map') {
    reportNoMap(reporter, located, keys, spec, what);
    return undefined;
  }
  const fields = new Map<Key, LocatedEntry>();
  const unknown: LocatedEntry[] = [];
  for (const entry of located.entries) {
    if (isKey(spec, entry.key)) fields.set(entry.key, entry);
    else unknown.push(entry);
  }
  const misspelt = new Map<LocatedEntry, Key>();
  for (const entry of unknown) {
    const meant = findNearest(
      entry.key,
      keys.filter((key) => !fields.has(key)),
    ) as Key | undefined;
    if (meant === undefined) continue;
    fields.set(meant, entry);
    misspelt.set(entry, meant);
  }
  const missing = keys.filter((key) => spec[key].required === true && !fields.has(key));
  const remedy = remedyOf(reporter, located, spec, fields.size, missing);
  for (const entry of unknown)
    reportUnknown(reporter, located, entry, misspelt.get(entry), keys, what, remedy);
  for (const key of missing) reportMissing(reporter, located, key, what, remedy.add(key));
  return fields;
}

interface Remedy {
  add(key: string): Proposal | undefined;
  /** The edit that replaces all entries at once, where none is to stay. */
  readonly all: Proposal['edits'] | undefined;
}

/**
 * Entries are added one by one where that is possible. A map that keeps nothing can only be written anew, by the same
 * edit for all that is wrong with it.
 */
function remedyOf<Key extends string>(
  reporter: Reporter,
  map: LocatedMap,
  spec: Readonly<Record<Key, FieldSpec>>,
  kept: number,
  missing: readonly Key[],
): Remedy {
  const additions = missing.flatMap((key) => {
    const { placeholder } = spec[key];
    return placeholder === undefined ? [] : [[key, placeholder] as const];
  });
  const anew = kept === 0 && (map.entries.length > 1 || additions.length > 0);
  const all = anew ? replaceEntries(reporter.source, map, additions) : undefined;
  return {
    all,
    add(key) {
      const addition = additions.find(([name]) => name === key);
      if (addition === undefined) return undefined;
      return { text: `Add “${key}”.`, edits: all ?? insertEntries(reporter.source, map, [addition]) };
    },
  };
}

function isKey<Key extends string>(spec: Readonly<Record<Key, FieldSpec>>, key: string): key is Key {
  return Object.hasOwn(spec, key);
}

function reportUnknown(
  reporter: Reporter,
  map: LocatedMap,
  entry: LocatedEntry,
  meant: string | undefined,
  keys: readonly string[],
  what: string,
  remedy: Remedy,
): void {
  const { source } = reporter;
  const { key } = entry;
  reporter.report({
    at: entry.keySpan,
    path: entry.value.path,
    rule: 'unknown-key',
    message: `“${key}” is not a key of a ${what}.${meant === undefined ? '' : ` Did you mean “${meant}”?`}`,
    expected: keys.join(', '),
    actual: key,
    suggestion:
      meant === undefined
        ? { text: `Remove “${key}”.`, edits: remedy.all ?? removeEntry(source, map, entry) }
        : { text: `Write “${meant}”.`, edits: renameKey(source, map, entry, meant) },
  });
}

function reportMissing(
  reporter: Reporter,
  map: LocatedMap,
  key: string,
  what: string,
  suggestion: Proposal | undefined,
): void {
  const firstKey = map.entries[0]?.keySpan;
  reporter.report({
    at: map.flow || firstKey === undefined ? { start: map.span.start, end: map.span.start + 1 } : firstKey,
    path: pathOfKey(map.path, key),
    rule: 'missing-key',
    message: `A ${what} needs the key “${key}”.`,
    expected: `“${key}”`,
    actual: 'it is not there',
    suggestion,
  });
}

function reportNoMap<Key extends string>(
  reporter: Reporter,
  located: Exclude<Located, LocatedMap>,
  keys: readonly Key[],
  spec: Readonly<Record<Key, FieldSpec>>,
  what: string,
): void {
  reporter.report({
    at: located.span,
    path: located.path,
    rule: 'wrong-type',
    message: `A ${what} is a map of keys and values, but here is ${describe(located)}.`,
    expected: `a map with the keys ${keys.join(', ')}`,
    actual: describe(located),
    suggestion: asMap(reporter, located, keys, spec),
  });
}

/** `key:value` lacks a space; a place where nothing is can take what is needed. */
function asMap<Key extends string>(
  reporter: Reporter,
  located: Exclude<Located, LocatedMap>,
  keys: readonly Key[],
  spec: Readonly<Record<Key, FieldSpec>>,
): Proposal | undefined {
  if (located.kind !== 'scalar') return undefined;
  const { value, style, span } = located;
  if (typeof value === 'string' && style === 'plain') {
    const colon = /^[\w-]+:(?=\S)/.exec(value)?.[0].length;
    if (colon === undefined) return undefined;
    const at = span.start + colon;
    return { text: 'Put a space after the colon.', edits: [{ span: { start: at, end: at }, text: ' ' }] };
  }
  const needed = keys.flatMap((key) => {
    const { required, placeholder } = spec[key];
    return required === true && placeholder !== undefined ? [[key, placeholder] as const] : [];
  });
  if (value !== null || needed.length === 0) return undefined;
  const names = needed.map(([key]) => `“${key}”`).join(', ');
  return { text: `Add ${names}.`, edits: insertEntries(reporter.source, located, needed) };
}
