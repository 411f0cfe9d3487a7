import { describe, expect, test } from 'vitest';
import { coverBackward } from './backward-search.ts';
import { createFastPath, findSources } from './fast-path.ts';
import { findQuestions } from './focus.ts';
import { coverForward } from './forward-search.ts';
import { createOrJoin } from './or-join.ts';
import { buildResetNet } from './reset-net.ts';
import type { OrJoinDecision, RoutingNet, RoutingTask } from './routing-net.ts';
import { createSearchNet } from './search-net.ts';

const BOUND = 10_000;

/** A task with one way in and one way out, but for what is said. */
function task(
  inputs: readonly number[],
  outputs: readonly number[],
  rest: Partial<RoutingTask> = {},
): RoutingTask {
  const plain = { caught: -2, ends: true, cancelPlaces: [], cancelTasks: [] };
  return { inputs, outputs, join: 'xor', split: 'and', ...plain, ...rest };
}

function netOf(places: number, ...tasks: readonly RoutingTask[]): RoutingNet {
  return { places, tasks };
}

/** Asks the decider and the plain search below; they have to agree. */
function decide(
  net: RoutingNet,
  join: number,
  tokens: readonly number[],
  busy: readonly number[] = [],
): string {
  const decision = createOrJoin(net, BOUND).decide(join, tokens, busy);
  expect(decision).toBe(decidePlainly(net, join, tokens, busy));
  return decision;
}

describe('what an OR-join waits for', () => {
  // 0 → A(or) → 1, 2; 1 → B → 3; 2 → C → 4; 3, 4 → D(or) → 5
  const diamond = netOf(
    6,
    task([0], [1, 2], { split: 'or' }),
    task([1], [3]),
    task([2], [4]),
    task([3, 4], [5], { join: 'or' }),
  );

  test('[K3.2] without a marked input it waits, with all marked it is enabled', () => {
    expect(decide(diamond, 3, [0])).toBe('wait');
    expect(decide(diamond, 3, [])).toBe('wait');
    expect(decide(diamond, 3, [3, 4])).toBe('enabled');
    expect(decide(diamond, 3, [1, 3, 4])).toBe('enabled');
  });

  test('[K3.2] after an OR-split it waits for the branches taken and for no other', () => {
    expect(decide(diamond, 3, [2, 3])).toBe('wait');
    expect(decide(diamond, 3, [3])).toBe('enabled');
    expect(decide(diamond, 3, [4])).toBe('enabled');
  });

  test('[K3.3] a task under way counts as a token before it', () => {
    expect(decide(diamond, 3, [3], [2])).toBe('wait');
    expect(decide(diamond, 3, [4], [1])).toBe('wait');
    expect(decide(diamond, 3, [3], [1])).toBe('enabled');
    expect(decide(diamond, 3, [3], [0])).toBe('wait');
  });

  test('[K3.2] a token behind the join is not waited for, unless a loop brings it back', () => {
    expect(decide(diamond, 3, [3, 5])).toBe('enabled');
    const loop = netOf(6, ...diamond.tasks, task([5], [0]));
    expect(decide(loop, 3, [3, 5])).toBe('wait');
  });

  test('[K3.2] marked inputs have to stay marked: a token that must leave one input to reach the other is no reason', () => {
    // 0 → A(or) → out; 0 → B → 1; 1 → A: B could only move the token that A has already.
    const net = netOf(3, task([0, 1], [2], { join: 'or' }), task([0], [1]));
    expect(decide(net, 0, [0])).toBe('enabled');
    expect(decide(net, 0, [0, 0])).toBe('wait');
  });

  test('[K3.3] the join in question never starts, so its own loop does not hold it up', () => {
    // D → back to 1 or on to 5
    const net = netOf(
      6,
      task([0], [1, 2]),
      task([1], [3]),
      task([2], [4]),
      task([3, 4], [1, 5], { join: 'or', split: 'xor' }),
    );
    expect(decide(net, 3, [3])).toBe('enabled');
  });

  test('[K3.3] another OR-join counts as XOR', () => {
    // Two OR-joins on one loop, each with a token: each may be passed by the other's.
    const net = netOf(
      6,
      task([0, 1], [2], { join: 'or' }),
      task([2, 3], [1, 4], { join: 'or', split: 'xor' }),
      task([4], [5]),
    );
    expect(decide(net, 0, [0, 3])).toBe('wait');
    expect(decide(net, 1, [0, 3])).toBe('wait');
    expect(decide(net, 1, [3])).toBe('enabled');
  });

  test('[K3.3] an AND-join passes only what comes from all sides', () => {
    // 0, 1 → A(and) → 2; 2, 3 → B(or) → 4
    const net = netOf(
      5,
      task([0, 1], [2], { join: 'and' }),
      task([2, 3], [4], { join: 'or' }),
      task([0], [1]),
    );
    expect(decide(net, 1, [1, 3])).toBe('enabled');
    expect(decide(net, 1, [0, 1, 3])).toBe('wait');
    // The third task can make a 1 of a 0, but then the 0 is gone.
    expect(decide(net, 1, [0, 3])).toBe('enabled');
    expect(decide(net, 1, [0, 0, 3])).toBe('wait');
  });
});

describe('how tasks end', () => {
  test('[K3.3] a flow to null gives nothing, an XOR-split gives one', () => {
    const nothing = netOf(3, task([0], [-1]), task([1, 2], [], { join: 'or' }));
    expect(decide(nothing, 1, [0, 1])).toBe('enabled');
    const maybe = netOf(3, task([0], [-1, 2], { split: 'xor' }), task([1, 2], [], { join: 'or' }));
    expect(decide(maybe, 1, [0, 1])).toBe('wait');
  });

  test('[K3.3] XOR gives one flow, AND all, OR any set of them', () => {
    // 0 → S → 1, 2; 1, 2 → A(and) → 3; 3, 4 → J(or)
    const net = (split: 'and' | 'or' | 'xor') =>
      netOf(
        6,
        task([0], [1, 2], { split }),
        task([1, 2], [3], { join: 'and' }),
        task([3, 4], [5], { join: 'or' }),
      );
    expect(decide(net('xor'), 2, [0, 4])).toBe('enabled');
    expect(decide(net('xor'), 2, [0, 0, 4])).toBe('wait');
    expect(decide(net('and'), 2, [0, 4])).toBe('wait');
    expect(decide(net('or'), 2, [0, 4])).toBe('wait');
  });

  test('[K3.3] two flows to one place give two tokens', () => {
    // 1 is shared by B → 2 and C → 3; 2, 3 → A(and) → 4; 4, 5 → J(or)
    const net = (flows: readonly number[]) =>
      netOf(
        7,
        task([0], flows),
        task([1], [2]),
        task([1], [3]),
        task([2, 3], [4], { join: 'and' }),
        task([4, 5], [6], { join: 'or' }),
      );
    expect(decide(net([1]), 4, [0, 5])).toBe('enabled');
    expect(decide(net([1, 1]), 4, [0, 5])).toBe('wait');
  });

  test('[K3.3] a catch is one more way of ending, without cancelling', () => {
    const by = (caught: number, cancelPlaces: readonly number[]) =>
      netOf(4, task([0], [3], { caught, cancelPlaces }), task([1, 2], [], { join: 'or' }));
    expect(decide(by(-2, []), 1, [1], [0])).toBe('enabled');
    expect(decide(by(-1, []), 1, [1], [0])).toBe('enabled');
    expect(decide(by(2, []), 1, [1], [0])).toBe('wait');
    expect(decide(by(2, [1]), 1, [1], [0])).toBe('wait');
    const flow = netOf(3, task([0], [2], { cancelPlaces: [1] }), task([1, 2], [], { join: 'or' }));
    expect(decide(flow, 1, [1], [0])).toBe('enabled');
  });

  test('[K3.3] work that always fails ends by its catch only', () => {
    const net = (caught: number) =>
      netOf(4, task([0], [2], { ends: false, caught }), task([1, 2], [], { join: 'or' }));
    expect(decide(net(-2), 1, [0, 1])).toBe('enabled');
    expect(decide(net(3), 1, [0, 1])).toBe('enabled');
    expect(decide(net(2), 1, [0, 1])).toBe('wait');
  });

  test('[K3.3] the cancel region is emptied before the tokens appear', () => {
    const net = netOf(3, task([0], [1, 2], { cancelPlaces: [1, 2] }), task([1, 2], [], { join: 'or' }));
    expect(decide(net, 1, [0, 1])).toBe('wait');
    const over = netOf(3, task([0], [2], { cancelPlaces: [1, 2] }), task([1, 2], [], { join: 'or' }));
    expect(decide(over, 1, [0, 1])).toBe('enabled');
  });
});

describe('facts seen in the YAWL engine', () => {
  test('[K3.3] CancellationTest: a cancel set makes an AND-join dead, so the OR-join is enabled at once', () => {
    // B (under way, or about to) empties 1 when it ends; A(and) needs 1 and what B gives.
    const net = netOf(
      6,
      task([0], [2], { cancelPlaces: [1] }),
      task([1, 2], [3], { join: 'and' }),
      task([3, 4], [5], { join: 'or' }),
    );
    expect(decide(net, 2, [0, 1, 4])).toBe('enabled');
    expect(decide(net, 2, [1, 4], [0])).toBe('enabled');
    const without = netOf(6, task([0], [2]), ...net.tasks.slice(1));
    expect(decide(without, 2, [0, 1, 4])).toBe('wait');
  });

  test('[K3.3] a cancelled task that is under way brings nothing any more', () => {
    const net = netOf(
      7,
      task([0], [2], { cancelTasks: [1] }),
      task([1], [3]),
      task([2, 3], [4], { join: 'and' }),
      task([4, 5], [6], { join: 'or' }),
    );
    // The second task could end first.
    expect(decide(net, 3, [5], [0, 1])).toBe('wait');
    const both = netOf(
      7,
      net.tasks[0] as RoutingTask,
      task([1], [3], { cancelTasks: [0] }),
      ...net.tasks.slice(2),
    );
    expect(decide(both, 3, [5], [0, 1])).toBe('enabled');
    // Not yet begun, it cannot be cancelled.
    expect(decide(both, 3, [1, 5], [0])).toBe('wait');
  });

  test('[K3.3] ORJoin_Cancel_Infiniteloop: the analysis may have a task under way twice, so the join never comes', () => {
    // A(0) loops and feeds B; C(and) needs B's token twice over: once from a B that A's end did not cancel.
    const net = netOf(
      7,
      task([0], [0, 1]),
      task([1], [2], { cancelPlaces: [2] }),
      task([2, 3], [4], { join: 'and' }),
      task([1], [3], { cancelTasks: [1] }),
      task([4, 5], [6], { join: 'or' }),
    );
    expect(decide(net, 4, [0, 5])).toBe('wait');
    // A task that cancels all others of its kind under way, and is needed twice.
    const twice = netOf(
      5,
      task([0], [1, 2], { split: 'xor' }),
      task([1, 2], [3], { join: 'and' }),
      task([3, 4], [], { join: 'or' }),
    );
    expect(decide(twice, 2, [0, 4], [0])).toBe('wait');
    expect(decide(twice, 2, [4], [0])).toBe('enabled');
    const alone = netOf(
      5,
      task([0], [1, 2], { split: 'xor', cancelPlaces: [0, 1, 2], cancelTasks: [0] }),
      ...twice.tasks.slice(1),
    );
    expect(decide(alone, 2, [0, 0, 4], [0])).toBe('enabled');
  });
});

describe('the bound', () => {
  // J is enabled, but to know it takes a search: the third task can serve one side of the AND-join only.
  const net = netOf(5, task([0, 1], [2], { join: 'and' }), task([2, 3], [4], { join: 'or' }), task([0], [1]));

  test('[K3.6] past the bound a decision is undecided; what takes no search needs no bound', () => {
    expect(createOrJoin(net, 0).decide(1, [0, 3], [])).toBe('undecided');
    expect(createOrJoin(net, 0).decide(1, [1, 3], [])).toBe('enabled');
    expect(createOrJoin(net, 0).decide(1, [0, 2, 3], [])).toBe('enabled');
    expect(createOrJoin(net, BOUND).decide(1, [0, 3], [])).toBe('enabled');
  });

  test('[K3.6] a decider has no memory: the same question has the same answer, whatever was asked before', () => {
    const orJoin = createOrJoin(net, BOUND);
    const ask = () => [[0, 3], [0, 0, 3], [1, 3], [2]].map((tokens) => orJoin.decide(1, tokens, []));
    expect(ask()).toEqual(ask());
  });
});

const SEED = Number(process.env['SIGNALBOX_SEED'] ?? 20_240_917);
const CASES = process.env['SIGNALBOX_LONG'] === '1' ? 400_000 : 12_000;

describe(`random nets, seed ${SEED}`, () => {
  test('[K3.6][K3.3] every stage, where it answers, agrees with the plain backward search', () => {
    const random = createRandom(SEED);
    const answered = { shape: 0, closure: 0, forward: 0, backward: 0, unmerged: 0, plain: 0 };
    for (let round = 0; round < CASES; round += 1) {
      const { net, join, tokens, busy } = drawCase(random);
      const plain = decidePlainly(net, join, tokens, busy);
      if (plain === 'undecided') continue;
      answered.plain += 1;
      const where = { seed: SEED, round, net: JSON.stringify(net), join, tokens, busy };
      const check = (stage: keyof typeof answered, decision: string): void => {
        if (decision === 'open' || decision === 'undecided') return;
        answered[stage] += 1;
        expect({ ...where, stage, decision }).toEqual({ ...where, stage, decision: plain });
      };

      expect({ ...where, decision: createOrJoin(net, BOUND).decide(join, tokens, busy) }).toEqual({
        ...where,
        decision: plain,
      });
      if (!isMixed(net, join, tokens)) continue;
      check('shape', createFastPath(net, findSources(net), join).look(tokens, busy));
      const questions = findQuestions(createSearchNet(net, join), net, join, tokens, busy);
      check('closure', questions.length === 0 ? 'enabled' : 'open');
      check('forward', sumUp(questions.map((question) => coverForward(question, 300).coverable)));
      check('backward', sumUp(questions.map((question) => coverBackward(question, BOUND).coverable)));
      const whole = askWhole(net, join, tokens, busy);
      check('unmerged', sumUp(whole.map((question) => coverBackward(question, 2_000).coverable)));
    }
    for (const count of Object.values(answered)) expect(count).toBeGreaterThan(CASES / 20);
  });

  test('[K3.3] the plain backward search agrees with trying out everything, where that comes to an end', () => {
    const random = createRandom(SEED + 1);
    const seen = { enabled: 0, wait: 0 };
    for (let round = 0; round < CASES / 4; round += 1) {
      const { net, join, tokens, busy } = drawCase(random);
      if (!isMixed(net, join, tokens)) continue;
      const tried = decideByTrying(net, join, tokens, busy);
      const plain = decidePlainly(net, join, tokens, busy);
      if (tried === 'undecided' || plain === 'undecided') continue;
      seen[tried] += 1;
      const where = { seed: SEED + 1, round, net: JSON.stringify(net), join, tokens, busy };
      expect({ ...where, decision: plain }).toEqual({ ...where, decision: tried });
    }
    expect(Math.min(seen.enabled, seen.wait)).toBeGreaterThan(CASES / 50);
  });
});

/** Some input is marked and some is not: only then there is something to decide. */
function isMixed(net: RoutingNet, join: number, tokens: readonly number[]): boolean {
  const marked = inputsOf(net, join).filter((place) => tokens.includes(place)).length;
  return marked > 0 && marked < inputsOf(net, join).length;
}

function inputsOf(net: RoutingNet, join: number): readonly number[] {
  return net.tasks[join]?.inputs ?? [];
}

function sumUp(answers: readonly (boolean | 'open')[]): string {
  if (answers.includes(true)) return 'wait';
  return answers.includes('open') ? 'open' : 'enabled';
}

/** The questions of a join asked of the whole reset net, nothing merged or left away. */
function askWhole(net: RoutingNet, join: number, tokens: readonly number[], busy: readonly number[]) {
  const whole = buildResetNet(net, join);
  const start = new Int32Array(firstMarking(net, tokens, busy));
  const marked = inputsOf(net, join).filter((place) => tokens.includes(place));
  return inputsOf(net, join)
    .filter((place) => !marked.includes(place))
    .map((place) => ({ net: whole, start, target: [place, ...marked].sort((a, b) => a - b) }));
}

// The plain reading of K3.3, written apart from the decider: every transition, every place, nothing clever.

type Marking = readonly number[];

interface PlainTransition {
  readonly take: Marking;
  readonly resets: readonly boolean[];
  readonly give: Marking;
}

function plainTransitions(net: RoutingNet, join: number): readonly PlainTransition[] {
  const size = net.places + net.tasks.length;
  const count = (places: readonly number[]): Marking =>
    Array.from({ length: size }, (_, place) => places.filter((each) => each === place).length);
  const transitions: PlainTransition[] = [];
  net.tasks.forEach((task, index) => {
    const underWay = net.places + index;
    const cancelled = [...task.cancelPlaces, ...task.cancelTasks.map((other) => net.places + other)];
    const resets = Array.from({ length: size }, (_, place) => cancelled.includes(place));
    const none = resets.map(() => false);
    const starts = task.join === 'and' ? [task.inputs] : task.inputs.map((place) => [place]);
    if (index !== join) {
      for (const take of starts)
        transitions.push({ take: count(take), resets: none, give: count([underWay]) });
    }
    if (task.ends) {
      for (const give of choices(task)) {
        transitions.push({ take: count([underWay]), resets, give: count(give) });
      }
    }
    if (task.caught !== -2) {
      transitions.push({ take: count([underWay]), resets: none, give: count([task.caught]) });
    }
  });
  return transitions;
}

function choices(task: RoutingTask): readonly (readonly number[])[] {
  if (task.split === 'and') return [task.outputs];
  if (task.split === 'xor') return task.outputs.map((place) => [place]);
  const sets: number[][] = [];
  for (let set = 1; set < 2 ** task.outputs.length; set += 1) {
    sets.push(task.outputs.filter((_, flow) => Math.floor(set / 2 ** flow) % 2 === 1));
  }
  return sets;
}

function firstMarking(net: RoutingNet, tokens: readonly number[], busy: readonly number[]): number[] {
  const marking = Array.from({ length: net.places + net.tasks.length }, () => 0);
  for (const place of tokens) marking[place] = (marking[place] ?? 0) + 1;
  for (const task of busy) marking[net.places + task] = 1;
  return marking;
}

function covers(big: Marking, small: Marking): boolean {
  return small.every((tokens, place) => tokens <= (big[place] ?? 0));
}

type IsCoverable = (
  transitions: readonly PlainTransition[],
  start: Marking,
  target: Marking,
) => boolean | 'open';

const searchBackwards: IsCoverable = (transitions, start, target) => {
  const found: Marking[] = [target];
  for (let next = 0; next < found.length; next += 1) {
    const marking = found[next] ?? [];
    if (covers(start, marking)) return true;
    if (found.length > 400) return 'open';
    for (const { take, resets, give } of transitions) {
      if (marking.some((tokens, place) => resets[place] && tokens > (give[place] ?? 0))) continue;
      const before = marking.map((tokens, place) => {
        const needed = resets[place] ? 0 : Math.max(0, tokens - (give[place] ?? 0));
        return needed + (take[place] ?? 0);
      });
      if (!found.some((other) => covers(before, other))) found.push(before);
    }
  }
  return false;
};

const tryEverything: IsCoverable = (transitions, start, target) => {
  const seen = new Map<string, Marking>([[start.join(), start]]);
  for (const marking of seen.values()) {
    if (covers(marking, target)) return true;
    if (seen.size > 1_000) return 'open';
    for (const { take, resets, give } of transitions) {
      if (!covers(marking, take)) continue;
      const after = marking.map(
        (tokens, place) => (resets[place] ? 0 : tokens - (take[place] ?? 0)) + (give[place] ?? 0),
      );
      seen.set(after.join(), after);
    }
  }
  return false;
};

function decideBy(isCoverable: IsCoverable) {
  return (
    net: RoutingNet,
    join: number,
    tokens: readonly number[],
    busy: readonly number[],
  ): OrJoinDecision => {
    const start = firstMarking(net, tokens, busy);
    const inputs = inputsOf(net, join);
    const marked = inputs.filter((place) => tokens.includes(place));
    if (marked.length === 0) return 'wait';
    const transitions = plainTransitions(net, join);
    const answers = inputs
      .filter((place) => !marked.includes(place))
      .map((empty) =>
        isCoverable(
          transitions,
          start,
          start.map((_, place) => (place === empty || marked.includes(place) ? 1 : 0)),
        ),
      );
    if (answers.includes(true)) return 'wait';
    return answers.includes('open') ? 'undecided' : 'enabled';
  };
}

function decidePlainly(net: RoutingNet, join: number, tokens: readonly number[], busy: readonly number[]) {
  return decideBy(searchBackwards)(net, join, tokens, busy);
}

function decideByTrying(net: RoutingNet, join: number, tokens: readonly number[], busy: readonly number[]) {
  return decideBy(tryEverything)(net, join, tokens, busy);
}

type Random = (below: number) => number;

/** mulberry32 */
function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Small nets without any plan, so that every odd combination comes up. The first task is the OR-join. */
function drawCase(random: Random) {
  const places = 3 + random(5);
  const some = (least: number, most: number): readonly number[] =>
    Array.from({ length: least + random(most - least + 1) }, () => random(places));
  const once = (list: readonly number[]): readonly number[] => [...new Set(list)].sort((a, b) => a - b);
  const routing = () => (['and', 'xor', 'or'] as const)[random(3)] ?? 'and';
  const tasks = Array.from({ length: 2 + random(5) }, (_, index): RoutingTask => {
    const cancels = random(3) === 0;
    return {
      inputs: once(some(index === 0 ? 2 : 1, index === 0 ? 4 : 2)),
      join: index === 0 ? 'or' : routing(),
      split: routing(),
      outputs: some(1, 3).map((place) => (random(8) === 0 ? -1 : place)),
      caught: random(6) === 0 ? random(places + 1) - 1 : -2,
      ends: random(12) > 0,
      cancelPlaces: cancels ? once(some(0, 3)) : [],
      cancelTasks: cancels && random(2) === 0 ? [random(2)] : [],
    };
  });
  const tokens = [...some(0, 3)];
  const input = tasks[0]?.inputs[0];
  if (input !== undefined && random(8) > 0) tokens.push(input);
  const busy = tasks.map((_, index) => index).filter((index) => index > 0 && random(4) === 0);
  return { net: { places, tasks }, join: 0, tokens: tokens.sort((a, b) => a - b), busy };
}
