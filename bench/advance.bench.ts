/**
 * Measures events per second of `advance`, next to xstate on the same work in the same run. The order of the contestants
 * changes from round to round, and medians are compared, because machines are shared.
 */
import { assign, createActor, initialTransition, setup, transition } from 'xstate';
import { link, type Machine, type RunEvent, type RunState, type Task } from '../src/kernel/index.ts';
import { assigns, oneNet, read, task, value, variables } from '../src/testing/net-builder.ts';
import { ratio, table } from './table.ts';

const machineOf = (...args: Parameters<typeof oneNet>): Machine => {
  const linked = link(oneNet(...args));
  if (linked.kind === 'machine') return linked.machine;
  throw new Error(JSON.stringify(linked.problems));
};

/** A chain of calls, each of which stores its output. */
const chain = (length: number): Task[] =>
  Array.from({ length }, (_, i) =>
    task(`t${i}`, i === 0 ? 'i' : `p${i}`, i === length - 1 ? 'o' : `p${i + 1}`, {
      outputs: assigns({ [`v${i}`]: read('$output') }),
    }),
  );

const chainMachine = (length: number): Machine =>
  machineOf(chain(length), { variables: variables(...Array.from({ length }, (_, i) => `v${i}`)) });

const started: RunEvent = { kind: 'started', at: 1, seed: 1 };

const take = (machine: Machine, state: RunState, event: RunEvent): RunState => {
  const step = machine.advance(state, event);
  if (step.kind === 'rejection') throw new Error(step.message);
  return step.state;
};

/** Answers the oldest call until none is pending. Returns the number of events. */
const finish = (
  machine: Machine,
  state: RunState,
  each?: (state: RunState, events: number) => void,
): number => {
  let events = 0;
  let at = state;
  for (let next = at.instances.find(({ phase }) => phase === 'calling'); next !== undefined; ) {
    at = take(machine, at, {
      kind: 'callSucceeded',
      at: 1,
      instance: next.id,
      attempt: 1,
      output: { value: events },
    });
    events += 1;
    each?.(at, events);
    next = at.instances.find(({ phase }) => phase === 'calling');
  }
  if (at.status !== 'completed') throw new Error(`The run is ${at.status}.`);
  return events;
};

// ── Five tasks in a row ────────────────────────────────────────────────────────────────────────────────────────

const sequence = chainMachine(5);
const playSequence = (): number => finish(sequence, take(sequence, sequence.initial, started)) + 1;

type Done = { type: 'done'; output: number };
const peer = setup({
  types: { context: {} as { outputs: readonly number[] }, events: {} as Done },
  actions: { store: assign({ outputs: ({ context, event }) => [...context.outputs, event.output] }) },
}).createMachine({
  context: { outputs: [] },
  initial: 't0',
  states: {
    ...Object.fromEntries(
      Array.from({ length: 5 }, (_, i) => [
        `t${i}`,
        { on: { done: { target: i === 4 ? 'end' : `t${i + 1}`, actions: 'store' as const } } },
      ]),
    ),
    end: { type: 'final' as const },
  },
});

/** xstate's pure transition function, from start to end. */
const playTransition = (): number => {
  let [snapshot] = initialTransition(peer);
  for (let i = 0; i < 5; i++) [snapshot] = transition(peer, snapshot, { type: 'done', output: i });
  return 6;
};

/** xstate's actor, which manages its own state. */
const playActor = (): number => {
  const actor = createActor(peer).start();
  for (let i = 0; i < 5; i++) actor.send({ type: 'done', output: i });
  actor.stop();
  return 6;
};

/** Events per second over a fixed number of events. */
const rate = (play: () => number, events: number): number => {
  const begin = process.hrtime.bigint();
  let done = 0;
  while (done < events) done += play();
  return done / (Number(process.hrtime.bigint() - begin) / 1e9);
};

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

const contestants = [
  { name: 'signalbox advance', play: playSequence, rates: [] as number[] },
  { name: 'xstate transition()', play: playTransition, rates: [] as number[] },
  { name: 'xstate actor', play: playActor, rates: [] as number[] },
];
for (const { play } of contestants) rate(play, 60_000);
for (let round = 0; round < 9; round++) {
  for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed()) {
    contestant.rates.push(rate(contestant.play, 60_000));
  }
}
const [ours = 0, pure = 0, actor = 0] = contestants.map(({ rates }) => median(rates));

const begun = take(sequence, sequence.initial, started);
console.log(
  `\nFive tasks in a row, events a second (median of 9 rounds); ${JSON.stringify(begun).length} bytes of state`,
);
table([
  ['signalbox advance', Math.round(ours), ''],
  ['xstate transition()', Math.round(pure), `${ratio(ours, pure)} of ours to theirs`],
  ['xstate actor', Math.round(actor), `${ratio(ours, actor)} of ours to theirs`],
]);

// ── A foreach over 1,000 items ─────────────────────────────────────────────────────────────────────────────────

const eachMachine = (concurrency: number): Machine =>
  machineOf(
    [
      task('each', 'i', 'o', {
        each: {
          items: value(Array.from({ length: 1_000 }, (_, i) => i)),
          create: 'static',
          failures: 'abort',
          concurrency,
        },
        outputs: assigns({ all: read('$output') }),
      }),
    ],
    { variables: variables('all') },
  );

console.log('\nA foreach over 1,000 items, events a second');
table(
  [1, 10, 1_000].map((concurrency) => {
    const machine = eachMachine(concurrency);
    const play = (): number => finish(machine, take(machine, machine.initial, started)) + 1;
    rate(play, 10_000);
    const rates = Array.from({ length: 5 }, () => rate(play, 10_000));
    const state = take(machine, machine.initial, started);
    return [
      `${concurrency} at once`,
      Math.round(median(rates)),
      `${JSON.stringify(state).length} bytes of state at its start`,
    ];
  }),
);

// ── Graphs of 1,000 nodes ──────────────────────────────────────────────────────────────────────────────────────

/** An OR-split, two branches of which one is taken, an OR-join; and so on. */
const diamonds = (length: number): Task[] =>
  Array.from({ length }, (_, i) => [
    task(`s${i}`, i === 0 ? 'i' : `p${i}`, [], {
      work: { kind: 'pass' },
      split: 'or',
      flows: [{ to: `a${i}` }, { to: `b${i}`, guard: value(false) }],
    }),
    task(`x${i}`, `a${i}`, `c${i}`),
    task(`y${i}`, `b${i}`, `d${i}`),
    task(`j${i}`, [`c${i}`, `d${i}`], i === length - 1 ? 'o' : `p${i + 1}`, {
      work: { kind: 'pass' },
      join: 'or',
    }),
  ]).flat();

/** Time and size of a run of 1,000 events, by quarter. */
const byQuarter = (name: string, machine: Machine, rounds: number): void => {
  const quarters = [0, 0, 0, 0];
  const sizes = [0, 0, 0, 0];
  for (let round = -5; round < rounds; round++) {
    let last = process.hrtime.bigint();
    finish(machine, take(machine, machine.initial, started), (state, events) => {
      if (events % 250 !== 0) return;
      const quarter = events / 250 - 1;
      const now = process.hrtime.bigint();
      if (round >= 0) quarters[quarter] = (quarters[quarter] ?? 0) + Number(now - last);
      sizes[quarter] = JSON.stringify(state).length;
      last = process.hrtime.bigint();
    });
  }
  const micros = quarters.map((nanos) => nanos / rounds / 250 / 1_000);
  console.log(`\n${name}, by quarter`);
  table(
    micros.map((each, i) => [
      `quarter ${i + 1}`,
      `${each.toFixed(2)} µs an event`,
      `${sizes[i]} bytes of state at its end, ${ratio(each, micros[0] ?? each)} of the first quarter`,
    ]),
  );
};

byQuarter('A graph of 1,000 nodes in a row', chainMachine(1_000), 40);
byQuarter('1,000 OR-splits and OR-joins in a row (4,000 tasks)', machineOf(diamonds(1_000)), 10);
