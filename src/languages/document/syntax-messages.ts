/** Translates errors of the YAML package into messages for readers who do not know the YAML grammar. */
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
  'This line is not indented like the other lines of its block.',
  'the same indentation',
  'other indentation',
);

const openQuote = (quote = 'quote'): SyntaxMessage =>
  syntaxMessage('This quote is not closed.', `a closing ${quote}`, 'the end');

type MessageRule = readonly [
  found: RegExp,
  describe: (offendingText: string, match: RegExpExecArray) => SyntaxMessage,
];

/** Matched against code and message of the YAML package; the first match wins. */
const messageRules: readonly MessageRule[] = [
  [/^TAB_AS_INDENT/, () => syntaxMessage('Indentation must use spaces, not tabs.', 'spaces', 'a tab')],
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
  [
    /Unexpected , |empty item/,
    () => syntaxMessage('This comma has no value before or after it.', 'a value', 'a comma'),
  ],
  [/Missing space after :/, () => syntaxMessage('A space is missing after the colon.', 'a space', 'none')],
  [
    /Comments must be separated/,
    () => syntaxMessage('A space is missing before the comment.', 'a space before #', 'none'),
  ],
  [
    /^BAD_DQ_ESCAPE/,
    () =>
      syntaxMessage(
        'This is not an escape. In double quotes, write a backslash as \\\\.',
        'an escape such as \\n',
        'a backslash',
      ),
  ],
  [
    /^BAD_SCALAR_START/,
    (offendingText) =>
      syntaxMessage(
        `A text that starts with ${shown(offendingText)} must be in quotes.`,
        'a text in quotes',
        shown(offendingText),
      ),
  ],
  [
    /Nested mappings/,
    () =>
      syntaxMessage(
        'A line cannot have two keys. Put the text in quotes, or the second key on a separate line.',
        'one key',
        'two',
      ),
  ],
  [/^BAD_INDENT|^BLOCK_AS_IMPLICIT_KEY|item without -/, () => otherIndentation],
  [
    /^MULTILINE_IMPLICIT_KEY|Implicit map keys/,
    () =>
      syntaxMessage(
        'A key and a value are expected here, as in “key: value”.',
        'key: value',
        'no colon with a space after it',
      ),
  ],
  [
    /^MULTIPLE_DOCS/,
    () => syntaxMessage('A file can contain only one document.', 'one document', 'a second after --- or ...'),
  ],
  [/same line with key/, () => syntaxMessage('A list must start on a new line.', 'a line break', 'a dash')],
  [
    /^BAD_ALIAS|^ALIAS_PROPS|^MULTIPLE_ANCHORS/,
    () => syntaxMessage('This anchor or alias is invalid.', '&name or *name', 'other'),
  ],
  [/^KEY_OVER_1024_CHARS/, () => syntaxMessage('This key is too long.', 'at most 1024 characters', 'more')],
  [
    /Block scalar header/,
    () => syntaxMessage('Only +, - and a digit are allowed after | or >.', '| or >', 'more'),
  ],
  [
    /^TAG_RESOLVE_FAILED|^BAD_COLLECTION_TYPE/,
    () => syntaxMessage('The tag does not fit the value.', 'another tag', 'this tag'),
  ],
  [
    /^UNEXPECTED_TOKEN/,
    (offendingText) =>
      syntaxMessage('This text is unexpected here.', 'the end of the value', shown(offendingText)),
  ],
];

/** @param offendingText the text where the parser failed */
export function describeSyntaxError(
  { code, message }: RawError,
  cause: SyntaxCause,
  offendingText: string,
): SyntaxMessage {
  if (cause === 'indentation') return otherIndentation;
  if (cause === 'stray')
    return syntaxMessage(`${shown(offendingText)} is unexpected here.`, 'a key', shown(offendingText));
  if (cause === 'quote') return openQuote(/Missing closing (['"])/.exec(message)?.[1]);
  for (const [pattern, createMessage] of messageRules) {
    const match = pattern.exec(`${code} ${message}`);
    if (match !== null) return createMessage(offendingText, match);
  }
  return syntaxMessage('This text cannot be parsed.', 'YAML or JSON', shown(offendingText));
}

function shown(offendingText: string): string {
  const line = offendingText.split('\n')[0]?.trim() ?? '';
  return line === '' ? 'the end' : `“${line.length > 40 ? `${line.slice(0, 40)}…` : line}”`;
}
