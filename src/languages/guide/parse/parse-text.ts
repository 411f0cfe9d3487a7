/** Reads texts within length limits, and lists of unique texts. */
import { describeLocated } from '../../document/describe.ts';
import { removeItem } from '../../document/list-edits.ts';
import { type Located, type LocatedList, type LocatedScalar, toJson } from '../../document/located.ts';
import { readList, readText } from '../../document/read-value.ts';
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import type { JsonSchema, ValueType } from '../../document/shape.ts';
import { flowText } from '../../document/yaml-text.ts';

export interface TextRules {
  /** Begins a sentence: “The title”. */
  readonly what: string;
  /** Characters; default: 1. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Suggested in place of an empty text. */
  readonly instead?: string;
}

/** The text as written, regardless of its length. */
export function readTextWithin(
  reporter: Reporter,
  located: Located | undefined,
  rules: TextRules,
): string | undefined {
  if (located === undefined) return undefined;
  const text = readText(reporter, located, rules.what);
  if (text === undefined || located.kind !== 'scalar') return text;
  if (reporter.source.json && typeof located.value !== 'string') {
    report(reporter, located, {
      rule: 'wrong-type',
      message: `${rules.what} must be a text, but is ${describeLocated(located)}.`,
      expected: 'a text',
      actual: describeLocated(located),
      suggestion: {
        text: `Write ${JSON.stringify(text)}.`,
        edits: replaceScalar(reporter.source, located, text),
      },
    });
    return text;
  }
  const { what, minLength = 1, maxLength = Number.POSITIVE_INFINITY, instead } = rules;
  const length = lengthOf(text, maxLength);
  if (length >= minLength && length <= maxLength) return text;
  const repaired = length === 0 && instead !== undefined ? instead : undefined;
  report(reporter, located, {
    rule: 'bad-length',
    message: `${what} ${describeLength(length, minLength, maxLength)}`,
    expected: describeBounds(minLength, maxLength),
    actual: describeCharacters(length),
    suggestion:
      repaired === undefined
        ? undefined
        : {
            text: `Write ${JSON.stringify(repaired)}.`,
            edits: replaceScalar(reporter.source, located, repaired),
          },
  });
  return repaired ?? text;
}

/** A text within a length. @param rules without `what`, which the key has */
export const within = (rules: Omit<TextRules, 'what'> = {}): ValueType<string> => ({
  read: (reporter, located, what) => readTextWithin(reporter, located, { what, ...rules }),
  schema: () => schemaOfText(rules),
  label: `text${labelOfLength(rules)}`,
});

const schemaOfText = ({ minLength = 1, maxLength }: Omit<TextRules, 'what'>): JsonSchema => ({
  type: 'string',
  ...(minLength === 0 ? {} : { minLength }),
  ...(maxLength === undefined ? {} : { maxLength }),
});

/** Nothing if only an empty text is too short. */
const labelOfLength = ({ minLength = 1, maxLength }: Omit<TextRules, 'what'>): string =>
  maxLength === undefined && minLength <= 1
    ? ''
    : ` of ${describeBounds(minLength, maxLength ?? Number.POSITIVE_INFINITY)}`;

/** Counts characters as people do, for texts that could be too long. */
function lengthOf(text: string, maxLength: number): number {
  return text.length <= maxLength ? text.length : [...text].length;
}

function describeLength(length: number, minLength: number, maxLength: number): string {
  if (length === 0) return `is empty, but must have ${describeBounds(minLength, maxLength)}.`;
  const [bound, limit] = length < minLength ? ['at least', minLength] : ['at most', maxLength];
  return `must have ${bound} ${describeCharacters(limit)}, but has ${length}.`;
}

function describeBounds(minLength: number, maxLength: number): string {
  if (maxLength === Number.POSITIVE_INFINITY) return `at least ${describeCharacters(minLength)}`;
  return minLength === 0
    ? `at most ${describeCharacters(maxLength)}`
    : `${minLength} to ${describeCharacters(maxLength)}`;
}

function describeCharacters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}

interface ItemRules {
  readonly minCount?: number;
  readonly maxCount?: number;
  /** Whether an item may occur again. */
  readonly repeats?: boolean;
}

export interface TextListRules extends ItemRules {
  /** Begins a sentence: “The list “preconditions””. */
  readonly what: string;
  /** Limit of each text. */
  readonly maxLength?: number;
  readonly minLength?: number;
}

export function readTexts(
  reporter: Reporter,
  located: Located | undefined,
  rules: TextListRules,
): readonly string[] {
  if (located?.kind === 'scalar' && typeof located.value === 'string') {
    return readLoneText(reporter, located, located.value, rules.what);
  }
  const list = readList(reporter, located, rules.what);
  if (list === undefined) return [];
  reportItems(reporter, list, rules.what, rules);
  const { minLength, maxLength } = rules;
  const sized: TextRules = {
    what: `${rules.what.replace(/^The list/, 'Each text of')}`,
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
  };
  return list.items.flatMap((item) => readTextWithin(reporter, item, sized) ?? []);
}

export const texts = (rules: Omit<TextListRules, 'what'> = {}): ValueType<readonly string[]> => ({
  read: (reporter, located, what) => readTexts(reporter, located, { what, ...rules }),
  schema: () => ({
    type: 'array',
    items: schemaOfText(rules),
    ...schemaOfItems(rules),
  }),
  whatOf: listOf,
  label: `list of ${labelOfCount(rules)}texts${labelOfLength(rules)}`,
});

const listOf = (key: string): string => `The list “${key}”`;

/** “maxIterations”, in quotes, starts a sentence about the value of that key. */
export const quoted = (key: string): string => `“${key}”`;

/** A list, whose items the caller reads. */
export const items = (type: ValueType<unknown>, rules: ItemRules = {}): ValueType<LocatedList> => ({
  read(reporter, located, what) {
    const list = readList(reporter, located, what);
    if (list !== undefined) reportItems(reporter, list, what, rules);
    return list;
  },
  schema: (refer) => ({ type: 'array', items: type.schema(refer), ...schemaOfItems(rules) }),
  whatOf: listOf,
  label: `list of ${labelOfCount(rules)}${type.label}`,
});

const schemaOfItems = ({ minCount, maxCount, repeats }: ItemRules): JsonSchema => ({
  ...(repeats === true ? {} : { uniqueItems: true }),
  ...(minCount === undefined ? {} : { minItems: minCount }),
  ...(maxCount === undefined ? {} : { maxItems: maxCount }),
});

function reportItems(
  reporter: Reporter,
  list: LocatedList,
  what: string,
  { minCount = 0, maxCount = Number.POSITIVE_INFINITY, repeats }: ItemRules,
): void {
  if (repeats !== true) reportRepeated(reporter, list, what);
  if (list.items.length < minCount || list.items.length > maxCount)
    reportCount(reporter, list, what, minCount, maxCount);
}

function labelOfCount({ minCount, maxCount }: ItemRules): string {
  if (minCount === undefined) return maxCount === undefined ? '' : `at most ${maxCount} `;
  return maxCount === undefined ? `at least ${minCount} ` : `${minCount} to ${maxCount} `;
}

/** A text in place of a list: read as a list of that text. */
function readLoneText(
  reporter: Reporter,
  located: LocatedScalar,
  text: string,
  what: string,
): readonly string[] {
  const { source } = reporter;
  const meant = flowText([text], source.json);
  // A text of several lines may end with a line break that separates it from what follows.
  const isShort = !source.text.slice(located.span.start, located.span.end).includes('\n');
  report(reporter, located, {
    rule: 'wrong-type',
    message: `${what} must be a list, but is ${describeLocated(located)}.`,
    expected: 'a list',
    actual: describeLocated(located),
    suggestion: isShort
      ? { text: `Write ${meant}.`, edits: [{ span: located.span, text: meant }] }
      : undefined,
  });
  return [text];
}

export function reportCount(
  reporter: Reporter,
  list: LocatedList,
  what: string,
  minCount: number,
  maxCount: number,
): void {
  const few = list.items.length < minCount;
  report(reporter, list, {
    rule: few ? 'too-few' : 'limit',
    message: `${what} must have at ${few ? `least ${minCount}` : `most ${maxCount}`}, but has ${list.items.length}.`,
    expected: few ? `at least ${minCount}` : `at most ${maxCount}`,
    actual: String(list.items.length),
  });
}

/** Reports every repeated item but the first. */
function reportRepeated(reporter: Reporter, list: LocatedList, what: string): void {
  const seen = new Set<string>();
  list.items.forEach((item, index) => {
    const written = JSON.stringify(toJson(item));
    if (!seen.has(written)) {
      seen.add(written);
      return;
    }
    const span = list.itemSpans[index] ?? item.span;
    report(
      reporter,
      { span, path: item.path },
      {
        rule: 'duplicate-item',
        message: `${what} contains this twice.`,
        expected: 'each once',
        actual: `${describeLocated(item)} again`,
        suggestion: { text: 'Remove the second one.', edits: removeItem(reporter.source, list, index) },
      },
    );
  });
}
