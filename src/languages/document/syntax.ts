/**
 * Mistakes of form, in plain words: one for each place, not one for each sign that the parser stumbles over on the way.
 * What is proposed was tried: with it the text has fewer mistakes.
 */
import type { Span } from '../../expression/index.ts';
import type { RawError } from './compose.ts';
import { findRepair } from './find-repair.ts';
import { findOpenBracket, findOpenQuote } from './opening.ts';
import type { Reporter } from './reporter.ts';
import { lineStartOf } from './source-text.ts';

const mostReported = 100;
/** Characters that no text needs and that YAML does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

export function reportSyntax(reporter: Reporter, errors: readonly RawError[]): void {
  reportControls(reporter);
  const { source } = reporter;
  const repair = findRepair(source.text, errors.length);
  const found = firstPerLine(reporter, errors)
    .slice(0, mostReported)
    .map((error) => ({ error, repair: repair(error) }));
  // Where one repair puts everything right, it was the only mistake.
  const only = found.find((each) => each.repair?.remaining === 0);
  for (const { error, repair: known } of only === undefined ? found : [only]) {
    const { start, end } = spanOf(error, source.text);
    const { message, expected, actual } = inWords(error, source.text.slice(error.start, error.end));
    reporter.report({
      at: { start, end },
      path: '',
      rule: 'syntax',
      message,
      expected,
      actual,
      suggestion: known?.proposal,
    });
  }
}

/** What is not closed is shown where it opens, everything else where it stands, with at least one character. */
function spanOf({ message, start, end }: RawError, text: string): Span {
  const opening = message.includes('Missing closing')
    ? findOpenQuote(text, start)
    : /Flow (?:map|sequence).* end with/.test(message)
      ? findOpenBracket(text, start)
      : undefined;
  if (opening !== undefined) return { start: opening, end: opening + 1 };
  const last = Math.min(Math.max(end, start + 1), text.length);
  return { start: Math.min(start, last), end: last };
}

function reportControls(reporter: Reporter): void {
  let left = mostReported;
  for (const { index, 0: letter } of reporter.source.text.matchAll(control)) {
    if (left === 0) return;
    left -= 1;
    const code = `U+${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
    const at = { start: index, end: index + 1 };
    reporter.report({
      at,
      path: '',
      rule: 'syntax',
      message: `The control character ${code} cannot stand in a document.`,
      expected: 'text',
      actual: code,
      suggestion: { text: `Remove ${code}.`, edits: [{ span: at, text: '' }] },
    });
  }
}

/** What follows on a line, and what is left over once the parser lost its way, are echoes of the first mistake. */
function firstPerLine({ source }: Reporter, errors: readonly RawError[]): readonly RawError[] {
  const lines = new Set<number>();
  return errors
    .toSorted((a, b) => a.start - b.start)
    .filter((error, index) => {
      const line = lineStartOf(source, error.start);
      const echo = lines.has(line) || (index > 0 && error.message.includes('in YAML stream'));
      lines.add(line);
      return !echo;
    });
}

interface Words {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

const said = (message: string, expected: string, actual: string): Words => ({ message, expected, actual });

type Phrase = readonly [found: RegExp, words: (there: string, match: RegExpExecArray) => Words];

/** By code and message of the YAML package; the first that fits. */
const phrases: readonly Phrase[] = [
  [/^TAB_AS_INDENT/, () => said('Indentation is made of spaces, but here is a tab.', 'spaces', 'a tab')],
  [
    /Missing closing (['"])/,
    (_, [, quote]) => said('This quote is not closed.', `a closing ${quote}`, 'the end'),
  ],
  [
    /Flow (?:map|sequence).* end with a (.)/,
    (_, [, bracket]) => said('This bracket is not closed.', `a closing ${bracket}`, 'something else'),
  ],
  [
    /Missing , |^BLOCK_IN_FLOW/,
    (there) => said('A comma or a colon is missing between two values in brackets.', 'a comma', shown(there)),
  ],
  [/Unexpected , |empty item/, () => said('There is a comma too many.', 'a value', 'a comma')],
  [/Missing space after :/, () => said('A space is missing after the colon.', 'a space', 'none')],
  [
    /Comments must be separated/,
    () => said('A space is missing before the comment.', 'a space before #', 'none'),
  ],
  [
    /^BAD_DQ_ESCAPE/,
    () =>
      said(
        'This is no escape; in double quotes a backslash is written \\\\.',
        'an escape such as \\n',
        'a backslash',
      ),
  ],
  [
    /^BAD_SCALAR_START/,
    (there) =>
      said(`A text that starts with ${shown(there)} has to be in quotes.`, 'a text in quotes', shown(there)),
  ],
  [
    /Nested mappings/,
    () =>
      said(
        'A second “key:” on one line: put the text in quotes, or the key on a line of its own.',
        'one key',
        'two',
      ),
  ],
  [
    /^BAD_INDENT|^BLOCK_AS_IMPLICIT_KEY/,
    () =>
      said(
        'This line is indented differently from those that it belongs to.',
        'the same indentation',
        'another',
      ),
  ],
  [
    /^MULTILINE_IMPLICIT_KEY|Implicit map keys/,
    () =>
      said(
        'Here a key and a value are expected, as in “key: value”.',
        'key: value',
        'no colon with a space after it',
      ),
  ],
  [
    /^MULTIPLE_DOCS/,
    () => said('Only one document may stand in a file.', 'one document', 'a second after --- or ...'),
  ],
  [/same line with key/, () => said('A list starts on a line of its own.', 'a line break', 'a dash')],
  [
    /^BAD_ALIAS|^ALIAS_PROPS|^MULTIPLE_ANCHORS/,
    () => said('This anchor cannot be used so.', '&name or *name', 'other'),
  ],
  [/^KEY_OVER_1024_CHARS/, () => said('This key is too long.', 'at most 1024 characters', 'more')],
  [/Block scalar header/, () => said('After | or > only + or - and a digit may stand.', '| or >', 'more')],
  [
    /^TAG_RESOLVE_FAILED|^BAD_COLLECTION_TYPE/,
    () => said('The tag does not fit the value.', 'another tag', 'this tag'),
  ],
  [/^UNEXPECTED_TOKEN/, (there) => said('This does not belong here.', 'the end of the value', shown(there))],
];

function inWords({ code, message }: RawError, there: string): Words {
  for (const [found, words] of phrases) {
    const match = found.exec(`${code} ${message}`);
    if (match !== null) return words(there, match);
  }
  return said('This cannot be read.', 'YAML or JSON', shown(there));
}

function shown(there: string): string {
  const line = there.split('\n')[0]?.trim() ?? '';
  return line === '' ? 'the end' : `“${line.length > 40 ? `${line.slice(0, 40)}…` : line}”`;
}
