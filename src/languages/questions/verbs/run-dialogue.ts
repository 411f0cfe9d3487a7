/** Asks one question after the other, reviews the answers, and performs the operations. */
import { yesOrNo } from '../../../cli/arguments/yes-or-no.ts';
import { renderForCli } from '../../../cli/print/print-error.ts';
import { createStyles } from '../../../cli/print/styles.ts';
import { OperationError } from '../../../operations/offline.ts';
import type { SessionAnswer } from '../session/session-fields.ts';
import { type AskContext, explainRefusal, reasonOfRefusal, resumeCommand } from './ask-context.ts';
import { askQuestion, type QuestionOutcome } from './ask-question.ts';
import { askReview, showAnswers } from './ask-review.ts';
import { askSecret } from './ask-secret.ts';
import type { HeldSession } from './held-session.ts';
import { performOperations } from './perform-operations.ts';
import { say, sayError, sayNotice, sayProblem } from './say.ts';
import { showQuestion } from './show-question.ts';

const cancelledExitCode = 3;
const notEndedExitCode = 4;
const interruptedExitCode = 130;

/** @returns the exit code. Throws OperationError. */
export async function runDialogue(context: AskContext, held: HeldSession): Promise<number> {
  try {
    return await askAll(context, held);
  } catch (error) {
    if (error instanceof OperationError && reasonOfRefusal(error) === undefined) leave(context, held);
    throw explainRefusal(error, context.session, held.flow);
  }
}

async function askAll(context: AskContext, held: HeldSession): Promise<number> {
  for (let isNew = true; ; ) {
    const { question, run_id: run } = held.shown();
    // The program ended while they were performed.
    if (run !== null) return performOperations(context, held);
    if (question !== null && isNew) showQuestion(context, question);
    const outcome = await askNext(context, held.shown());
    switch (outcome.kind) {
      case 'quit':
        return leave(context, held);
      case 'perform': {
        const code = await performOperations(context, held).catch(continueChanged(context, held));
        if (code !== undefined) return code;
        isNew = true;
        break;
      }
      case 'review':
        showAnswers(context, held.shown());
        isNew = true;
        break;
      case 'cancel':
        if ((await cancel(context, held).catch(continueChanged(context, held))) === true)
          return cancelledExitCode;
        isNew = true;
        break;
      default:
        isNew = await send(context, held, outcome);
    }
    if (context.signal.aborted) return leave(context, held);
  }
}

const askNext = (context: AskContext, shown: SessionAnswer) => {
  const { question } = shown;
  if (question === null) return askReview(context, shown);
  return question.sensitive ? askSecret(context, question) : askQuestion(context, question);
};

/** @returns whether the session has moved; otherwise the problem is shown. Throws OperationError. */
async function send(
  context: AskContext,
  held: HeldSession,
  outcome: Extract<QuestionOutcome, { readonly kind: 'answer' | 'back' }>,
): Promise<boolean> {
  try {
    if (outcome.kind === 'answer') await held.submit(outcome.value);
    else await (outcome.question === '' ? held.back() : held.back(outcome.question));
    return true;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const { category, code } = error.details;
    if (category === 'validation' || reasonOfRefusal(error) === 'nothing_before') {
      const { message, violations = [] } = await renderForCli(error.details);
      for (const each of violations.length === 0
        ? [message]
        : violations.map((violation) => violation.message))
        sayProblem(context, each);
    } else if (String(code) === 'adapter_failed') {
      // Such as choices that could not be fetched: the same answer may succeed later.
      await sayError(context, error.details);
    } else {
      await continueChanged(context, held)(error);
      return true;
    }
    return false;
  }
}

/** If the flow has changed, continues in the new one. Throws if the error is another one, or if the session does not fit. */
const continueChanged =
  (context: AskContext, held: HeldSession) =>
  async (error: unknown): Promise<undefined> => {
    if (reasonOfRefusal(error) !== 'outdated') throw error;
    await held.restore();
    const kept = held.shown().feedback_history.length === 0 ? '' : ' Your answers are kept.';
    say(context, `The flow has changed.${kept}`);
  };

async function cancel({ prompter, host }: AskContext, held: HeldSession): Promise<boolean> {
  const typed = await prompter.ask('  End the session, and remove its answers (yes or no)? ');
  if (typed === undefined || yesOrNo(typed) !== true) return false;
  await held.cancel();
  const { warning } = createStyles(host.terminal.colour);
  host.terminal.write(`${warning('– cancelled')}\n`);
  return true;
}

function leave(context: AskContext, held: HeldSession): number {
  const { host, session, signal } = context;
  if (held.isStored()) {
    sayNotice(context, 'The session is not finished. Its answers are kept. To continue:');
    host.terminal.write(`  → ${resumeCommand(session, held.shown().session_id)}\n`);
  } else sayNotice(context, 'No question was answered, so nothing is kept.');
  return signal.aborted ? interruptedExitCode : notEndedExitCode;
}
