/** Measures the speed of the kernel on this machine: plays the same trip from its events until the time is over. */
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
  const playFor = (milliseconds: number) => {
    const started = clock();
    let trips = 0;
    while (clock() - started < milliseconds) {
      for (let batch = 0; batch < 10; batch++) play();
      trips += 10;
    }
    return { trips, seconds: (clock() - started) / 1000 };
  };
  // The first trips are slower, because the code is not optimized yet.
  playFor(400);
  const { trips, seconds } = playFor(500);
  return { trips, seconds, events: trips * journal.length };
}
