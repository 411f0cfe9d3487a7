/**
 * Reading maps whose keys are known. What is misspelled is reported and read as what was meant, so that nothing that
 * hangs on it is reported too.
 */
import { findNearest, type Json, type Type } from '../../expression/index.ts';
import type { Located, LocatedEntry, LocatedMap, LocatedScalar } from '../document/located.ts';
import { insertEntry, removeEntry, renameKey } from '../document/map-edits.ts';
import type { Mistake, Reporter, SpanEdit } from '../document/reporter.ts';
import { replaceScalar } from '../document/scalar-edits.ts';
import { convert, isOfType } from './param-type.ts';

export interface Fields {
  readonly map: LocatedMap;
  readonly entry: (key: string) => LocatedEntry | undefined;
  readonly value: (key: string) => Located | undefined;
}

export interface FieldRules {
  /** “The node “search””, for messages. */
  readonly what: string;
  readonly keys: readonly string[];
  /** Keys that exist elsewhere, and why they are not for here. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** What has to be there, with something that could stand in. */
  readonly required?: Readonly<Record<string, Json>>;
}

export function readFields(reporter: Reporter, located: Located, rules: FieldRules): Fields | undefined {
  if (located.kind !== 'map') {
    report(reporter, located, {
      rule: 'wrong-type',
      message: `${rules.what} is a map of keys and values.`,
      expected: 'a map',
      actual: describe(located),
    });
    return undefined;
  }
  const found = new Map<string, LocatedEntry>();
  for (const entry of located.entries) if (rules.keys.includes(entry.key)) found.set(entry.key, entry);
  for (const entry of located.entries) {
    if (rules.keys.includes(entry.key)) continue;
    const meant = reportKey(reporter, located, entry, rules, (key) => found.has(key));
    if (meant !== undefined) found.set(meant, entry);
  }
  for (const [key, placeholder] of Object.entries(rules.required ?? {})) {
    if (!found.has(key)) reportMissing(reporter, located, key, placeholder, rules);
  }
  return { map: located, entry: (key) => found.get(key), value: (key) => found.get(key)?.value };
}

function reportKey(
  reporter: Reporter,
  map: LocatedMap,
  entry: LocatedEntry,
  rules: FieldRules,
  isThere: (key: string) => boolean,
): string | undefined {
  const reason = Object.hasOwn(rules.elsewhere ?? {}, entry.key) ? rules.elsewhere?.[entry.key] : undefined;
  const free = rules.keys.filter((key) => !isThere(key));
  const nearest = reason === undefined ? findNearest(entry.key, free) : undefined;
  reporter.report({
    at: entry.keySpan,
    path: entry.value.path,
    rule: reason === undefined ? 'unknown-key' : 'misplaced-key',
    message:
      reason === undefined
        ? `${rules.what} has no “${entry.key}”.`
        : `“${entry.key}” cannot stand here: ${reason}.`,
    expected: rules.keys.join(', '),
    actual: entry.key,
    suggestion:
      nearest === undefined
        ? { text: `Remove “${entry.key}”.`, edits: removeEntry(reporter.source, map, entry) }
        : { text: `Did you mean “${nearest}”?`, edits: renameKey(reporter.source, map, entry, nearest) },
  });
  return nearest;
}

function reportMissing(
  reporter: Reporter,
  map: LocatedMap,
  key: string,
  placeholder: Json,
  { what }: FieldRules,
): void {
  reporter.report({
    at: { start: map.span.start, end: map.entries[0]?.keySpan.end ?? map.span.end },
    path: map.path,
    rule: 'missing-key',
    message: `${what} needs “${key}”.`,
    expected: `${key}: …`,
    actual: 'nothing',
    suggestion: {
      text: `Add ${key}: ${JSON.stringify(placeholder)}`,
      edits: insertEntry(reporter.source, map, key, placeholder),
    },
  });
}

export function report(
  reporter: Reporter,
  located: Located,
  mistake: Pick<Mistake, 'rule' | 'message' | 'expected' | 'actual' | 'suggestion'>,
): void {
  reporter.report({ at: firstLine(located, reporter.source.text), path: located.path, ...mistake });
}

/** A mark under many lines would say nothing. */
export function firstLine({ span }: Pick<Located, 'span'>, text: string) {
  const end = text.indexOf('\n', span.start);
  return { start: span.start, end: end < 0 ? span.end : Math.min(end, span.end) };
}

export function describe(located: Located): string {
  if (located.kind !== 'scalar') return located.kind === 'map' ? 'a map' : 'a list';
  if (located.value === null) return 'nothing';
  return JSON.stringify(located.value);
}

/** A text; numbers and yes-no are taken as they are written. */
export function readText(reporter: Reporter, located: Located | undefined, what: string): string | undefined {
  if (located === undefined) return undefined;
  if (located.kind === 'scalar' && located.value !== null) return String(located.value);
  report(reporter, located, {
    rule: 'wrong-type',
    message: `${what} is a text.`,
    expected: 'a text',
    actual: describe(located),
  });
  return undefined;
}

/** A value of a type; one that clearly means another (`"3"`, `yes`) is reported and read as that. */
export function readValue(
  reporter: Reporter,
  located: LocatedScalar,
  type: Type,
  expected: string,
  isAllowed: (value: Json) => boolean = () => true,
): Json | undefined {
  const meant = convert(located.value, type);
  if (isOfType(located.value, type) && isAllowed(located.value)) return located.value;
  const usable =
    meant !== undefined && isAllowed(meant) && (meant === null || typeof meant !== 'object')
      ? meant
      : undefined;
  report(reporter, located, {
    rule: isOfType(located.value, type) ? 'bad-value' : 'wrong-type',
    message: `This should be ${expected}.`,
    expected,
    actual: describe(located),
    suggestion:
      usable === undefined
        ? undefined
        : { text: `Write ${JSON.stringify(usable)}`, edits: replaceScalar(reporter.source, located, usable) },
  });
  return usable;
}

export function readNumber(
  reporter: Reporter,
  located: Located | undefined,
  least: number,
  expected: string,
): number | undefined {
  if (located === undefined) return undefined;
  if (located.kind !== 'scalar') {
    report(reporter, located, {
      rule: 'wrong-type',
      message: `This should be ${expected}.`,
      expected,
      actual: describe(located),
    });
    return undefined;
  }
  const value = readValue(reporter, located, { kind: 'int' }, expected, (each) => Number(each) >= least);
  if (value === undefined && typeof located.value === 'number') return least;
  return typeof value === 'number' ? value : undefined;
}

export function readBool(reporter: Reporter, located: Located | undefined): boolean | undefined {
  if (located === undefined) return undefined;
  if (located.kind !== 'scalar') {
    report(reporter, located, {
      rule: 'wrong-type',
      message: 'This should be true or false.',
      expected: 'true or false',
      actual: describe(located),
    });
    return undefined;
  }
  return readValue(reporter, located, { kind: 'bool' }, 'true or false') === true;
}

/** One of some words; what comes near to one is read as that. */
export function readChoice<Word extends string>(
  reporter: Reporter,
  located: Located | undefined,
  words: readonly Word[],
  what: string,
  fallback: Word,
): Word {
  if (located === undefined) return fallback;
  const text = located.kind === 'scalar' ? String(located.value) : '';
  const exact = words.find((word) => word === text);
  if (exact !== undefined) return exact;
  const nearest = words.find((word) => word === findNearest(text, words));
  report(reporter, located, {
    rule: 'bad-value',
    message: `${what} is one of: ${words.join(', ')}.`,
    expected: words.join(', '),
    actual: describe(located),
    suggestion:
      located.kind === 'scalar'
        ? {
            text: `Write ${nearest ?? fallback}`,
            edits: replaceScalar(reporter.source, located, nearest ?? fallback),
          }
        : undefined,
  });
  return nearest ?? fallback;
}

/** The name itself where references can spell it, else the nearest that they can. */
export function usableName(name: string): string {
  if (identifier.test(name)) return name;
  return name
    .replaceAll(/[^A-Za-z0-9_]/g, '_')
    .replace(/^(?=\d)|^$/, '_')
    .slice(0, 60);
}

const identifier = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** @returns the name, or what it could be called */
export function readName(
  reporter: Reporter,
  name: string,
  place: { readonly span: LocatedEntry['keySpan']; readonly path: string },
  what: string,
  rewrite: (name: string) => readonly SpanEdit[],
  reserved: readonly string[] = [],
): string {
  const isReserved = reserved.includes(name);
  if (identifier.test(name) && !isReserved) return name;
  const plain = usableName(name);
  const better = isReserved ? `${name}_2` : plain;
  reporter.report({
    at: place.span,
    path: place.path,
    rule: isReserved ? 'reserved-name' : 'bad-name',
    message: isReserved
      ? `“${name}” is kept for the options of a run.`
      : `${what} is called by letters, digits and _, not beginning with a digit, so that $${plain} can refer to it.`,
    expected: better,
    actual: name === '' ? 'an empty name' : name,
    suggestion: { text: `Call it ${better}`, edits: rewrite(better) },
  });
  return better;
}
