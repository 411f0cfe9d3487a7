import { expect, test } from 'vitest';
import { offer, oneNet, task, variables } from '../../testing/net-builder.ts';
import { type Evaluator, type Expression, link, type Machine, type RunEvent } from '../index.ts';

const spender: Evaluator = {
  compile: (source) => (scope) => {
    if (Number(source) > scope.effort.left) throw new Error('That is too much.');
    scope.effort.left -= Number(source);
    return source;
  },
};
const spend = (steps: number): Expression => ({
  kind: 'eval',
  evaluator: 'spender',
  source: steps,
  reads: [],
});
const linked = (costs: readonly (readonly number[])[]): Machine => {
  const places = ['i', ...costs.slice(1).map((_, at) => `p${at}`), 'o'];
  const tasks = costs.map((steps, at) =>
    task(`t${at}`, places[at] ?? '', places[at + 1] ?? '', {
      work: offer(),
      outputs: steps.map((each, index) => ({ to: `v${index}`, value: spend(each) })),
    }),
  );
  const net = { ...oneNet(tasks, { variables: variables('v0', 'v1') }), limits: { effort: 10 } };
  const result = link(net, { evaluators: { spender } });
  if (result.kind !== 'machine') throw new Error(JSON.stringify(result.problems));
  return result.machine;
};
const play = (costs: readonly (readonly number[])[]): readonly string[] => {
  const machine = linked(costs);
  let state = machine.initial;
  let event: RunEvent = { kind: 'started', at: 0, seed: 0 };
  const ways: string[] = [];
  for (let round = 0; round <= costs.length; round++) {
    const step = machine.advance(state, event);
    ways.push(step.kind === 'rejection' ? step.code : step.state.status);
    if (step.kind === 'rejection') break;
    state = step.state;
    const instance = state.instances[0]?.id ?? 0;
    event = { kind: 'itemCompleted', at: 0, instance, output: { value: null } };
  }
  return ways;
};

test('[K12.5] the expressions of one event share one cost limit', () => {
  expect(play([[6, 4]])).toEqual(['running', 'completed']);
  expect(play([[6, 6]])).toEqual(['running', 'expression']);
});

test('[K12.5] the size of what is computed counts', () => {
  const text: Evaluator = { compile: (length) => () => 'x'.repeat(Number(length)) };
  const statusOf = (length: number): string => {
    const value: Expression = { kind: 'eval', evaluator: 'text', source: length, reads: [] };
    const record: Expression = { kind: 'record', fields: [{ name: 'a', value }] };
    const net = oneNet([task('t', 'i', 'o', { work: offer(record) })]);
    const result = link({ ...net, limits: { effort: 10 } }, { evaluators: { text } });
    if (result.kind !== 'machine') throw new Error(JSON.stringify(result.problems));
    const step = result.machine.advance(result.machine.initial, { kind: 'started', at: 0, seed: 0 });
    return step.kind === 'rejection' ? step.code : (step.state.failure?.message ?? step.state.status);
  };
  expect(statusOf(50)).toBe('running');
  expect(statusOf(200)).toContain('The expressions of this event take too many steps together.');
});

test('[K12.5] each event has its own cost limit', () => {
  expect(play([[6], [6], [6]])).toEqual(['running', 'running', 'running', 'completed']);
});
