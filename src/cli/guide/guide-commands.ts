/** Words to the walk itself, among the lines of an output. To write such a line, put a space before it. */
import { findNearest, type Json } from '../../expression/index.ts';
import { cutEnd } from '../cut-end.ts';
import { readLoosely } from '../read-verdict.ts';

export type GuideCommand =
  /** The output ends here. */
  | { readonly kind: 'end' }
  /** To the step of this id; to the one before where it is empty. */
  | { readonly kind: 'back'; readonly step: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'set'; readonly name: string; readonly value: Json }
  | { readonly kind: 'other' }
  | { readonly kind: 'skip' }
  | { readonly kind: 'quit' }
  | { readonly kind: 'keep' }
  | { readonly kind: 'help' }
  /** It was meant as one of these, and is none: it is not written, and nothing happens but that this is said. */
  | { readonly kind: 'misfit'; readonly message: string };

const usages: ReadonlyMap<string, string> = new Map([
  [':back', ':back, or :back STEP'],
  [':file', ':file PATH'],
  [':set', ':set NAME = VALUE'],
  [':other', ':other'],
  [':skip', ':skip'],
  [':quit', ':quit'],
  [':keep', ':keep'],
  [':help', ':help'],
]);

/** Undefined of a line that is only a line. */
export function parseGuideCommand(line: string): GuideCommand | undefined {
  const typed = line.trimEnd();
  if (typed === '.') return { kind: 'end' };
  const [, word, rest = ''] = /^(:[A-Za-z]+)(?:\s+(.*))?$/.exec(typed) ?? [];
  if (word === undefined) return undefined;
  const found = readCommand(word, rest);
  if (found !== undefined) return found;
  const usage = usages.get(findNearest(word, [...usages.keys()]) ?? '');
  return usage === undefined ? undefined : { kind: 'misfit', message: describeMismatch(typed, usage) };
}

const describeMismatch = (typed: string, usage: string): string =>
  `“${cutEnd(typed, 40)}” is not understood, and not written. Did you mean “${usage}”? To write it, put a space before it.`;

function readCommand(word: string, rest: string): GuideCommand | undefined {
  switch (word) {
    case ':back':
      return { kind: 'back', step: rest };
    case ':file':
      return rest === '' ? undefined : { kind: 'file', path: rest };
    case ':set':
      return readSetting(rest);
    case ':other':
      return withoutArgument('other', rest);
    case ':skip':
      return withoutArgument('skip', rest);
    case ':quit':
      return withoutArgument('quit', rest);
    case ':keep':
      return withoutArgument('keep', rest);
    case ':help':
      return withoutArgument('help', rest);
    default:
      return undefined;
  }
}

/** Nothing stands behind it. */
const withoutArgument = (
  kind: 'other' | 'skip' | 'quit' | 'keep' | 'help',
  rest: string,
): GuideCommand | undefined => (rest === '' ? { kind } : undefined);

/** `name = value`: JSON where it is, else a text. */
function readSetting(text: string): Extract<GuideCommand, { kind: 'set' }> | undefined {
  const [, name, value = ''] = /^([A-Za-z_$][\w$-]*)\s*=\s*(.*)$/.exec(text.trim()) ?? [];
  return name === undefined ? undefined : { kind: 'set', name, value: readLoosely(value) };
}

export const guideCommandHelp: readonly string[] = [
  'A line with only a dot ends the output; Ctrl-D does, too. With more pasted behind it, it is a line as any other.',
  ':file PATH          takes the rest of the output from a file',
  ':keep               takes what you wrote and was not accepted, to go on from there',
  ':set NAME = VALUE   sets a variable of the context, as JSON or text, together with the output',
  ':back [STEP]        goes back to the step before, or to the one of this id, in a copy of the run',
  ':other              takes another of the steps that are open side by side',
  ':skip               goes on without this step',
  ':quit               leaves; the run is kept',
  'To write a line that begins like one of these, put a space before it.',
];
