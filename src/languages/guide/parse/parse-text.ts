/** Texts of a certain length, and lists of them without repetition. */
import { describe } from '../../document/describe.ts';
import { removeItem } from '../../document/list-edits.ts';
import {
  type Located,
  type LocatedEntry,
  type LocatedList,
  type LocatedScalar,
  toJson,
} from '../../document/located.ts';
import { readList, readText } from '../../document/read-value.ts';
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import { flowText } from '../../document/yaml-text.ts';

export interface TextRules {
  /** As a sentence begins: “The title”. */
  readonly what: string;
  /** Characters; 1 where nothing is said. */
  readonly least?: number;
  readonly most?: number;
  /** What could stand in place of an empty one. */
  readonly instead?: string;
}

/** The text as it is written, whatever its length. */
export function readSized(
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
      message: `${rules.what} is a text, but here is ${describe(located)}.`,
      expected: 'a text',
      actual: describe(located),
      suggestion: {
        text: `Write ${JSON.stringify(text)}.`,
        edits: replaceScalar(reporter.source, located, text),
      },
    });
    return text;
  }
  const { what, least = 1, most = Number.POSITIVE_INFINITY, instead } = rules;
  const length = lengthOf(text, most);
  if (length >= least && length <= most) return text;
  const repaired = length === 0 && instead !== undefined ? instead : undefined;
  report(reporter, located, {
    rule: 'bad-length',
    message: `${what} ${lengthInWords(length, least, most)}`,
    expected: boundsInWords(least, most),
    actual: charactersInWords(length),
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

/** Characters as people count them, for texts that could be too long. */
function lengthOf(text: string, most: number): number {
  return text.length <= most ? text.length : [...text].length;
}

function lengthInWords(length: number, least: number, most: number): string {
  if (length === 0) return `is empty: it has ${boundsInWords(least, most)}.`;
  const [bound, limit] = length < least ? ['at least', least] : ['at most', most];
  return `has ${bound} ${charactersInWords(limit)}, but here are ${length}.`;
}

function boundsInWords(least: number, most: number): string {
  if (most === Number.POSITIVE_INFINITY) return `at least ${charactersInWords(least)}`;
  return least === 0 ? `at most ${charactersInWords(most)}` : `${least} to ${charactersInWords(most)}`;
}

function charactersInWords(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
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
    message: `${what} is a map of names and values, but here is ${describe(located)}.`,
    expected: 'a map',
    actual: describe(located),
  });
  return [];
}

export interface TextListRules {
  /** As a sentence begins: “The list “preconditions””. */
  readonly what: string;
  /** Of one of its texts. */
  readonly most?: number;
  readonly least?: number;
  readonly fewest?: number;
  readonly greatest?: number;
  /** Whether a text may stand there again. */
  readonly repeats?: boolean;
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
  if (rules.repeats !== true) reportRepeated(reporter, list, rules.what);
  const { fewest = 0, greatest = Number.POSITIVE_INFINITY, least, most } = rules;
  if (list.items.length < fewest || list.items.length > greatest) {
    reportCount(reporter, list, rules.what, fewest, greatest);
  }
  const sized: TextRules = {
    what: `${rules.what.replace(/^The list/, 'Each text of')}`,
    ...(least === undefined ? {} : { least }),
    ...(most === undefined ? {} : { most }),
  };
  return list.items.flatMap((item) => readSized(reporter, item, sized) ?? []);
}

/** A text in place of a list of texts: a list of that one is meant. */
function readLoneText(
  reporter: Reporter,
  located: LocatedScalar,
  text: string,
  what: string,
): readonly string[] {
  const { source } = reporter;
  const meant = flowText([text], source.json);
  // What goes over several lines may end with a line break that parts it from what follows.
  const isShort = !source.text.slice(located.span.start, located.span.end).includes('\n');
  report(reporter, located, {
    rule: 'wrong-type',
    message: `${what} is a list, but here is ${describe(located)}.`,
    expected: 'a list',
    actual: describe(located),
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
  fewest: number,
  greatest: number,
): void {
  const few = list.items.length < fewest;
  report(reporter, list, {
    rule: few ? 'too-few' : 'limit',
    message: `${what} has at ${few ? `least ${fewest}` : `most ${greatest}`}, but here are ${list.items.length}.`,
    expected: few ? `at least ${fewest}` : `at most ${greatest}`,
    actual: String(list.items.length),
  });
}

/** Of what stands there more than once, every one but the first is reported. */
export function reportRepeated(reporter: Reporter, list: LocatedList, what: string): void {
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
        message: `${what} has this twice.`,
        expected: 'each once',
        actual: `${describe(item)} again`,
        suggestion: { text: 'Remove the second one.', edits: removeItem(reporter.source, list, index) },
      },
    );
  });
}
