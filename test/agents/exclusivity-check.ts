/** Checks that no item is worked on by two workers at the same time. */
import type { CheckedOutItem, Job, WorkHandler } from '../../src/client/index.ts';

export interface ExclusivityCheck {
  /** The observed handler. */
  watch(handler: WorkHandler): WorkHandler;
  /** Items with concurrent work. */
  readonly clashes: readonly string[];
  /** Number of times each item was worked on. */
  readonly counts: ReadonlyMap<string, number>;
}

export function createExclusivityCheck(): ExclusivityCheck {
  const busy = new Set<string>();
  const clashes: string[] = [];
  const counts = new Map<string, number>();
  return {
    clashes,
    counts,
    watch: (handler) => async (item: CheckedOutItem, job: Job) => {
      const { workitem_id: id } = item;
      if (busy.has(id)) clashes.push(id);
      busy.add(id);
      counts.set(id, (counts.get(id) ?? 0) + 1);
      try {
        return await handler(item, job);
      } finally {
        busy.delete(id);
      }
    },
  };
}
