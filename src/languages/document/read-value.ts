/** Reads single values: what is not of the kind that is wanted is reported, with what was most likely meant. */
import { findNearest } from '../../expression/index.ts';
import { describe } from './describe.ts';
import type { Located, LocatedList, LocatedScalar } from './located.ts';
import type { Proposal, Reporter } from './reporter.ts';
import { replaceScalar } from './scalar-edits.ts';
import type { ScalarValue } from './yaml-text.ts';

/** @param what what the value is, as in “The name is a text”: `name` */
export function readText(reporter: Reporter, located: Located, what: string): string | undefined {
  const scalar = scalarOf(located);
  if (typeof scalar?.value === 'string') return scalar.value;
  const written = scalar === undefined ? '' : reporter.source.text.slice(scalar.span.start, scalar.span.end);
  const meant = scalar === undefined || scalar.value === null ? undefined : written;
  reportType(reporter, located, what, 'a text', meant);
  return undefined;
}

export function readInteger(
  reporter: Reporter,
  located: Located,
  what: string,
  bounds: { readonly least?: number; readonly most?: number } = {},
): number | undefined {
  const { least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER } = bounds;
  const value = scalarOf(located)?.value;
  if (typeof value !== 'number') {
    const number =
      typeof value === 'string' && /^[-+]?\d{1,15}$/.test(value.trim()) ? Number(value) : undefined;
    reportType(reporter, located, what, 'a whole number', number);
    return undefined;
  }
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  const expected = `a whole number${boundsText(bounds)}`;
  reportValue(reporter, located, what, expected, Math.min(Math.max(Math.round(value), least), most));
  return undefined;
}

export function readBoolean(reporter: Reporter, located: Located, what: string): boolean | undefined {
  const value = scalarOf(located)?.value;
  if (typeof value === 'boolean') return value;
  const meant = typeof value === 'string' ? truths.get(value.trim().toLowerCase()) : undefined;
  reportType(reporter, located, what, 'true or false', meant);
  return undefined;
}

const truths: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'on', 'y'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', 'n'].map((word) => [word, false] as const),
]);

export function readOneOf<Choice extends string>(
  reporter: Reporter,
  located: Located,
  choices: readonly Choice[],
  what: string,
): Choice | undefined {
  const expected = `one of ${choices.join(', ')}`;
  const value = scalarOf(located)?.value;
  if (typeof value !== 'string') {
    reportType(reporter, located, what, expected, undefined);
    return undefined;
  }
  const found = choices.find((choice) => choice === value);
  if (found === undefined) reportValue(reporter, located, what, expected, findNearest(value, choices));
  return found;
}

/** A name that expressions can refer to. */
export function readName(reporter: Reporter, located: Located, what: string): string | undefined {
  const text = readText(reporter, located, what);
  if (text === undefined || isName(text)) return text;
  const meant = nameLike(text);
  reportValue(reporter, located, what, 'a name of letters, digits and _, not starting with a digit', meant);
  return undefined;
}

export function isName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
}

/** The nearest that is a name, where there is one. */
function nameLike(text: string): string | undefined {
  const name = text
    .trim()
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^(?=\d)/, '_');
  return /[A-Za-z0-9]/.test(name) ? name : undefined;
}

export function readList(reporter: Reporter, located: Located, what: string): LocatedList | undefined {
  if (located.kind === 'list') return located;
  reportType(reporter, located, what, 'a list', undefined);
  return undefined;
}

function scalarOf(located: Located): LocatedScalar | undefined {
  return located.kind === 'scalar' ? located : undefined;
}

function boundsText({ least, most }: { readonly least?: number; readonly most?: number }): string {
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`;
  if (least !== undefined) return `, at least ${least}`;
  return most === undefined ? '' : `, at most ${most}`;
}

function reportType(
  reporter: Reporter,
  located: Located,
  what: string,
  expected: string,
  meant: ScalarValue | undefined,
): void {
  report(
    reporter,
    located,
    'wrong-type',
    `The ${what} is ${expected}, but here is ${describe(located)}.`,
    expected,
    meant,
  );
}

function reportValue(
  reporter: Reporter,
  located: Located,
  what: string,
  expected: string,
  meant: ScalarValue | undefined,
): void {
  const question = typeof meant === 'string' ? ` Did you mean “${meant}”?` : '';
  const message = `The ${what} is ${expected}, but here is ${describe(located)}.${question}`;
  report(reporter, located, 'bad-value', message, expected, meant);
}

function report(
  reporter: Reporter,
  located: Located,
  rule: 'wrong-type' | 'bad-value',
  message: string,
  expected: string,
  meant: ScalarValue | undefined,
): void {
  const { span: at, path } = located;
  const suggestion = proposalOf(reporter, located, meant);
  reporter.report({ at, path, rule, message, expected, actual: describe(located), suggestion });
}

function proposalOf(
  reporter: Reporter,
  located: Located,
  meant: ScalarValue | undefined,
): Proposal | undefined {
  if (meant === undefined || located.kind !== 'scalar') return undefined;
  const edits = replaceScalar(reporter.source, located, meant);
  return { text: `Write ${edits[0]?.text.trim() ?? ''}.`, edits };
}
