/** How fast the kernel is here and now: the same trip is played from its events until the time is over. */
import type { Machine, RunEvent } from '../../kernel/index.ts';

export interface Speed {
  readonly events: number;
  readonly trips: number;
  readonly seconds: number;
}

export function measureSpeed(machine: Machine, journal: readonly RunEvent[], clock: () => number): Speed {
  const play = () => {
    let state = machine.initial;
    for (const event of journal) {
      const step = machine.advance(state, event);
      if (step.kind === 'rejection') throw new Error(step.message);
      state = step.state;
    }
  };
  // The first trips are slower: the code has not been compiled for speed yet.
  for (let trip = 0; trip < 50; trip++) play();
  const started = clock();
  let trips = 0;
  while (clock() - started < 500) {
    for (let batch = 0; batch < 10; batch++) play();
    trips += 10;
  }
  return { trips, events: trips * journal.length, seconds: (clock() - started) / 1000 };
}
