/** Performs the operations of a session, shows that it takes a while, and prints what came of each. */
import { printOutcome, reportUnfinished } from '../../../cli/live/print-outcome.ts';
import { hasEnded, isSettled } from '../../../cli/live/run-status.ts';
import { showProgress } from '../../../cli/live/show-progress.ts';
import { oneLine } from '../../../cli/print/clean-lines.ts';
import { drawTable } from '../../../cli/print/draw-table.ts';
import { pluralize } from '../../../cli/print/pluralize.ts';
import { printError } from '../../../cli/print/print-error.ts';
import { printJson } from '../../../cli/print/print-json.ts';
import { createStyles } from '../../../cli/print/styles.ts';
import type { RunView } from '../../../operations/index.ts';
import { OperationError } from '../../../operations/offline.ts';
import type { SessionAnswer } from '../session/session-fields.ts';
import { type AskContext, beginCommand, reasonOfRefusal } from './ask-context.ts';
import { answerText } from './ask-review.ts';
import type { HeldSession } from './held-session.ts';

/** @returns the exit code. Throws OperationError if they could not be started. */
export async function performOperations(context: AskContext, held: HeldSession): Promise<number> {
  const { host, session, signal, asJson } = context;
  const { session_id: run, deferred_operations: operations } = held.shown();
  const what = operations.length === 0 ? '' : ` ${pluralize(operations.length, 'operation')}`;
  const stopProgress = showProgress(host, `● performing${what}`);
  const left = new Promise<'left'>((resolve) => signal.addEventListener('abort', () => resolve('left')));
  try {
    const end = await Promise.race([awaitEnd(context, held), left]).finally(stopProgress);
    if (end === null) {
      await held.forget();
      printResult(context, held.shown());
      return 0;
    }
    // The run continues alone, or when a person or the operator acts. Its session stays stored.
    if (end !== 'left') return await printOutcome(session, host, end, asJson);
    reportUnfinished(host, session, { run });
    return 130;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const isFailed = error.details.context?.['undone'] !== undefined;
    // Otherwise they were not started, or their end is not known.
    if (!isFailed && reasonOfRefusal(error) !== 'cancelled') throw error;
    await held.forget();
    const suggestedAction = `“signalbox show ${run}${session.sessionFlags}” shows what was done. To begin anew: ${beginCommand(session, held.flow)}`;
    await printError(host, { ...error.details, suggestedAction }, asJson);
    return isFailed ? 1 : 3;
  }
}

/** @returns the run if it does not end soon; null if it has ended. Throws why it failed. */
async function awaitEnd(
  { session, signal }: AskContext,
  held: HeldSession,
): Promise<RunView | 'left' | null> {
  while (!signal.aborted) {
    await held.complete();
    const { run_id: run, run_status: status } = held.shown();
    if (run === null || status === 'completed') return null;
    const view = await session.call('runs.get', { run });
    if (isSettled(view) && !hasEnded(view)) return view;
  }
  return 'left';
}

function printResult({ host, session, asJson }: AskContext, shown: SessionAnswer): void {
  const { feedback_history: answers, deferred_operations: operations, session_id, workflow_id } = shown;
  if (asJson) {
    const values = Object.fromEntries(answers.map(({ question_id: id, value }) => [id, value]));
    const done = operations.map(({ operation_id, status }) => ({ operation_id, status }));
    const { run_id, run_status } = shown;
    printJson(host, { session_id, workflow_id, answers: values, operations: done, run_id, run_status });
    return;
  }
  const { good } = createStyles(host.terminal.colour);
  host.terminal.write(`${good('✓ completed')}\n`);
  if (operations.length === 0) {
    const rows = answers.map((answer) => [oneLine(answer.question_id), answerText(answer)]);
    host.out(drawTable(host, [{ head: 'question' }, { head: 'answer' }], rows));
    return;
  }
  for (const { operation_id: id, status } of operations)
    host.out(`${status === 'executed' ? '✓' : '–'} ${oneLine(id)}: ${status}\n`);
  if (shown.run_id !== null)
    host.terminal.write(`  → signalbox show ${shown.run_id}${session.sessionFlags}\n`);
}
