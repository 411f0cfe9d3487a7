/** Performs the operations of a session, shows that it takes a while, and prints what came of each. */

import { createRepainter } from '../../../cli/live/repainter.ts';
import { isSettled } from '../../../cli/live/run-status.ts';
import { oneLine } from '../../../cli/print/clean-lines.ts';
import { describeStatus } from '../../../cli/print/describe-status.ts';
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

const waitMilliseconds = 1_000;

/** @returns the exit code. Throws OperationError if they could not be started. */
export async function performOperations(context: AskContext, held: HeldSession): Promise<number> {
  const stopProgress = showProgress(context, held.shown().deferred_operations.length);
  try {
    await held.complete();
    const waiting = await awaitEnd(context, held);
    stopProgress();
    if (waiting !== null) return printWaiting(context, waiting);
  } catch (error) {
    stopProgress();
    const code = await endOfRun(context, held, error);
    if (code === null) throw error;
    return code;
  }
  await held.forget();
  printResult(context, held.shown());
  return 0;
}

/** From the second second on. @returns ends it */
function showProgress({ host: { terminal } }: AskContext, count: number): () => void {
  const { paint, clear } = createRepainter(terminal);
  const what = count === 0 ? '' : ` ${pluralize(count, 'operation')}`;
  let seconds = 0;
  const stop = terminal.every(1_000, () => {
    seconds += 1;
    if (terminal.canRedraw) paint([`● performing${what}: ${seconds} s`]);
    else if (seconds === 1) terminal.write(`● performing${what} …\n`);
  });
  return () => {
    stop();
    clear();
  };
}

/** @returns the run if it does not end soon, or the user leaves; null if it has ended. Throws why it failed. */
async function awaitEnd({ session, signal }: AskContext, held: HeldSession): Promise<RunView | null> {
  const { run_id: run } = held.shown();
  if (run === null || held.shown().run_status === 'completed') return null;
  let view = await session.call('runs.get', { run });
  while (!isSettled(view) && !signal.aborted) {
    view = await session.call('runs.get', { run, after: view.seq, waitMs: waitMilliseconds });
  }
  if (view.endedAt === null) return view;
  await held.complete();
  return null;
}

/** Null if the operations were not started, or their end is not known. */
async function endOfRun(context: AskContext, held: HeldSession, error: unknown): Promise<number | null> {
  if (!(error instanceof OperationError)) return null;
  const { host, session, asJson } = context;
  const isFailed = error.details.context?.['undone'] !== undefined;
  const isCancelled = reasonOfRefusal(error) === 'cancelled';
  if (!isFailed && !isCancelled) return null;
  const { session_id: id } = held.shown();
  await held.forget();
  const suggestedAction = `“signalbox show ${id}${session.sessionFlags}” shows what was done. To begin anew: ${beginCommand(session, held.flow)}`;
  await printError(host, { ...error.details, suggestedAction }, asJson);
  return isFailed ? 1 : 3;
}

/** The run continues alone, or when a person or the operator acts. Its session stays stored. */
function printWaiting({ host, session, signal, asJson }: AskContext, view: RunView): number {
  if (asJson) printJson(host, view);
  host.terminal.write(`${describeStatus(view, createStyles(host.terminal.colour))}\n`);
  host.terminal.write(`  → signalbox show ${view.run}${session.sessionFlags}\n`);
  return signal.aborted ? 130 : 4;
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
