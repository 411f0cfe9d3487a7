/** Waits until a run has something to say: it has ended, only people can move it, or it has passed an event. */
import type { RunRecord } from '../../runtime/index.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { getRecord } from './find-run.ts';
import { stageOf } from './run-summary.ts';

export interface Patience {
  readonly waitMs: number;
  /** Any event after this one is enough. */
  readonly after?: number | undefined;
}

export async function awaitRun(
  services: Services,
  principal: Principal,
  run: string,
  { waitMs, after }: Patience,
): Promise<void> {
  const { engine, clock } = services;
  const patience = new AbortController();
  const stop = clock.at(clock.now() + waitMs, () => patience.abort());
  try {
    for (;;) {
      const record = await getRecord(services, principal, run);
      if (patience.signal.aborted || isEnough(record, after)) return;
      await engine.changed(principal.tenant, run, record.seq, patience.signal);
    }
  } finally {
    stop();
  }
}

/** A run that waits for nothing but time goes on by itself: it is waited for. */
function isEnough(record: RunRecord, after: number | undefined): boolean {
  if (after !== undefined && record.seq > after) return true;
  if (record.endedAt !== null || record.suspended || record.approvals > 0) return true;
  return after === undefined && stageOf(record) === 'waiting' && record.items > 0;
}
