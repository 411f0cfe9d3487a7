/**
 * Follows a run until it ends or waits for people who are not at this terminal.
 * @returns the exit code of the outcome
 */
import type { CommandArguments } from '../arguments/command.ts';
import type { Host } from '../host/host.ts';
import { printJson } from '../print/print-json.ts';
import type { Session } from '../session/session.ts';
import { followInteractively } from './follow-interactively.ts';
import { printOutcome, reportUnfinished } from './print-outcome.ts';
import { hasEnded } from './run-status.ts';

/** The exit code that shells expect after Ctrl-C. */
const interruptedExitCode = 130;

export interface WatchOptions {
  readonly run: string;
  /** Number of events that were already shown. */
  readonly seen: number;
}

export async function watchRun(
  session: Session,
  host: Host,
  { chosen }: CommandArguments,
  { run, seen }: WatchOptions,
): Promise<number> {
  const asJson = chosen.has('--json');
  if (chosen.has('--no-wait')) {
    const view = await session.call('runs.get', { run });
    if (asJson) printJson(host, view);
    else host.out(`${run}\n`);
    if (!asJson && !hasEnded(view)) reportUnfinished(host, session, view);
    return 0;
  }
  if (!asJson && !host.terminal.canRedraw) host.terminal.write(`${run}\n`);
  const { view, wasInterrupted } = await followInteractively(session, host, { run, seen, isQuiet: asJson });
  if (!wasInterrupted) return printOutcome(session, host, view, asJson);
  reportUnfinished(host, session, view);
  return interruptedExitCode;
}
