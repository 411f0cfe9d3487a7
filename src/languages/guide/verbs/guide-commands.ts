/** Parses the commands that a user types among the lines of an output. To write such a line, put a space before it. */

import { readLoosely } from '../../../cli/arguments/read-verdict.ts';
import { cutEnd } from '../../../cli/print/cut-end.ts';
import { findNearest, type Json } from '../../../expression/index.ts';

export type GuideCommand =
  /** Ends the output. */
  | { readonly kind: 'end' }
  /** Returns to the step of this id; default: the previous one. */
  | { readonly kind: 'back'; readonly step: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'set'; readonly name: string; readonly value: Json }
  | { readonly kind: 'other' }
  | { readonly kind: 'skip' }
  | { readonly kind: 'quit' }
  | { readonly kind: 'keep' }
  | { readonly kind: 'help' }
  /** A misspelled command: it is reported and not added to the output. */
  | { readonly kind: 'mismatch'; readonly message: string };

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

/** `undefined` for a plain line. */
export function parseGuideCommand(line: string): GuideCommand | undefined {
  const typed = line.trimEnd();
  if (typed === '.') return { kind: 'end' };
  const [, word, rest = ''] = /^(:[A-Za-z]+)(?:\s+(.*))?$/.exec(typed) ?? [];
  if (word === undefined) return undefined;
  const found = readCommand(word, rest);
  if (found !== undefined) return found;
  const usage = usages.get(findNearest(word, [...usages.keys()]) ?? '');
  return usage === undefined ? undefined : { kind: 'mismatch', message: describeMismatch(typed, usage) };
}

const describeMismatch = (typed: string, usage: string): string =>
  `Unknown command “${cutEnd(typed, 40)}”. Did you mean “${usage}”? To write it as text, put a space before it.`;

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

/** A command without arguments. */
const withoutArgument = (
  kind: 'other' | 'skip' | 'quit' | 'keep' | 'help',
  rest: string,
): GuideCommand | undefined => (rest === '' ? { kind } : undefined);

/** `name = value`: the value is JSON if it parses, otherwise a text. */
function readSetting(text: string): Extract<GuideCommand, { kind: 'set' }> | undefined {
  const [, name, value = ''] = /^([A-Za-z_$][\w$-]*)\s*=\s*(.*)$/.exec(text.trim()) ?? [];
  return name === undefined ? undefined : { kind: 'set', name, value: readLoosely(value) };
}

export const guideCommandHelp: readonly string[] = [
  'A line with only a dot, or Ctrl-D, ends the output. If more pasted lines follow, the dot is part of the text.',
  ':file PATH          reads the rest of the output from a file',
  ':keep               continues with your previous text that was not accepted',
  ':set NAME = VALUE   sets a variable of the context, as JSON or text, with the output',
  ':back [STEP]        returns to the previous step, or to the step of this id, in a copy of the run',
  ':other              shows another open step',
  ':skip               skips this step',
  ':quit               quits; the run is kept',
  'To write a line that begins like one of these, put a space before it.',
];
