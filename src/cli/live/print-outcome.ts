/** Prints the outcome of a run: its result on the output stream, everything else on the error stream. */
import { cleanText } from '../../drawing/index.ts';
import type { RunView } from '../../operations/index.ts';
import type { Host } from '../host/host.ts';
import { describeStatus, describeUndone } from '../print/describe-status.ts';
import { printJson, valueText } from '../print/print-json.ts';
import { createStyles } from '../print/styles.ts';
import type { Session } from '../session/session.ts';
import { adviseRun } from './advise-run.ts';

/** @returns the exit code of the outcome */
export async function printOutcome(
  session: Session,
  host: Host,
  view: RunView,
  asJson: boolean,
): Promise<number> {
  if (asJson) {
    printJson(host, view);
  } else {
    const statusLine = describeStatus(view, createStyles(host.terminal.colour));
    const advice = await adviseFrom(session, view);
    host.terminal.write([statusLine, ...advice.map((line) => `  ${line}`), ''].join('\n'));
    if (view.status === 'completed') host.out(`${valueText(view.output)}\n`);
  }
  return exitCodes[view.status];
}

/** After a failure, points to the events of the run. */
async function adviseFrom(session: Session, view: RunView): Promise<readonly string[]> {
  const show = view.status === 'failed' ? [`→ signalbox show ${view.run}${session.sessionFlags}`] : [];
  return [...describeUndone(view), ...show, ...(await adviseRun(session, view))];
}

const exitCodes: Readonly<Record<RunView['status'], number>> = {
  completed: 0,
  failed: 1,
  cancelled: 3,
  created: 4,
  running: 4,
};

/** Prints the status of a run after an action: this is the output of the verb. */
export async function printStatus(
  session: Session,
  host: Host,
  view: RunView,
  asJson: boolean,
): Promise<void> {
  if (asJson) {
    printJson(host, view);
    return;
  }
  const statusLine = `${cleanText(view.run)}  ${describeStatus(view, createStyles(host.colour))}`;
  const result = view.status === 'completed' ? valueText(view.output).split('\n') : [];
  const lines = [...(await adviseFrom(session, view)), ...result].map((line) => `  ${line}`);
  host.out([statusLine, ...lines, ''].join('\n'));
}

/** Prints that the run continues after the user stops watching. */
export function reportUnfinished(
  { terminal }: Host,
  { role, sessionFlags }: Session,
  { run }: Pick<RunView, 'run'>,
): void {
  const continuation =
    role === 'owner'
      ? 'It is stored and continues when a Signalbox runs on this data folder.'
      : 'It continues: another process owns this data folder.';
  terminal.write(
    `${run} has not ended. ${continuation}\n  → signalbox show ${run} --follow${sessionFlags}\n`,
  );
}
