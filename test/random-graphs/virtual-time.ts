/** Virtual time that advances to the next due event. */

export interface VirtualTime {
  readonly now: () => number;
  /** `last`: after all other events of that time. */
  after(delay: number, action: () => void, order?: 'last'): void;
  /** Runs until nothing is due. Throws if that takes too long. */
  run(): void;
}

const maxSteps = 50_000;

export function createVirtualTime(): VirtualTime {
  let queue: { readonly at: number; readonly order: number; readonly action: () => void }[] = [];
  let now = 0;
  return {
    now: () => now,
    after(delay, action, order) {
      const entry = { at: now + delay, order: order === 'last' ? 1 : 0, action };
      queue = [...queue, entry].sort((a, b) => a.at - b.at || a.order - b.order);
    },
    run() {
      for (let steps = 0; queue.length > 0; steps++) {
        if (steps > maxSteps) throw new Error('The interpreter does not end.');
        const [first, ...rest] = queue;
        queue = rest;
        now = first?.at ?? now;
        first?.action();
      }
    },
  };
}
