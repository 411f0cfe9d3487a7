import { describe, expect, test } from 'vitest';
import { decideWithHighLimit } from '../../../test/soundness/plain-or-join.ts';
import { createOrJoin } from './or-join.ts';
import type { RoutingNet, RoutingTask } from './routing-net.ts';

const BOUND = 10_000;

/** A task with one input and one output, with overrides. */
function task(
  inputs: readonly number[],
  outputs: readonly number[],
  rest: Partial<RoutingTask> = {},
): RoutingTask {
  const plain = { caught: -2, ends: true, cancelPlaces: [], cancelTasks: [], ignores: [] };
  return { inputs, outputs, join: 'xor', split: 'and', ...plain, ...rest };
}

function netOf(places: number, ...tasks: readonly RoutingTask[]): RoutingNet {
  return { places, tasks };
}

/** Runs the decider and the plain search; they must agree. */
function decide(
  net: RoutingNet,
  join: number,
  tokens: readonly number[],
  busy: readonly number[] = [],
): string {
  const decision = createOrJoin(net, BOUND).decide(join, tokens, busy);
  expect(decision).toBe(decideWithHighLimit(net, join, tokens, busy));
  return decision;
}

describe('conditions of an OR-join', () => {
  // 0 → A(or) → 1, 2; 1 → B → 3; 2 → C → 4; 3, 4 → D(or) → 5
  const diamond = netOf(
    6,
    task([0], [1, 2], { split: 'or' }),
    task([1], [3]),
    task([2], [4]),
    task([3, 4], [5], { join: 'or' }),
  );

  test('[K3.2] without a marked input it waits; with all inputs marked it is enabled', () => {
    expect(decide(diamond, 3, [0])).toBe('wait');
    expect(decide(diamond, 3, [])).toBe('wait');
    expect(decide(diamond, 3, [3, 4])).toBe('enabled');
    expect(decide(diamond, 3, [1, 3, 4])).toBe('enabled');
  });

  test('[K3.2] after an OR-split it waits only for the branches taken', () => {
    expect(decide(diamond, 3, [2, 3])).toBe('wait');
    expect(decide(diamond, 3, [3])).toBe('enabled');
    expect(decide(diamond, 3, [4])).toBe('enabled');
  });

  test('[K3.3] an active task counts as a token before it', () => {
    expect(decide(diamond, 3, [3], [2])).toBe('wait');
    expect(decide(diamond, 3, [4], [1])).toBe('wait');
    expect(decide(diamond, 3, [3], [1])).toBe('enabled');
    expect(decide(diamond, 3, [3], [0])).toBe('wait');
  });

  test('[K3.2] a token behind the join is ignored, unless a loop brings it back', () => {
    expect(decide(diamond, 3, [3, 5])).toBe('enabled');
    const loop = netOf(6, ...diamond.tasks, task([5], [0]));
    expect(decide(loop, 3, [3, 5])).toBe('wait');
  });

  test('[K3.2] marked inputs must stay marked: a token that leaves one input to reach the other is ignored', () => {
    // 0 → A(or) → out; 0 → B → 1; 1 → A: B could only move the token that A already has.
    const net = netOf(3, task([0, 1], [2], { join: 'or' }), task([0], [1]));
    expect(decide(net, 0, [0])).toBe('enabled');
    expect(decide(net, 0, [0, 0])).toBe('wait');
  });

  test('[K3.3] the join itself never starts in the analysis, so its own loop does not delay it', () => {
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
    // Two OR-joins on one loop, each with a token: each may be passed by the token of the other.
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

  test('[K3.3] an AND-join passes only tokens that arrive at all inputs', () => {
    // 0, 1 → A(and) → 2; 2, 3 → B(or) → 4
    const net = netOf(
      5,
      task([0, 1], [2], { join: 'and' }),
      task([2, 3], [4], { join: 'or' }),
      task([0], [1]),
    );
    expect(decide(net, 1, [1, 3])).toBe('enabled');
    expect(decide(net, 1, [0, 1, 3])).toBe('wait');
    // The third task can turn a 0 into a 1, but then the 0 is gone.
    expect(decide(net, 1, [0, 3])).toBe('enabled');
    expect(decide(net, 1, [0, 0, 3])).toBe('wait');
  });
});

describe('endings of tasks', () => {
  test('[K3.3] a flow to null produces nothing, an XOR-split produces one token', () => {
    const nothing = netOf(3, task([0], [-1]), task([1, 2], [], { join: 'or' }));
    expect(decide(nothing, 1, [0, 1])).toBe('enabled');
    const maybe = netOf(3, task([0], [-1, 2], { split: 'xor' }), task([1, 2], [], { join: 'or' }));
    expect(decide(maybe, 1, [0, 1])).toBe('wait');
  });

  test('[K3.3] XOR takes one flow, AND takes all, OR takes any set', () => {
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

  test('[K3.3] two flows to one place produce two tokens', () => {
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

  test('[K3.3] a catch is an additional ending, without cancellation', () => {
    const by = (caught: number, cancelPlaces: readonly number[]) =>
      netOf(4, task([0], [3], { caught, cancelPlaces }), task([1, 2], [], { join: 'or' }));
    expect(decide(by(-2, []), 1, [1], [0])).toBe('enabled');
    expect(decide(by(-1, []), 1, [1], [0])).toBe('enabled');
    expect(decide(by(2, []), 1, [1], [0])).toBe('wait');
    expect(decide(by(2, [1]), 1, [1], [0])).toBe('wait');
    const flow = netOf(3, task([0], [2], { cancelPlaces: [1] }), task([1, 2], [], { join: 'or' }));
    expect(decide(flow, 1, [1], [0])).toBe('enabled');
  });

  test('[K3.3] work that always fails ends only by its catch', () => {
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

describe('behaviour observed in the YAWL engine', () => {
  test('[K3.3] CancellationTest: a cancel set makes an AND-join dead, so the OR-join is enabled at once', () => {
    // B (active, or soon active) empties 1 when it ends; A(and) needs 1 and the token of B.
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

  test('[K3.3] a cancelled active task produces no tokens', () => {
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
    // Before it begins it cannot be cancelled.
    expect(decide(both, 3, [1, 5], [0])).toBe('wait');
  });

  test('[K3.3] ORJoin_Cancel_Infiniteloop: the analysis may have a task active twice, so the join never fires', () => {
    // A ends by emptying its own input, so a second token there is used only by a second A next to the first.
    const net = (cancelTasks: readonly number[]) =>
      netOf(
        6,
        task([0], [1, 2], { split: 'xor', cancelPlaces: [0], cancelTasks }),
        task([1, 2], [3], { join: 'and' }),
        task([3, 4], [5], { join: 'or' }),
      );
    expect(decide(net([]), 2, [0, 0, 4])).toBe('wait');
    expect(decide(net([]), 2, [0, 4], [0])).toBe('wait');
    expect(decide(net([]), 2, [0, 4])).toBe('enabled');
    expect(decide(net([]), 2, [4], [0])).toBe('enabled');
    // An A that cancels the other one as well leaves nothing to wait for.
    expect(decide(net([0]), 2, [0, 4], [0])).toBe('enabled');
  });
});

describe('the limit', () => {
  // J is enabled, but only a search shows it: the third task can serve one side of the AND-join only.
  const net = netOf(5, task([0, 1], [2], { join: 'and' }), task([2, 3], [4], { join: 'or' }), task([0], [1]));

  test('[K3.6] over the limit a decision is undecided; decisions without a search need no limit', () => {
    expect(createOrJoin(net, 0).decide(1, [0, 3], [])).toBe('undecided');
    expect(createOrJoin(net, 0).decide(1, [1, 3], [])).toBe('enabled');
    expect(createOrJoin(net, 0).decide(1, [0, 2, 3], [])).toBe('enabled');
    expect(createOrJoin(net, BOUND).decide(1, [0, 3], [])).toBe('enabled');
  });

  test('[K16.7] without fuel a decision that needs an analysis is undecided; others need none', () => {
    const decider = (left: number) => createOrJoin(net, BOUND, { fuel: { left } });
    expect(decider(0).decide(1, [0, 3], [])).toBe('undecided');
    expect(decider(0).decide(1, [2, 3], [])).toBe('enabled');
    const fuel = { left: 1_000_000 };
    expect(createOrJoin(net, BOUND, { fuel }).decide(1, [0, 3], [])).toBe('enabled');
    expect(fuel.left).toBeLessThan(1_000_000);
  });

  test('[K3.6] the structure of the net decides if possible, and no search starts', () => {
    const stages: string[] = [];
    // The loop of the join itself is no path to its inputs.
    const loop = netOf(4, task([0, 1], [2], { join: 'or' }), task([2], [1]), task([3], [0]));
    const orJoin = createOrJoin(loop, 0, { watch: (stage) => stages.push(stage) });
    expect(orJoin.decide(0, [0], [])).toBe('enabled');
    expect(orJoin.decide(0, [1, 3], [])).toBe('wait');
    expect(stages).toEqual(['shape', 'shape']);
  });

  test('[K3.6] a decider is stateless: the same input always has the same result', () => {
    const orJoin = createOrJoin(net, BOUND);
    const ask = () => [[0, 3], [0, 0, 3], [1, 3], [2]].map((tokens) => orJoin.decide(1, tokens, []));
    expect(ask()).toEqual(ask());
  });
});
