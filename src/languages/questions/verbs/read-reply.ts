/** Reads a typed line as the answer to a question, as far as it needs no server. */
import { yesOrNo } from '../../../cli/arguments/yes-or-no.ts';
import type { Json } from '../../../expression/index.ts';
import type { ShownQuestion } from '../session/session-fields.ts';

export type Reply =
  | { readonly kind: 'answer'; readonly value: Json }
  /** Choices that contain the typed text, by number. A single one is the new proposal. */
  | { readonly kind: 'found'; readonly choices: readonly NumberedChoice[] }
  | { readonly kind: 'unclear'; readonly message: string };

export interface NumberedChoice {
  /** From 1. */
  readonly number: number;
  readonly choice: string;
}

/** @param proposal what Enter takes; null if nothing */
export function readReply(
  { type, choices }: Pick<ShownQuestion, 'type' | 'choices'>,
  line: string,
  proposal: Json,
): Reply {
  const typed = line.trim();
  if (typed === '') return { kind: 'answer', value: proposal ?? '' };
  if (type === 'boolean') {
    const yes = /^(true|false)$/i.test(typed) ? typed.toLowerCase() === 'true' : yesOrNo(typed);
    return yes === undefined
      ? { kind: 'unclear', message: 'Type yes or no.' }
      : { kind: 'answer', value: yes };
  }
  return choices === null ? { kind: 'answer', value: typed } : readChoice(numbered(choices), typed);
}

/** The text of a choice comes before its number: choices can be numbers. */
function readChoice(choices: readonly NumberedChoice[], typed: string): Reply {
  const lower = typed.toLowerCase();
  const chosen =
    choices.find(({ choice }) => choice === typed) ??
    choices.find(({ choice }) => choice.toLowerCase() === lower) ??
    choices.find(({ number }) => typed === `${number}`);
  if (chosen !== undefined) return { kind: 'answer', value: chosen.choice };
  const parts = lower.split(/\s+/);
  const found = choices.filter(({ choice }) => parts.every((part) => choice.toLowerCase().includes(part)));
  const message = `No choice is or contains “${typed.slice(0, 60)}”.`;
  return found.length === 0 ? { kind: 'unclear', message } : { kind: 'found', choices: found };
}

export const numbered = (choices: readonly string[]): readonly NumberedChoice[] =>
  choices.map((choice, at) => ({ number: at + 1, choice }));
