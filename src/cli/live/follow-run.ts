/** Follows a run until it reaches a given state, and reports its events to the watcher. */
import type { RunView } from '../../operations/index.ts';
import type { Host } from '../host/host.ts';
import { readHistory } from '../session/read-history.ts';
import type { Session } from '../session/session.ts';
import type { Watcher } from './watcher.ts';

/** Timeout of one poll for changes; leaving takes no longer than this. */
const pollMilliseconds = 1_000;
/** A larger journal takes longer to read; most of the time must remain for the run. */
const pauseFactor = 4;

export interface FollowOptions {
  readonly run: string;
  /** Events that were already seen. */
  readonly seen: number;
  readonly shouldStop: (view: RunView) => boolean;
  /** Aborted when the user stops watching. */
  readonly signal: AbortSignal;
}

export interface FollowResult {
  readonly view: RunView;
  readonly seen: number;
}

export async function followRun(
  session: Session,
  host: Host,
  watcher: Watcher,
  { run, seen, shouldStop, signal }: FollowOptions,
): Promise<FollowResult> {
  let view = await session.call('runs.get', { run });
  let seenSeq = seen;
  for (;;) {
    const began = host.clock();
    const entries = await readHistory(session, run, seenSeq, view.seq);
    seenSeq = Math.max(seenSeq, view.seq);
    watcher.update(view, entries);
    if (shouldStop(view) || signal.aborted) return { view, seen: seenSeq };
    await host.pause(Math.min(2_000, (host.clock() - began) * pauseFactor));
    view = await session.call('runs.get', { run, after: view.seq, waitMs: pollMilliseconds });
  }
}
