/**
 * Reads a map by a list of its keys. Reports unknown, misplaced and missing keys, each with a correction. Reads a
 * misspelled key as the intended one, so that no errors follow from it.
 */
import { findNearest, type Json } from '../../expression/index.ts';
import { describeLocated } from './describe.ts';
import type { Located, LocatedEntry, LocatedMap } from './located.ts';
import { clearMap, insertEntries, insertEntry, removeEntry, renameKey } from './map-edits.ts';
import { report } from './report.ts';
import type { Mistake, Proposal, Reporter } from './reporter.ts';

export interface MapRules<Key extends string> {
  /** Starts a sentence: “The node “search””. */
  readonly what: string;
  readonly keys: readonly Key[];
  /** Keys that are valid in other maps, and why not in this one. */
  readonly misplacedKeys?: Readonly<Record<string, string>>;
  /** Names of a key in other formats. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** Required keys, each with a placeholder value. */
  readonly required?: Readonly<Record<string, Json>>;
}

export interface MapFields<Key extends string = string> {
  readonly map: LocatedMap;
  /** A misspelled key is stored under the intended key. */
  readonly entry: (key: Key) => LocatedEntry | undefined;
  readonly value: (key: Key) => Located | undefined;
}

export function readMap<const Key extends string>(
  reporter: Reporter,
  located: Located,
  rules: MapRules<Key>,
): MapFields<Key> | undefined {
  if (located.kind !== 'map') {
    reportNoMap(reporter, located, rules);
    return undefined;
  }
  const keys: readonly string[] = rules.keys;
  const found = new Map<string, LocatedEntry>();
  const unknown: LocatedEntry[] = [];
  for (const entry of located.entries) {
    if (keys.includes(entry.key)) found.set(entry.key, entry);
    else unknown.push(entry);
  }
  const misspelled = new Map<LocatedEntry, string>();
  for (const entry of unknown) {
    const free = keys.filter((key) => !found.has(key));
    const meant = resolveMisspelling(rules, entry.key, free);
    if (meant === undefined) continue;
    found.set(meant, entry);
    misspelled.set(entry, meant);
  }
  const remove = (entry: LocatedEntry): Proposal['edits'] =>
    found.size === 0 && !located.flow
      ? clearMap(reporter.source, located)
      : removeEntry(reporter.source, located, entry);
  for (const entry of unknown) {
    const meant = misspelled.get(entry);
    reportKey(reporter, entry, rules, () =>
      meant === undefined
        ? { text: `Remove “${entry.key}”.`, edits: remove(entry) }
        : { text: `Did you mean “${meant}”?`, edits: renameKey(reporter.source, located, entry, meant) },
    );
  }
  for (const [key, placeholder] of Object.entries(rules.required ?? {})) {
    if (!found.has(key)) reportMissing(reporter, located, key, placeholder, rules.what);
  }
  return { map: located, entry: (key) => found.get(key), value: (key) => found.get(key)?.value };
}

function resolveMisspelling(
  rules: MapRules<string>,
  key: string,
  free: readonly string[],
): string | undefined {
  const { synonyms = {} } = rules;
  const synonym = Object.hasOwn(synonyms, key) ? synonyms[key] : undefined;
  if (synonym !== undefined && free.includes(synonym)) return synonym;
  return reasonAgainst(rules, key) === undefined ? findNearest(key, free) : undefined;
}

function reasonAgainst({ misplacedKeys = {} }: MapRules<string>, key: string): string | undefined {
  return Object.hasOwn(misplacedKeys, key) ? misplacedKeys[key] : undefined;
}

function reportKey(
  reporter: Reporter,
  { key, keySpan, value }: LocatedEntry,
  rules: MapRules<string>,
  suggestion: Mistake['suggestion'],
): void {
  const reason = reasonAgainst(rules, key);
  reporter.report({
    at: keySpan,
    path: value.path,
    rule: reason === undefined ? 'unknown-key' : 'misplaced-key',
    message:
      reason === undefined ? `${rules.what} has no “${key}”.` : `“${key}” is not allowed here: ${reason}.`,
    expected: rules.keys.join(', ') || 'no key',
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
  rules: MapRules<string>,
): void {
  report(reporter, located, {
    rule: 'wrong-type',
    message: `${rules.what} must be a map of keys and values, but is ${describeLocated(located)}.`,
    expected: `a map with the keys ${rules.keys.join(', ')}`,
    actual: describeLocated(located),
    suggestion: () => asMap(reporter, located, Object.entries(rules.required ?? {})),
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
