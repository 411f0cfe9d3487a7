/** Items that went wrong with this worker: left to others for a while, longer each time, so that nothing goes in circles. */
export interface ItemRests {
  begin(item: string): void;
  isOver(item: string): boolean;
}

const first = 1_000;
const longest = 60_000;

/** @param now in milliseconds */
export function createItemRests(now: () => number): ItemRests {
  const rests = new Map<string, { readonly until: number; readonly ms: number }>();
  return {
    begin(item) {
      const at = now();
      for (const [other, { until }] of rests) if (until + longest < at) rests.delete(other);
      const ms = Math.min(longest, (rests.get(item)?.ms ?? first / 2) * 2);
      rests.set(item, { until: at + ms, ms });
    },
    isOver: (item) => (rests.get(item)?.until ?? 0) <= now(),
  };
}
