/** Goes along with a run until it is where somebody wants it: what happens is told to whoever looks on. */
import type { RunView } from '../../operations/index.ts';
import type { Host } from '../host.ts';
import { readHistory } from '../read-history.ts';
import type { Session } from '../session.ts';
import type { Onlooker } from './onlooker.ts';

/** How long one question about news may take: whoever leaves waits no longer than this. */
const patience = 1_000;
/** The larger a journal, the longer it takes to tell; most of the time is for the run itself. */
const leisure = 4;

export interface Follow {
  readonly run: string;
  /** Events that were seen already. */
  readonly seen: number;
  readonly isEnough: (view: RunView) => boolean;
  /** Aborted where nobody wants to look on any longer. */
  readonly signal: AbortSignal;
}

export interface Followed {
  readonly view: RunView;
  readonly seen: number;
}

export async function followRun(
  session: Session,
  host: Host,
  onlooker: Onlooker,
  { run, seen, isEnough, signal }: Follow,
): Promise<Followed> {
  let view = await session.call('runs.get', { run });
  let told = seen;
  for (;;) {
    const began = host.clock();
    const entries = await readHistory(session, run, told, view.seq);
    told = Math.max(told, view.seq);
    onlooker.see(view, entries);
    if (isEnough(view) || signal.aborted) return { view, seen: told };
    await host.pause(Math.min(2_000, (host.clock() - began) * leisure));
    view = await session.call('runs.get', { run, after: view.seq, waitMs: patience });
  }
}
