/** Shows a question at the terminal: its position, prompt and choices; and on request what explains it. */
import { oneLine } from '../../../cli/print/clean-lines.ts';
import { createStyles } from '../../../cli/print/styles.ts';
import { cleanText } from '../../../drawing/index.ts';
import type { ShownQuestion } from '../session/session-fields.ts';
import { describeChoices } from '../validate-answer.ts';
import { type Screen, say, sayAfter, wrapLine, wrapLines } from './say.ts';

export interface NumberedChoice {
  /** From 1. */
  readonly number: number;
  readonly choice: string;
}

/** More are searched. */
const maxListed = 10;

export function showQuestion(context: Screen, question: ShownQuestion): void {
  const { terminal } = context.host;
  const { strong, quiet } = createStyles(terminal.colour);
  const { number, remaining, prompt, choices, help_text: help } = question;
  const rest =
    remaining === null
      ? ''
      : remaining === 0
        ? ', the last one'
        : `, at most ${remaining} follow${remaining === 1 ? 's' : ''}`;
  const position = `Question ${number}${rest}${help === '' ? '' : ' · ? explains it'}`;
  const lines = [...wrapLine(context, position, 0).map(quiet), ...wrapLines(context, prompt, 2).map(strong)];
  terminal.write(`\n${lines.map((line) => `${line}\n`).join('')}`);
  if (choices !== null) listChoices(context, numbered(choices));
}

export const numbered = (choices: readonly string[]): readonly NumberedChoice[] =>
  choices.map((choice, at) => ({ number: at + 1, choice }));

export function listChoices(context: Screen, choices: readonly NumberedChoice[]): void {
  for (const { number, choice } of choices.slice(0, maxListed))
    sayAfter(context, `  ${number}) `, oneLine(choice));
  const more = choices.length - maxListed;
  if (more > 0) say(context, `… and ${more} more. Type a part of a choice to search.`);
}

/** @param question null: only what can be typed */
export function showHelp(context: Screen, question: ShownQuestion | null): void {
  const texts = question === null ? [] : [question.help_text, `The answer is ${ruleOf(question)}.`];
  for (const line of texts.flatMap((text) => wrapLines(context, text, 2))) say(context, line);
  for (const [command, meaning] of commands) sayAfter(context, `  ${command.padEnd(17)}`, meaning);
  say(context, 'To write an answer that begins like one of these, put a space before it.');
}

const commands: readonly (readonly [command: string, meaning: string])[] = [
  ['?, :help', 'explains the question'],
  ['<, :back [ID]', 'returns to the previous question, or to the question of this id'],
  [':review', 'shows the answers so far'],
  [':quit', 'quits; the session is kept'],
  [':cancel', 'ends the session, and removes its answers'],
];

/** What an answer must be: `a whole number, at least 1, at most 9`. */
export function ruleOf({ type, choices, accepts, validation, sensitive }: ShownQuestion): string {
  if (sensitive) return `the name of a secret: ${accepts.join(' or ')}`;
  const { regex, min_value: min, max_value: max, format, rule, required } = validation;
  const kind = {
    string: 'a text',
    integer: 'a whole number',
    boolean: 'yes or no',
    choice: choices === null ? 'a choice' : `one of ${describeChoices(choices)}`,
  }[type];
  const parts = [
    ...(required ? [] : ['or empty']),
    ...(min === null ? [] : [`at least ${min}`]),
    ...(max === null ? [] : [`at most ${max}`]),
    ...(regex === null ? [] : [`matching ${regex}`]),
    ...(format === null ? [] : ['as JSON']),
    ...(rule === null ? [] : [`with the condition: ${rule.replace(/\.$/, '')}`]),
  ];
  return cleanText([kind, ...parts].join(', '));
}
