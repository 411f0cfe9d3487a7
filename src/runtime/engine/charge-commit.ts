/** Charges the time of a commit to the tenants, by what each had written. */
import type { FairQueue } from './fair-queue.ts';
import type { Pauses } from './pauses.ts';
import { isLarge, type RunBatch } from './run-batch.ts';

export function chargeCommit(
  queue: Pick<FairQueue<unknown>, 'charge'>,
  pauses: Pick<Pauses, 'served'>,
  batches: readonly RunBatch[],
  milliseconds: number,
): void {
  const perRow = milliseconds / batches.reduce((sum, batch) => sum + rowsOf(batch), 0);
  for (const batch of batches) {
    const { tenant } = batch.draft.record;
    queue.charge(tenant, rowsOf(batch) * perRow);
    if (isLarge(batch)) pauses.served(tenant, milliseconds);
  }
}

/** With the row of the run. */
const rowsOf = ({ draft }: RunBatch): number => draft.changedRows + 1;
