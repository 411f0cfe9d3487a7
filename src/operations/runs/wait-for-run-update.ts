/** Waits until a run has something to say: it has ended, only people can move it, or it has passed an event. */
import type { RunRecord } from '../../runtime/index.ts';
import { openDeadline } from '../contract/open-deadline.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { getRecord } from './find-run.ts';
import { runStateOf } from './run-summary.ts';

export interface RunWaitOptions {
  /** Where absent, it is not waited at all. */
  readonly waitMs?: number | undefined;
  /** Nothing but an event after this one is enough, or the end of the run. */
  readonly after?: number | undefined;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
}

export async function waitForRunUpdate(
  services: Services,
  principal: Principal,
  run: string,
  { waitMs, after, signal }: RunWaitOptions,
): Promise<void> {
  if (waitMs === undefined) return;
  const deadline = openDeadline(services.clock, waitMs, signal);
  try {
    for (;;) {
      const record = await getRecord(services, principal, run);
      if (deadline.signal.aborted || isEnough(record, after)) return;
      await services.engine.changed(principal.tenant, run, record.seq, deadline.signal);
    }
  } finally {
    deadline.end();
  }
}

/**
 * Whoever has seen an event is told of the next: that a run still stands where they saw it is no news. Else a run that
 * waits for nothing but time goes on by itself, and is waited for.
 */
function isEnough(record: RunRecord, after: number | undefined): boolean {
  if (record.endedAt !== null) return true;
  if (after !== undefined) return record.seq > after;
  return record.suspended || record.approvals > 0 || (runStateOf(record) === 'waiting' && record.items > 0);
}
