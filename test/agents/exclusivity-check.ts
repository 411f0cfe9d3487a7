/** Who works on what: nothing is worked on by two at the same time. */
import type { CheckedOutItem, Job, WorkHandler } from '../../src/client/index.ts';

export interface ExclusivityCheck {
  /** The handler, watched. */
  watch(handler: WorkHandler): WorkHandler;
  /** Items on which two worked at the same time. */
  readonly clashes: readonly string[];
  /** How often each item was worked on. */
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
