/**
 * Reads single values. Reports a value of another type and reads it as the most likely intended value. An absent
 * value is undefined and not an error. `what` starts a sentence: “The name”.
 */
import { findNearest } from '../../expression/index.ts';
import { describeLocated } from './describe.ts';
import type { Located, LocatedEntry, LocatedList } from './located.ts';
import { report } from './report.ts';
import type { Reporter } from './reporter.ts';
import { replaceScalar } from './scalar-edits.ts';
import { convertToType } from './value-of-type.ts';
import type { ScalarValue } from './yaml-text.ts';

/** A text; numbers and booleans are read as they are written. */
export function readText(reporter: Reporter, located: Located | undefined, what: string): string | undefined {
  if (located === undefined) return undefined;
  if (located.kind === 'scalar' && located.value !== null) {
    const { value, span } = located;
    return typeof value === 'string' ? value : reporter.source.text.slice(span.start, span.end);
  }
  reportWrong(reporter, located, 'wrong-type', what, 'a text', undefined);
  return undefined;
}

export interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A whole number; a value out of bounds is read as the nearest bound. */
export function readInteger(
  reporter: Reporter,
  located: Located | undefined,
  what: string,
  bounds: Bounds = {},
): number | undefined {
  if (located === undefined) return undefined;
  const written = located.kind === 'scalar' ? located.value : null;
  const value = convertToType(written, { kind: 'number' });
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = bounds;
  const meant =
    typeof value === 'number' ? Math.min(Math.max(Math.round(value), minimum), maximum) : undefined;
  if (meant !== undefined && meant === written) return meant;
  const rule = typeof written === 'number' ? 'bad-value' : 'wrong-type';
  reportWrong(reporter, located, rule, what, `a whole number${describeBounds(bounds)}`, meant);
  return meant;
}

export function describeBounds({ minimum, maximum }: Bounds): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `, ${minimum} or more`;
  return maximum === undefined ? '' : `, ${maximum} or less`;
}

export function readBoolean(
  reporter: Reporter,
  located: Located | undefined,
  what: string,
): boolean | undefined {
  if (located === undefined) return undefined;
  const written = located.kind === 'scalar' ? located.value : null;
  const value = convertToType(written, { kind: 'bool' });
  const meant = typeof value === 'boolean' ? value : undefined;
  if (meant === undefined || meant !== written) {
    reportWrong(reporter, located, 'wrong-type', what, 'true or false', meant);
  }
  return meant;
}

/** One of several choices, or the default. */
export function readOneOf<Choice extends string, Fallback extends Choice | undefined>(
  reporter: Reporter,
  located: Located | undefined,
  choices: readonly Choice[],
  what: string,
  fallback: Fallback,
): Choice | Fallback {
  if (located === undefined) return fallback;
  const text = located.kind === 'scalar' ? String(located.value) : '';
  const exact = choices.find((choice) => choice === text);
  if (exact !== undefined) return exact;
  const nearest = findNearest(text, choices);
  const meant = choices.find((choice) => choice === nearest) ?? fallback;
  const rule = located.kind === 'scalar' && located.value !== null ? 'bad-value' : 'wrong-type';
  reportWrong(reporter, located, rule, what, `one of ${choices.join(', ')}`, meant);
  return meant;
}

export function readList(
  reporter: Reporter,
  located: Located | undefined,
  what: string,
): LocatedList | undefined {
  if (located === undefined || located.kind === 'list') return located;
  reportWrong(reporter, located, 'wrong-type', what, 'a list', undefined);
  return undefined;
}

/** A map whose keys are the author's. */
export function readEntries(
  reporter: Reporter,
  located: Located | undefined,
  what: string,
): readonly LocatedEntry[] {
  if (located === undefined) return [];
  if (located.kind === 'map') return located.entries;
  report(reporter, located, {
    rule: 'wrong-type',
    message: `${what} must be a map of names and values, but is ${describeLocated(located)}.`,
    expected: 'a map',
    actual: describeLocated(located),
  });
  return [];
}

function reportWrong(
  reporter: Reporter,
  located: Located,
  rule: 'wrong-type' | 'bad-value',
  what: string,
  expected: string,
  meant: ScalarValue | undefined,
): void {
  report(reporter, located, {
    rule,
    message: `${what} must be ${expected}, but is ${describeLocated(located)}.`,
    expected,
    actual: describeLocated(located),
    suggestion: () => {
      if (meant === undefined || located.kind !== 'scalar') return undefined;
      const edits = replaceScalar(reporter.source, located, meant);
      return { text: `Write ${edits.map(({ text }) => text.trim()).join('')}.`, edits };
    },
  });
}
