/** Finds a run of the principal's tenant. A run of another tenant is reported as not found. */
import { phrase } from '../../../languages/index.ts';
import type { OpenedRun, RunRecord } from '../../../runtime/index.ts';
import { runNotFound } from '../../contract/engine-errors.ts';
import { OperationError } from '../../contract/operation-error.ts';
import type { Principal } from '../../contract/principal.ts';
import type { Services } from '../../contract/services.ts';

/** Throws if the run does not exist. */
export async function getRecord({ store }: Services, { tenant }: Principal, run: string): Promise<RunRecord> {
  const record = await store.runs.find(tenant, run);
  if (record === undefined) throw runNotFound(run);
  return record;
}

/** @param at as it was after that many events. Throws if the run does not exist or has fewer events. */
export async function getOpened(
  services: Services,
  principal: Principal,
  run: string,
  at?: number,
): Promise<OpenedRun> {
  if (at !== undefined) refuseBeyond(await getRecord(services, principal, run), at);
  const opened = await services.engine.open(principal.tenant, run, at);
  if (opened === undefined) throw runNotFound(run);
  return opened;
}

function refuseBeyond({ id, seq }: RunRecord, at: number): void {
  if (at <= seq) return;
  throw new OperationError({
    code: 'event_not_found',
    message: `The run “${id}” has ${seq} events so far. Event ${at} does not exist.`,
    suggestedAction: phrase`Choose an event from 1 to ${seq}. ${{ operation: 'runs.history' }} lists them.`,
    context: { run: id, at, events: seq },
  });
}
