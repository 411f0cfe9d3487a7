/** Makes the small calls of a tenant at a fixed rate, whether or not earlier ones were answered, and measures each. */
import { setTimeout as wait } from 'node:timers/promises';
import { type SmallCall, smallCalls } from '../../test/hostile/small-calls.ts';
import { senderOf } from '../../test/hostile/two-tenants.ts';

export interface Latencies {
  /** In milliseconds, from the time that the call was due. For a call without an answer: until it was given up. */
  readonly times: readonly number[];
  /** The reason of each failed call. */
  readonly failures: readonly string[];
}

/** Per kind of call, in milliseconds. Below the rate limit of a principal. */
const interval = 100;
/** How long the last answers are awaited. */
const patience = 10_000;

let nth = 0;

/** Each kind of call has its own principal. */
export async function callNeighbour(origin: string, milliseconds: number): Promise<Latencies> {
  const over = AbortSignal.timeout(milliseconds + patience);
  const givenUp = new Promise<string>((resolve) => {
    over.addEventListener('abort', () => resolve('not answered'), { once: true });
  });
  const times: number[] = [];
  const failures: string[] = [];
  const measure = async (send: ReturnType<typeof senderOf>, call: SmallCall, due: number): Promise<void> => {
    const done = call.perform(send, nth++).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    const failure = await Promise.race([done, givenUp]);
    times.push(performance.now() - due);
    if (failure !== null) failures.push(`${call.name}: ${failure}`);
  };
  const begun = performance.now();
  await Promise.all(
    smallCalls.map(async (call, at) => {
      const send = senderOf(origin, 'neighbour', `ann-${at}`);
      const measured: Promise<void>[] = [];
      const first = begun + (at * interval) / smallCalls.length;
      for (let due = first; due < begun + milliseconds; due += interval) {
        await wait(Math.max(0, due - performance.now()));
        measured.push(measure(send, call, due));
      }
      await Promise.all(measured);
    }),
  );
  return { times, failures };
}
