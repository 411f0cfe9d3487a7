/**
 * Items that failed in this worker: left to other workers for a growing time, so that they are not retried in a loop.
 */
export interface ItemCooldowns {
  begin(item: string): void;
  isOver(item: string): boolean;
}

const firstMs = 1_000;
const maxMs = 60_000;

/** @param now in milliseconds */
export function createItemCooldowns(now: () => number): ItemCooldowns {
  const cooldowns = new Map<string, { readonly until: number; readonly ms: number }>();
  return {
    begin(item) {
      const at = now();
      for (const [other, { until }] of cooldowns) if (until + maxMs < at) cooldowns.delete(other);
      const ms = Math.min(maxMs, (cooldowns.get(item)?.ms ?? firstMs / 2) * 2);
      cooldowns.set(item, { until: at + ms, ms });
    },
    isOver: (item) => (cooldowns.get(item)?.until ?? 0) <= now(),
  };
}
