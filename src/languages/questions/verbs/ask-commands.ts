/** What can be typed in place of an answer. */
import { findNearest } from '../../../expression/index.ts';

/** Those that leave the question. */
export type LeavingCommand =
  /** To this question; default: the one before. */
  { readonly kind: 'back'; readonly question: string } | { readonly kind: 'review' | 'quit' | 'cancel' };

export type AskCommand =
  | LeavingCommand
  | { readonly kind: 'help' }
  /** A misspelled command is not an answer. */
  | { readonly kind: 'mismatch'; readonly message: string };

const kinds = ['help', 'review', 'quit', 'cancel'] as const;
const words = [':back', ...kinds.map((kind) => `:${kind}`)];

/** `undefined` for an answer. */
export function parseAskCommand(line: string): AskCommand | undefined {
  const typed = line.trimEnd();
  if (typed === '?') return { kind: 'help' };
  if (typed === '<') return { kind: 'back', question: '' };
  const [, word, rest = ''] = /^(:[a-z]+)(?:\s+(\S+))?$/i.exec(typed) ?? [];
  if (word === undefined) return undefined;
  if (word === ':back') return { kind: 'back', question: rest };
  const kind = kinds.find((each) => word === `:${each}`);
  if (kind !== undefined && rest === '') return { kind };
  const nearest = findNearest(word, words);
  if (nearest === undefined) return undefined;
  const message = `Unknown command. Did you mean “${nearest}”? To write it as an answer, put a space before it.`;
  return { kind: 'mismatch', message };
}

export const askCommandHelp: readonly string[] = [
  '?, :help         explains the question',
  '<, :back [ID]    returns to the previous question, or to the question of this id',
  ':review          shows the answers so far',
  ':quit            quits; the session is kept',
  ':cancel          ends the session, and removes its answers',
  'To write an answer that begins like one of these, put a space before it.',
];
