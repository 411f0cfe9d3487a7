/** Shows a question at the terminal: its position, prompt and choices; and on request what explains it. */
import { cleanLines, oneLine } from '../../../cli/print/clean-lines.ts';
import { createStyles } from '../../../cli/print/styles.ts';
import { wrapText } from '../../../cli/print/wrap-text.ts';
import type { ShownQuestion } from '../session/session-fields.ts';
import { askCommandHelp } from './ask-commands.ts';
import type { AskContext } from './ask-context.ts';
import { ruleOf } from './describe-rule.ts';
import { type NumberedChoice, numbered } from './read-reply.ts';

type Screen = Pick<AskContext, 'host'>;

/** More are searched. */
const maxListed = 10;
const maxWidth = 100;

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
  terminal.write(`\n${quiet(`Question ${number}${rest}${help === '' ? '' : ' · ? explains it'}`)}\n`);
  terminal.write(
    wrapped(context, prompt)
      .map((line) => `${strong(line)}\n`)
      .join(''),
  );
  if (choices !== null) listChoices(context, numbered(choices));
}

export function listChoices(context: Screen, choices: readonly NumberedChoice[]): void {
  for (const { number, choice } of choices.slice(0, maxListed)) say(context, `${number}) ${oneLine(choice)}`);
  const more = choices.length - maxListed;
  if (more > 0) say(context, `… and ${more} more. Type a part of a choice to search.`);
}

export function showHelp(context: Screen, question: ShownQuestion): void {
  const rule = `The answer is ${ruleOf(question)}.`;
  for (const text of [question.help_text, rule]) {
    for (const line of wrapped(context, text)) say(context, line);
  }
  for (const line of askCommandHelp) say(context, line);
}

/** @param line without control characters */
export const say = ({ host }: Screen, line: string): void => host.terminal.write(`  ${line}\n`);

export const sayProblem = (context: Screen, message: string): void =>
  say(context, `${createStyles(context.host.terminal.colour).bad('✗')} ${oneLine(message)}`);

/** Without control characters. */
function wrapped({ host }: Screen, text: string): readonly string[] {
  if (text.trim() === '') return [];
  const width = Math.max(20, Math.min(maxWidth, host.terminal.size().columns - 3));
  return cleanLines(text).flatMap((line) => wrapText(line, width));
}
