/** Waits until a run has an update: it has ended, only people can continue it, or it has passed an event. */
import type { RunRecord } from '../../../runtime/index.ts';
import type { Principal } from '../../contract/principal.ts';
import type { Services } from '../../contract/services.ts';
import { runStateOf } from './run-summary.ts';

export interface RunWaitOptions {
  /** Default: does not wait. */
  readonly waitMs?: number | undefined;
  /** Only an event after this one, or the end of the run, counts. */
  readonly after?: number | undefined;
  /** Cancels the wait. */
  readonly signal?: AbortSignal | undefined;
}

export async function waitForRunUpdate(
  services: Services,
  principal: Principal,
  run: string,
  { waitMs, after, signal }: RunWaitOptions,
): Promise<void> {
  if (waitMs === undefined) return;
  const isUpdate = (record: RunRecord): boolean => isEnough(record, after);
  await services.engine.changed(principal.tenant, run, isUpdate, { limit: waitMs, signal });
}

/**
 * A client that has seen an event gets the next one: an unchanged status is not an update. Otherwise a run that only
 * waits for time continues without people and is waited for.
 */
function isEnough(record: RunRecord, after: number | undefined): boolean {
  if (record.endedAt !== null) return true;
  if (after !== undefined) return record.seq > after;
  return record.suspended || record.approvals > 0 || (runStateOf(record) === 'waiting' && record.items > 0);
}
