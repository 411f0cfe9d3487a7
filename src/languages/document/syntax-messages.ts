/** What the YAML package found, in words for people who never read its grammar. */
import type { RawError } from './compose.ts';
import type { SyntaxCause } from './find-repairs.ts';

interface SyntaxMessage {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

const syntaxMessage = (message: string, expected: string, actual: string): SyntaxMessage => ({
  message,
  expected,
  actual,
});

const otherIndentation = syntaxMessage(
  'This line is indented differently from those that it belongs to.',
  'the same indentation',
  'another',
);

const openQuote = (quote = 'quote'): SyntaxMessage =>
  syntaxMessage('This quote is not closed.', `a closing ${quote}`, 'the end');

type MessageRule = readonly [
  found: RegExp,
  words: (offendingText: string, match: RegExpExecArray) => SyntaxMessage,
];

/** By code and message of the YAML package; the first that fits. */
const messageRules: readonly MessageRule[] = [
  [
    /^TAB_AS_INDENT/,
    () => syntaxMessage('Indentation is made of spaces, but here is a tab.', 'spaces', 'a tab'),
  ],
  [
    /Flow (?:map|sequence).* end with a (.)/,
    (_, [, bracket]) =>
      syntaxMessage('This bracket is not closed.', `a closing ${bracket}`, 'something else'),
  ],
  [
    /Missing , |^BLOCK_IN_FLOW/,
    (offendingText) =>
      syntaxMessage(
        'A comma or a colon is missing between two values in brackets.',
        'a comma',
        shown(offendingText),
      ),
  ],
  [/Unexpected , |empty item/, () => syntaxMessage('There is a comma too many.', 'a value', 'a comma')],
  [/Missing space after :/, () => syntaxMessage('A space is missing after the colon.', 'a space', 'none')],
  [
    /Comments must be separated/,
    () => syntaxMessage('A space is missing before the comment.', 'a space before #', 'none'),
  ],
  [
    /^BAD_DQ_ESCAPE/,
    () =>
      syntaxMessage(
        'This is no escape; in double quotes a backslash is written \\\\.',
        'an escape such as \\n',
        'a backslash',
      ),
  ],
  [
    /^BAD_SCALAR_START/,
    (offendingText) =>
      syntaxMessage(
        `A text that starts with ${shown(offendingText)} has to be in quotes.`,
        'a text in quotes',
        shown(offendingText),
      ),
  ],
  [
    /Nested mappings/,
    () =>
      syntaxMessage(
        'A second “key:” on one line: put the text in quotes, or the key on a line of its own.',
        'one key',
        'two',
      ),
  ],
  [/^BAD_INDENT|^BLOCK_AS_IMPLICIT_KEY|item without -/, () => otherIndentation],
  [
    /^MULTILINE_IMPLICIT_KEY|Implicit map keys/,
    () =>
      syntaxMessage(
        'Here a key and a value are expected, as in “key: value”.',
        'key: value',
        'no colon with a space after it',
      ),
  ],
  [
    /^MULTIPLE_DOCS/,
    () =>
      syntaxMessage('Only one document may stand in a file.', 'one document', 'a second after --- or ...'),
  ],
  [
    /same line with key/,
    () => syntaxMessage('A list starts on a line of its own.', 'a line break', 'a dash'),
  ],
  [
    /^BAD_ALIAS|^ALIAS_PROPS|^MULTIPLE_ANCHORS/,
    () => syntaxMessage('This anchor cannot be used so.', '&name or *name', 'other'),
  ],
  [/^KEY_OVER_1024_CHARS/, () => syntaxMessage('This key is too long.', 'at most 1024 characters', 'more')],
  [
    /Block scalar header/,
    () => syntaxMessage('After | or > only + or - and a digit may stand.', '| or >', 'more'),
  ],
  [
    /^TAG_RESOLVE_FAILED|^BAD_COLLECTION_TYPE/,
    () => syntaxMessage('The tag does not fit the value.', 'another tag', 'this tag'),
  ],
  [
    /^UNEXPECTED_TOKEN/,
    (offendingText) =>
      syntaxMessage('This does not belong here.', 'the end of the value', shown(offendingText)),
  ],
];

/** @param offendingText what is in the way */
export function describeSyntaxError(
  { code, message }: RawError,
  cause: SyntaxCause,
  offendingText: string,
): SyntaxMessage {
  if (cause === 'indentation') return otherIndentation;
  if (cause === 'stray')
    return syntaxMessage(`${shown(offendingText)} does not belong here.`, 'a key', shown(offendingText));
  if (cause === 'quote') return openQuote(/Missing closing (['"])/.exec(message)?.[1]);
  for (const [pattern, createMessage] of messageRules) {
    const match = pattern.exec(`${code} ${message}`);
    if (match !== null) return createMessage(offendingText, match);
  }
  return syntaxMessage('This cannot be read.', 'YAML or JSON', shown(offendingText));
}

function shown(offendingText: string): string {
  const line = offendingText.split('\n')[0]?.trim() ?? '';
  return line === '' ? 'the end' : `“${line.length > 40 ? `${line.slice(0, 40)}…` : line}”`;
}
