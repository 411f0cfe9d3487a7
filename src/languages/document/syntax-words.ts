/** What the YAML package found, in words for people who never read its grammar. */
import type { RawError } from './compose.ts';
import type { Cause } from './find-repairs.ts';

interface Words {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

const said = (message: string, expected: string, actual: string): Words => ({ message, expected, actual });

const otherIndentation = said(
  'This line is indented differently from those that it belongs to.',
  'the same indentation',
  'another',
);

const openQuote = (quote = 'quote'): Words =>
  said('This quote is not closed.', `a closing ${quote}`, 'the end');

type Phrase = readonly [found: RegExp, words: (there: string, match: RegExpExecArray) => Words];

/** By code and message of the YAML package; the first that fits. */
const phrases: readonly Phrase[] = [
  [/^TAB_AS_INDENT/, () => said('Indentation is made of spaces, but here is a tab.', 'spaces', 'a tab')],
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
  [/^BAD_INDENT|^BLOCK_AS_IMPLICIT_KEY|item without -/, () => otherIndentation],
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

/** @param there what is in the way */
export function inWords({ code, message }: RawError, cause: Cause, there: string): Words {
  if (cause === 'indentation') return otherIndentation;
  if (cause === 'stray') return said(`${shown(there)} does not belong here.`, 'a key', shown(there));
  if (cause === 'quote') return openQuote(/Missing closing (['"])/.exec(message)?.[1]);
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
