/**
 * Remembers which deliveries were dealt with. They come again when an answer was lost, so whoever acts on one remembers it
 * then, and not before: one that failed is to come again.
 */
export interface ReplayGuard {
  isKnown(deliveryId: string): boolean;
  remember(deliveryId: string): void;
}

/** @param limit how many; the oldest are forgotten */
export function createReplayGuard(limit = 10_000): ReplayGuard {
  const known = new Set<string>();
  return {
    isKnown: (id) => known.has(id),
    remember(id) {
      known.add(id);
      for (const oldest of known) {
        if (known.size <= limit) return;
        known.delete(oldest);
      }
    },
  };
}
