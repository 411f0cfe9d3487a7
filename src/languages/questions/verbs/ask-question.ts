/** Asks a question at the terminal until a line is an answer or a command. */
import { oneLine } from '../../../cli/print/clean-lines.ts';
import { cutEnd } from '../../../cli/print/cut-end.ts';
import type { Json } from '../../../expression/index.ts';
import type { ShownQuestion } from '../session/session-fields.ts';
import { type LeavingCommand, parseAskCommand } from './ask-commands.ts';
import type { AskContext } from './ask-context.ts';
import { askSecret } from './ask-secret.ts';
import { readReply } from './read-reply.ts';
import { listChoices, sayProblem, showHelp } from './show-question.ts';

export type QuestionOutcome =
  | { readonly kind: 'answer'; readonly value: Json }
  /** Ctrl-C, or the end of the input. */
  | { readonly kind: 'left' }
  | LeavingCommand;

export async function askQuestion(context: AskContext, question: ShownQuestion): Promise<QuestionOutcome> {
  if (question.sensitive) return askSecret(context, question);
  let proposal = question.default;
  for (;;) {
    const expected = question.type === 'boolean' ? '(yes or no) ' : '';
    const typed = await context.prompter.ask(`  ${expected}${proposalText(proposal)}> `);
    if (typed === undefined) return { kind: 'left' };
    const command = parseAskCommand(typed);
    if (command?.kind === 'help') showHelp(context, question);
    else if (command?.kind === 'mismatch') sayProblem(context, command.message);
    else if (command !== undefined) return command;
    else {
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
}

function proposalText(proposal: Json): string {
  if (proposal === null || proposal === '') return '';
  const text = typeof proposal === 'boolean' ? (proposal ? 'yes' : 'no') : String(proposal);
  return `[${cutEnd(oneLine(text), 60)}] `;
}
