/** Validates a unit before any adapter writes it: an error here is a bug of the caller, not of the store. */
import type { Unit } from './store.ts';

export function checkUnit({ run, expected, entries, snapshot }: Unit): void {
  const gap = entries.findIndex(({ seq }, at) => seq !== expected + at + 1);
  if (gap >= 0 || run.seq !== expected + entries.length) {
    throw new RangeError(
      `The unit of run “${run.id}” leads from ${expected} to ${run.seq} events, but has ${entries.length}` +
        `${gap >= 0 ? `, and the one at position ${gap} has number ${entries[gap]?.seq}` : ''}.`,
    );
  }
  if (expected === 0 && run.seq === 0) throw new RangeError(`The new run “${run.id}” has no event.`);
  if (snapshot !== null && snapshot.seq > run.seq) {
    throw new RangeError(`The snapshot of run “${run.id}” is ahead of its journal.`);
  }
}
