/** Stays with a run until it ends or waits for somebody who is not here. @returns the exit code that says which */
import type { Given } from './command.ts';
import type { Host } from './host.ts';
import { hasEnded } from './live/run-stand.ts';
import { seeThrough } from './live/see-through.ts';
import { printJson } from './print-json.ts';
import { printOutcome, tellLeft } from './print-outcome.ts';
import type { Session } from './session.ts';

/** What the shell expects of a program that Ctrl-C has ended. */
const interrupted = 130;

export interface Watched {
  readonly run: string;
  /** Events that are known already. */
  readonly seen: number;
}

export async function watchRun(
  session: Session,
  host: Host,
  { chosen }: Given,
  { run, seen }: Watched,
): Promise<number> {
  const asJson = chosen.has('--json');
  if (chosen.has('--no-wait')) {
    const view = await session.call('runs.get', { run });
    if (asJson) printJson(host, view);
    else host.out(`${run}\n`);
    if (!asJson && !hasEnded(view)) tellLeft(host, session, view);
    return 0;
  }
  if (!asJson && !host.terminal.redraws) host.terminal.write(`${run}\n`);
  const { view, left } = await seeThrough(session, host, { run, seen, isQuiet: asJson });
  if (!left) return printOutcome(session, host, view, asJson);
  tellLeft(host, session, view);
  return interrupted;
}
