/** Charges the time of a commit to the tenants, by what each had written. */
import type { Unit } from '../ports/store.ts';
import type { FairQueue } from './fair-queue.ts';

export function chargeCommit(
  queue: Pick<FairQueue<unknown>, 'charge'>,
  units: readonly Unit[],
  milliseconds: number,
): void {
  const perRow = milliseconds / units.reduce((sum, unit) => sum + rowsOf(unit), 0);
  for (const unit of units) queue.charge(unit.run.tenant, rowsOf(unit) * perRow);
}

const rowsOf = ({ entries, items }: Unit): number => entries.length + items.length + 1;
