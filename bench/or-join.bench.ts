/**
 * Measures OR-join decisions on random nets of 40 tasks with cycles and cancellation, at markings reached by play.
 * Manually: `node dist/bench/or-join.bench.js [nets] [seed] [bound]` (400, 1, and the default limit of 20,000).
 */
import { createOrJoin, type OrJoinStage } from '../src/kernel/or-join/or-join.ts';
import type { OrJoinDecision, RoutingNet, RoutingTask } from '../src/kernel/or-join/routing-net.ts';

const TASKS = 40;
const STEPS = 150;

const nets = Number(process.argv[2] ?? 400);
const seed = Number(process.argv[3] ?? 1);
const bound = Number(process.argv[4] ?? 20_000);

type Random = (below: number) => number;

/** mulberry32 */
function createRandom(from: number): Random {
  let state = from;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Task by task, each fed by one to three recent tasks; a few edges lead back. Place 0 is the input. */
function drawNet(random: Random): RoutingNet {
  const inputs: number[][] = Array.from({ length: TASKS }, () => []);
  const outputs: number[][] = Array.from({ length: TASKS }, () => []);
  let places = 1;
  const connect = (from: number, to: number): void => {
    // Occasionally tasks compete for a place.
    const shared = random(12) === 0 ? inputs[to]?.[0] : undefined;
    const place = shared ?? places++;
    if (shared === undefined) inputs[to]?.push(place);
    outputs[from]?.push(place);
  };
  inputs[0]?.push(0);
  for (let task = 1; task < TASKS; task += 1) {
    for (let edge = random(3); edge >= 0; edge -= 1) connect(Math.max(0, task - 1 - random(6)), task);
  }
  for (let edge = 2 + random(4); edge > 0; edge -= 1) {
    const from = 5 + random(TASKS - 5);
    connect(from, Math.max(1, from - 1 - random(12)));
  }
  const end = places++;
  for (const out of outputs) if (out.length === 0) out.push(end);

  const joins = inputs.flatMap((into, task) => (into.length > 1 ? [task] : []));
  const orJoins = new Set(Array.from({ length: 3 + random(4) }, () => joins[random(joins.length)]));
  const cancellers = new Set(Array.from({ length: 3 + random(4) }, () => random(TASKS)));
  const ascending = (list: readonly number[]): readonly number[] => [...new Set(list)].sort((a, b) => a - b);
  const tasks = inputs.map((into, task): RoutingTask => {
    const cancels = cancellers.has(task);
    return {
      inputs: ascending(into),
      join: orJoins.has(task) ? 'or' : random(3) === 0 ? 'and' : 'xor',
      split: (['and', 'xor', 'or'] as const)[random(3)] ?? 'and',
      outputs: outputs[task] ?? [],
      caught: random(10) === 0 ? random(places + 1) - 1 : -2,
      ends: true,
      cancelPlaces: cancels ? ascending(Array.from({ length: 2 + random(6) }, () => random(places))) : [],
      cancelTasks: cancels ? ascending(Array.from({ length: random(4) }, () => random(TASKS))) : [],
      ignores: [],
    };
  });
  return { places, tasks };
}

interface Sample {
  readonly micros: number;
  readonly stage: OrJoinStage;
  readonly decision: OrJoinDecision;
}

/** Plays as the kernel does: tasks that can start do, OR-joins are decided last, then some task ends. */
function play(net: RoutingNet, random: Random, samples: Sample[]): void {
  let stage: OrJoinStage = 'inputs';
  const orJoin = createOrJoin(net, bound, {
    watch: (answered) => {
      stage = answered;
    },
  });
  const marking = new Array<number>(net.places).fill(0);
  const busy = new Set<number>();
  marking[0] = 1;
  const holds = (place: number): boolean => (marking[place] ?? 0) > 0;
  const take = (place: number): void => {
    marking[place] = (marking[place] ?? 0) - 1;
  };
  const start = (index: number, places: readonly number[]): void => {
    busy.add(index);
    places.forEach(take);
  };
  const startOne = (): boolean =>
    net.tasks.some((task, index) => {
      if (busy.has(index) || task.join === 'or') return false;
      const marked = task.inputs.filter(holds);
      if (task.join === 'and' ? marked.length < task.inputs.length : marked.length === 0) return false;
      start(index, task.join === 'and' ? marked : marked.slice(0, 1));
      return true;
    });
  const startOrJoin = (): boolean => {
    const tokens = marking.flatMap((count, place) => new Array<number>(count).fill(place));
    const underWay = [...busy].sort((a, b) => a - b);
    return net.tasks.some((task, index) => {
      if (busy.has(index) || task.join !== 'or') return false;
      const before = process.hrtime.bigint();
      const decision = orJoin.decide(index, tokens, underWay);
      const micros = Number(process.hrtime.bigint() - before) / 1_000;
      if (stage !== 'inputs') samples.push({ micros, stage, decision });
      if (decision !== 'enabled') return false;
      start(index, task.inputs.filter(holds));
      return true;
    });
  };
  for (let step = 0; step < STEPS; step += 1) {
    while (startOne() || startOrJoin());
    const ending = [...busy][random(Math.max(1, busy.size))];
    if (ending === undefined) return;
    end(net, ending, random, marking, busy);
  }
}

function end(net: RoutingNet, index: number, random: Random, marking: number[], busy: Set<number>): void {
  const task = net.tasks[index];
  if (task === undefined) return;
  busy.delete(index);
  let flows = task.outputs;
  if (task.caught !== -2 && random(5) === 0) flows = [task.caught];
  else {
    for (const place of task.cancelPlaces) marking[place] = 0;
    for (const cancelled of task.cancelTasks) busy.delete(cancelled);
    if (task.split !== 'and') {
      const sure = random(flows.length);
      flows = flows.filter((_, flow) => flow === sure || (task.split === 'or' && random(2) === 0));
    }
  }
  for (const place of flows) if (place >= 0) marking[place] = (marking[place] ?? 0) + 1;
}

function report(title: string, samples: readonly Sample[]): void {
  const micros = samples.map((sample) => sample.micros).sort((a, b) => a - b);
  const at = (share: number): string =>
    (micros[Math.min(micros.length - 1, Math.floor(micros.length * share))] ?? 0).toFixed(1).padStart(10);
  const count = String(samples.length).padStart(8);
  console.log(`${title.padEnd(10)}${count}${at(0.5)}${at(0.99)}${at(0.999)}${at(1)}`);
}

const random = createRandom(seed);
const samples: Sample[] = [];
for (let warmUp = 0; warmUp < 20; warmUp += 1) play(drawNet(random), random, []);
for (let net = 0; net < nets; net += 1) play(drawNet(random), random, samples);

console.log(
  `${nets} nets of ${TASKS} tasks, seed ${seed}, bound ${bound}; µs, with the first decision of each join`,
);
console.log(`stage      decided       p50       p99     p99.9       max`);
report('all', samples);
for (const stage of ['shape', 'closure', 'forward', 'backward'] as const) {
  report(
    stage,
    samples.filter((sample) => sample.stage === stage),
  );
}
for (const decision of ['enabled', 'wait', 'undecided'] as const) {
  console.log(`${decision}: ${samples.filter((sample) => sample.decision === decision).length}`);
}
