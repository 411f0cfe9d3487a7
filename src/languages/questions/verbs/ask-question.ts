/** Asks a question at the terminal until a line is an answer or a command, and reads it as far as it needs no server. */
import { yesOrNo } from '../../../cli/arguments/yes-or-no.ts';
import { oneLine } from '../../../cli/print/clean-lines.ts';
import { cutEnd } from '../../../cli/print/cut-end.ts';
import { findNearest, type Json } from '../../../expression/index.ts';
import type { ShownQuestion } from '../session/session-fields.ts';
import type { AskContext } from './ask-context.ts';
import { sayProblem } from './say.ts';
import { listChoices, type NumberedChoice, numbered, showHelp } from './show-question.ts';

/** What can be typed in place of an answer, and leaves the question. */
export type LeavingCommand =
  /** To this question; default: the one before. */
  { readonly kind: 'back'; readonly question: string } | { readonly kind: 'review' | 'quit' | 'cancel' };

export type QuestionOutcome = { readonly kind: 'answer'; readonly value: Json } | LeavingCommand;

export async function askQuestion(context: AskContext, question: ShownQuestion): Promise<QuestionOutcome> {
  const { choices, default: initial } = question;
  // The choices may be others than when it was answered.
  let proposal = choices === null || choices.includes(String(initial)) ? initial : null;
  for (;;) {
    const prompt = promptOf(question, proposal);
    const typed = await readTyped(context, question, () => context.prompter.ask(prompt));
    if (typeof typed !== 'string') return typed;
    const reply = readReply(question, typed, proposal);
    if (reply.kind === 'answer') return reply;
    if (reply.kind === 'unclear') sayProblem(context, reply.message);
    else {
      listChoices(context, reply.choices);
      const [only, ...others] = reply.choices;
      if (only !== undefined && others.length === 0) proposal = only.choice;
    }
  }
}

function promptOf({ type, validation }: ShownQuestion, proposal: Json): string {
  const isEmpty = proposal === null || proposal === '';
  const text = typeof proposal === 'boolean' ? (proposal ? 'yes' : 'no') : String(proposal);
  const parts = [
    ...(type === 'boolean' ? ['(yes or no) '] : []),
    ...(isEmpty || validation.required ? [] : ['(a space for none) ']),
    ...(isEmpty ? [] : [`[${cutEnd(oneLine(text), 60)}] `]),
  ];
  return `  ${parts.join('')}> `;
}

const kinds = ['review', 'quit', 'cancel'] as const;
const words = [':help', ':back', ...kinds.map((kind) => `:${kind}`)];

/**
 * Reads a line that is no command, or a command that leaves; the end of the input is `quit`.
 * @param question what :help explains; null: only the commands
 */
export async function readTyped(
  context: AskContext,
  question: ShownQuestion | null,
  read: () => Promise<string | undefined>,
): Promise<string | LeavingCommand> {
  for (;;) {
    const line = await read();
    if (line === undefined) return { kind: 'quit' };
    const typed = line.trimEnd();
    const [, word, rest = ''] = /^(:[a-z]+)(?:\s+(\S+))?$/i.exec(typed) ?? [];
    if (typed === '<' || word === ':back') return { kind: 'back', question: rest };
    const kind = kinds.find((each) => typed === `:${each}`);
    if (kind !== undefined) return { kind };
    if (typed === '?' || typed === ':help') showHelp(context, question);
    else {
      const nearest = word === undefined ? undefined : findNearest(word, words);
      if (nearest === undefined) return line;
      // A misspelled command is not an answer.
      const advice = 'To write it as an answer, put a space before it.';
      sayProblem(context, `Unknown command. Did you mean “${nearest}”? ${advice}`);
    }
  }
}

type Reply =
  | { readonly kind: 'answer'; readonly value: Json }
  /** Choices that contain the typed text, by number. A single one is the new proposal. */
  | { readonly kind: 'found'; readonly choices: readonly NumberedChoice[] }
  | { readonly kind: 'unclear'; readonly message: string };

/** @param proposal what Enter takes; null if nothing */
function readReply({ type, choices, validation }: ShownQuestion, line: string, proposal: Json): Reply {
  const typed = line.trim();
  const isEmptied = line !== '' && !validation.required;
  if (typed === '') {
    const value = isEmptied ? '' : (proposal ?? '');
    if (value === '' && validation.required) return { kind: 'unclear', message: 'An answer is required.' };
    return { kind: 'answer', value };
  }
  if (type === 'boolean') {
    const yes = /^(true|false)$/i.test(typed) ? typed.toLowerCase() === 'true' : yesOrNo(typed);
    return yes === undefined
      ? { kind: 'unclear', message: 'Type yes or no.' }
      : { kind: 'answer', value: yes };
  }
  if (choices !== null) return readChoice(numbered(choices), typed);
  return type === 'integer' ? readInteger(typed) : { kind: 'answer', value: typed };
}

function readInteger(typed: string): Reply {
  const shown = cutEnd(typed, 60);
  if (!/^[+-]?\d+$/.test(typed)) {
    const named = Number.isNaN(Number(typed)) ? `“${shown}”` : shown;
    return { kind: 'unclear', message: `The answer must be a whole number, but is ${named}.` };
  }
  // Not -0.
  const value = Number(typed) + 0;
  if (Number.isSafeInteger(value)) return { kind: 'answer', value };
  const [fault, limit] = value < 0 ? ['small', 'at least -'] : ['large', 'at most '];
  const message = `${shown} is too ${fault}. The answer must be ${limit}${Number.MAX_SAFE_INTEGER}.`;
  return { kind: 'unclear', message };
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
