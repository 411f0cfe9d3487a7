/** Words to the walk itself, among the lines of an output. To write such a line, put a space before it. */
import type { Json } from '../../expression/index.ts';
import { readLoosely } from '../read-verdict.ts';

export type WalkWord =
  /** The output ends here. */
  | { readonly kind: 'end' }
  /** To the step of this id; to the one before where it is empty. */
  | { readonly kind: 'back'; readonly step: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'set'; readonly name: string; readonly value: Json }
  | { readonly kind: 'other' }
  | { readonly kind: 'skip' }
  | { readonly kind: 'quit' }
  | { readonly kind: 'help' };

/** Undefined of a line that is only a line. */
export function readWalkWord(line: string): WalkWord | undefined {
  const [, word = '', rest = ''] = /^([.]|:[a-z]+)(?:\s+(.*))?$/.exec(line.trimEnd()) ?? [];
  switch (word) {
    case '.':
      return rest === '' ? { kind: 'end' } : undefined;
    case ':back':
      return { kind: 'back', step: rest };
    case ':file':
      return rest === '' ? undefined : { kind: 'file', path: rest };
    case ':set':
      return readSetting(rest);
    case ':other':
      return rest === '' ? { kind: 'other' } : undefined;
    case ':skip':
      return rest === '' ? { kind: 'skip' } : undefined;
    case ':quit':
      return rest === '' ? { kind: 'quit' } : undefined;
    case ':help':
      return rest === '' ? { kind: 'help' } : undefined;
    default:
      return undefined;
  }
}

/** `name = value`: JSON where it is, else a text. */
function readSetting(text: string): Extract<WalkWord, { kind: 'set' }> | undefined {
  const [, name, value = ''] = /^([A-Za-z_$][\w$-]*)\s*=\s*(.*)$/.exec(text.trim()) ?? [];
  return name === undefined ? undefined : { kind: 'set', name, value: readLoosely(value) };
}

export const walkHelp: readonly string[] = [
  'A line with only a dot ends the output; Ctrl-D does, too.',
  ':file PATH          takes the output from a file',
  ':set NAME = VALUE   sets a variable of the context, as JSON or text, together with the output',
  ':back [STEP]        goes back to the step before, or to the one of this id, in a copy of the run',
  ':other              takes another of the steps that are open side by side',
  ':skip               goes on without this step',
  ':quit               leaves; the run is kept',
  'To write a line that begins like one of these, put a space before it.',
];
