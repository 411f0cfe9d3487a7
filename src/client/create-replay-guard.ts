/**
 * Remembers processed deliveries. Deliveries are repeated if a response was lost. Remember a delivery only after it was
 * processed: a failed one must be delivered again.
 */
export interface ReplayGuard {
  isKnown(deliveryId: string): boolean;
  remember(deliveryId: string): void;
}

/** @param limit maximum number; the oldest are dropped */
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
