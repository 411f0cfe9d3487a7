/**
 * Reads a map by its declared shape. Reports unknown, misplaced and missing keys, each with a correction. Reads a
 * misspelled key as the intended one, so that no errors follow from it.
 */
import { findNearest, type Json } from '../../expression/index.ts';
import { describeLocated } from './describe.ts';
import type { Located, LocatedEntry, LocatedMap } from './located.ts';
import { clearMap, insertEntries, insertEntry, removeEntry, renameKey } from './map-edits.ts';
import { report } from './report.ts';
import type { Mistake, Proposal, Reporter } from './reporter.ts';
import type { Key, Keys, MapShape, ValueType } from './shape.ts';

/** What is different in one place of a document. */
export interface ShapeOptions {
  /** Starts a sentence: “The node “search””. */
  readonly what?: string;
  /** The keys that are allowed here. Default: all. */
  readonly only?: readonly string[];
  readonly whyMisplaced?: MapShape['whyMisplaced'];
  /** Placeholders that depend on the document, also of keys that are required only here. */
  readonly placeholders?: Readonly<Record<string, Json>>;
}

type ValueOf<Declared extends Key> =
  Declared['type'] extends ValueType<infer Value>
    ? Declared extends { readonly default: Json }
      ? Value
      : Value | undefined
    : never;

export interface MapFields<Name extends string = string> {
  readonly map: LocatedMap;
  /** A misspelled key is stored under the intended key. */
  readonly entry: (key: Name) => LocatedEntry | undefined;
  readonly value: (key: Name) => Located | undefined;
}

export interface ShapeFields<Declared extends Keys> extends MapFields<keyof Declared & string> {
  /** The value of a key, by its type; its default if it has none that can be read. */
  readonly read: {
    /** @param fallback the default in this document */
    <Name extends keyof Declared & string>(
      name: Name,
      fallback: NonNullable<ValueOf<Declared[Name]>>,
    ): NonNullable<ValueOf<Declared[Name]>>;
    <Name extends keyof Declared & string>(name: Name): ValueOf<Declared[Name]>;
  };
  /** The values of all keys that have one. */
  readonly readAll: () => ValuesOf<Declared>;
}

type ValuesOf<Declared extends Keys> = {
  readonly [Name in keyof Declared]?: Exclude<ValueOf<Declared[Name]>, undefined>;
};

/** A shape in one place of a document. */
interface Rules {
  readonly what: string;
  readonly keys: readonly string[];
  readonly whyMisplaced: (key: string) => string | undefined;
  /** Required keys, each with a placeholder value. */
  readonly required: Readonly<Record<string, Json>>;
}

export function readShape<Declared extends Keys>(
  reporter: Reporter,
  located: Located,
  declared: MapShape<Declared>,
  options: ShapeOptions = {},
): ShapeFields<Declared> | undefined {
  const { only: names = Object.keys(declared.keys), what = declared.what } = options;
  const { whyMisplaced = declared.whyMisplaced ?? (() => undefined) } = options;
  const required = placeholdersOf(declared, names, options.placeholders);
  const rules = { what, keys: names, whyMisplaced, required };
  if (located.kind !== 'map') {
    reportNoMap(reporter, located, rules);
    return undefined;
  }
  const found = findKeys(reporter, located, declared, rules);
  for (const [key, placeholder] of Object.entries(required)) {
    if (!found.has(key)) reportMissing(reporter, located, key, placeholder, what);
  }
  const read = (name: string, fallback: unknown = declared.keys[name]?.default): unknown => {
    const key = declared.keys[name];
    const entry = found.get(name);
    if (key === undefined || entry === undefined) return fallback;
    const { whatOf = declared.whatOf } = key.type;
    const value = key.type.read(reporter, entry.value, key.what ?? whatOf?.(name) ?? name, fallback);
    return value === undefined ? fallback : value;
  };
  const readAll = (): object =>
    Object.fromEntries(names.map((name) => [name, read(name)]).filter(([, value]) => value !== undefined));
  const fields: MapFields = {
    map: located,
    entry: (key) => found.get(key),
    value: (key) => found.get(key)?.value,
  };
  // The declaration says of which type each key is read.
  return { ...fields, read, readAll } as ShapeFields<Declared>;
}

/** Those of the declaration, in the order of the keys, then those that only this place has. */
function placeholdersOf(
  { keys }: MapShape,
  names: readonly string[],
  own: Readonly<Record<string, Json>> | undefined,
): Readonly<Record<string, Json>> {
  const placeholders: Record<string, Json> = {};
  for (const name of names) {
    const placeholder = keys[name]?.placeholder;
    if (placeholder !== undefined) placeholders[name] = placeholder;
  }
  return Object.assign(placeholders, own);
}

/** Finds the entries of the keys, and reports all others. */
function findKeys(
  reporter: Reporter,
  map: LocatedMap,
  declared: MapShape,
  rules: Rules,
): ReadonlyMap<string, LocatedEntry> {
  const found = new Map<string, LocatedEntry>();
  const unknown: LocatedEntry[] = [];
  for (const entry of map.entries) {
    if (rules.keys.includes(entry.key)) found.set(entry.key, entry);
    else unknown.push(entry);
  }
  if (unknown.length === 0) return found;
  const synonyms = new Map(
    Object.entries(declared.keys).flatMap(([name, { aliases = [] }]) =>
      aliases.map((alias) => [alias, name] as const),
    ),
  );
  const misspelled = new Map<LocatedEntry, string>();
  for (const entry of unknown) {
    const free = rules.keys.filter((key) => !found.has(key));
    const synonym = synonyms.get(entry.key);
    const isSynonym = synonym !== undefined && free.includes(synonym);
    const isMisplaced = rules.whyMisplaced(entry.key) !== undefined;
    const meant = isSynonym ? synonym : isMisplaced ? undefined : findNearest(entry.key, free);
    if (meant === undefined) continue;
    found.set(meant, entry);
    misspelled.set(entry, meant);
  }
  const remove = (entry: LocatedEntry): Proposal['edits'] =>
    found.size === 0 && !map.flow ? clearMap(reporter.source, map) : removeEntry(reporter.source, map, entry);
  for (const entry of unknown) {
    const meant = misspelled.get(entry);
    reportKey(reporter, entry, rules, () =>
      meant === undefined
        ? { text: `Remove “${entry.key}”.`, edits: remove(entry) }
        : { text: `Did you mean “${meant}”?`, edits: renameKey(reporter.source, map, entry, meant) },
    );
  }
  return found;
}

function reportKey(
  reporter: Reporter,
  { key, keySpan, value }: LocatedEntry,
  { what, keys, whyMisplaced }: Rules,
  suggestion: Mistake['suggestion'],
): void {
  const reason = whyMisplaced(key);
  reporter.report({
    at: keySpan,
    path: value.path,
    rule: reason === undefined ? 'unknown-key' : 'misplaced-key',
    message: reason === undefined ? `${what} has no “${key}”.` : `“${key}” is not allowed here: ${reason}.`,
    expected: keys.join(', ') || 'no key',
    actual: key === '' ? 'an empty key' : key,
    suggestion,
  });
}

export function reportMissing(
  reporter: Reporter,
  map: LocatedMap,
  key: string,
  placeholder: Json,
  what: string,
): void {
  reporter.report({
    at: { start: map.span.start, end: map.entries[0]?.keySpan.end ?? map.span.end },
    path: map.path,
    rule: 'missing-key',
    message: `${what} needs “${key}”.`,
    expected: `${key}: …`,
    actual: 'nothing',
    suggestion: () => ({
      text: `Add ${key}: ${JSON.stringify(placeholder)}`,
      edits: insertEntry(reporter.source, map, key, placeholder),
    }),
  });
}

function reportNoMap(
  reporter: Reporter,
  located: Exclude<Located, LocatedMap>,
  { what, keys, required }: Rules,
): void {
  report(reporter, located, {
    rule: 'wrong-type',
    message: `${what} must be a map of keys and values, but is ${describeLocated(located)}.`,
    expected: `a map with the keys ${keys.join(', ')}`,
    actual: describeLocated(located),
    suggestion: () => asMap(reporter, located, Object.entries(required)),
  });
}

/** `key:value` lacks a space; an absent value can receive the required keys. */
function asMap(
  reporter: Reporter,
  located: Exclude<Located, LocatedMap>,
  needed: readonly (readonly [string, Json])[],
): Proposal | undefined {
  if (located.kind !== 'scalar') return undefined;
  const { value, style, span } = located;
  if (typeof value === 'string' && style === 'plain') {
    const colon = /^[\w-]+:(?=\S)/.exec(value)?.[0].length;
    if (colon === undefined) return undefined;
    const at = span.start + colon;
    return { text: 'Put a space after the colon.', edits: [{ span: { start: at, end: at }, text: ' ' }] };
  }
  if (value !== null || needed.length === 0) return undefined;
  const names = needed.map(([key]) => `“${key}”`).join(', ');
  return { text: `Add ${names}.`, edits: insertEntries(reporter.source, located, needed) };
}
