import { expect, test } from 'vitest';
import type { Json, Program } from '../../kernel/index.ts';
import {
  assigns,
  call,
  expr,
  flow,
  offer,
  oneNet,
  pass,
  read,
  record,
  sampleEvaluator,
  task,
  undo,
  value,
  variables,
  wait,
} from '../../testing/index.ts';
import type { Script, ScriptedAnswer, ScriptedOutcome } from './script.ts';
import { type Runnable, type SimulationInput, simulate } from './simulate.ts';
import type { Simulation } from './simulation.ts';

const start = 1_000_000;
const hour = 3_600_000;

const returns = (json: Json, after = 0): ScriptedOutcome => ({ kind: 'returns', value: json, after });
const fails = (code: string, after = 0): ScriptedOutcome => ({
  kind: 'fails',
  failure: { code, message: `${code}!` },
  after,
});
const answers = (json: Json, after = 0): ScriptedAnswer => ({ kind: 'answers', value: json, after });

interface Scripted extends Partial<Script> {
  readonly samples?: Runnable['samples'];
  readonly params?: SimulationInput['params'];
  readonly limit?: number;
}

function run(program: Program, { samples = [], params = {}, limit, ...script }: Scripted = {}): Simulation {
  const runnable = { program, evaluators: { sample: sampleEvaluator }, samples };
  const input = { params, script: { calls: {}, answers: {}, start, ...script } };
  const simulation = simulate(runnable, limit === undefined ? input : { ...input, limit });
  if (simulation.kind === 'problems') throw new Error(JSON.stringify(simulation.problems));
  return simulation;
}

/** Calls `ask` repeatedly until it returns true; collects nothing. */
const loop = (retry = {}) =>
  oneNet(
    [
      task('begin', 'i', 'p', { work: pass }),
      task('check', 'p', [], {
        join: 'xor',
        split: 'xor',
        flows: [flow('o', expr(['eq', ['get', 'done'], ['lit', true]])), flow('p')],
        outputs: assigns({ done: read('$output') }),
        ...retry,
      }),
    ],
    { variables: variables('done'), result: read('done') },
  );

/** Two calls in sequence; the result holds both. */
const twoCalls = oneNet(
  [
    task('first', 'i', 'p', { work: call('get'), outputs: assigns({ a: read('$output') }) }),
    task('second', 'p', 'o', { work: call('get'), outputs: assigns({ b: read('$output') }) }),
  ],
  { variables: variables('a', 'b'), result: record({ a: read('a'), b: read('b') }) },
);

test('[M1] the n-th call gets the n-th outcome, and after the last one always the last', () => {
  const { calls, status } = run(loop(), { calls: { check: [returns(1), returns(2), returns(true)] } });
  expect(status).toBe('completed');
  expect(calls.map(({ outcome }) => outcome)).toEqual([returns(1), returns(2), returns(true)]);
  const endless = run(loop(), { calls: { check: [returns(1), returns(2)] }, limit: 6 });
  expect(endless.calls.slice(0, 4).map(({ outcome }) => outcome)).toEqual([
    returns(1),
    returns(2),
    returns(2),
    returns(2),
  ]);
});

test('[M1] an operation counts over all tasks that call it; the name of a task has priority', () => {
  expect(run(twoCalls, { calls: { get: [returns(1), returns(2)] } }).output).toEqual({ a: 1, b: 2 });
  expect(run(twoCalls, { calls: { get: [returns(1)], second: [returns(3)] } }).output).toEqual({
    a: 1,
    b: 3,
  });
  const named = { 'test.get': [returns(4)], get: [returns(1)], first: [returns(5)] };
  expect(run(twoCalls, { calls: named }).output).toEqual({ a: 5, b: 4 });
});

test('[M1] without a script entry the sample is used, otherwise null; an empty list counts as no entry', () => {
  const samples = [
    { net: 'main', task: 'first', output: { seats: 3 } },
    { net: 'other', task: 'second', output: 'of another net' },
  ];
  const { output, calls } = run(twoCalls, { samples, calls: { get: [], first: [] } });
  expect(output).toEqual({ a: { seats: 3 }, b: null });
  expect(calls.map(({ source }) => source)).toEqual(['sample', 'nothing']);
  expect(run(twoCalls, { samples, calls: { first: [returns(1)] } }).calls[0]?.source).toBe('script');
});

test('[M1] a failure occurs, a retry is another call, and delays take simulated time', () => {
  const retry = { limit: 3, delay: 1000, backoff: 'fixed' } as const;
  const program = oneNet([task('book', 'i', 'o', { retry })]);
  const { status, calls, spent } = run(program, {
    calls: { book: [fails('timeout', 2000), fails('busy'), returns('B1', 500)] },
  });
  expect(status).toBe('completed');
  expect(calls.map(({ at, attempt }) => [at - start, attempt])).toEqual([
    [0, 1],
    [3000, 2],
    [4000, 3],
  ]);
  expect(spent).toBe(4500);
});

test('[M1] names of a script that the program does not have are problems, all at once', () => {
  const script = {
    calls: { frist: [returns(1)], 'test.get': [returns(1)], 'other.get': [returns(1)] },
    answers: { thrid: [answers(1)], first: [answers(1)] },
  };
  const simulation = simulate({ program: twoCalls, evaluators: {}, samples: [] }, { params: {}, script });
  expect(simulation.kind === 'problems' && simulation.problems.map(({ message }) => message)).toEqual([
    'The script has outcomes for “frist”, which is neither a task nor an operation.',
    'The script has outcomes for “other.get”, which is neither a task nor an operation.',
    'The script answers “thrid”, which is not a task.',
  ]);
});

test('[M1] problems of linking or starting are returned, never thrown', () => {
  const required = oneNet([task('a', 'i', 'o')], {
    variables: [{ name: 'city', parameter: 'required' }],
  });
  const runnable = { program: required, evaluators: {}, samples: [] };
  expect(simulate(runnable, { params: {} })).toMatchObject({
    kind: 'problems',
    problems: [{ code: 'missing-parameter', message: expect.stringContaining('city') }],
  });
  expect(simulate(runnable, { params: { city: 'Rome', town: 1 } })).toMatchObject({
    problems: [{ code: 'unknown-name' }],
  });
  const broken = { ...required, root: 'nowhere' };
  expect(simulate({ ...runnable, program: broken }, { params: { city: 'Rome' } })).toMatchObject({
    problems: [{ code: 'unknown-net' }],
  });
});

test('[M1] operations without a connector are bound, also those that undo', () => {
  const unbound = { kind: 'call', operation: 'get', onUncertain: 'ask' } as const;
  const program = oneNet([
    task('a', 'i', 'p', { work: unbound, undo: { operation: 'put' } }),
    task('b', 'p', 'o', { work: { ...unbound, operation: 'fail' } }),
  ]);
  const { calls, status } = run(program, { calls: { 'simulated.fail': [fails('no')] } });
  expect(status).toBe('failed');
  expect(calls.map(({ connector, operation }) => `${connector}.${operation}`)).toEqual([
    'simulated.get',
    'simulated.fail',
    'simulated.put',
  ]);
});

test('[M1] a call that undoes matches its operation, not the task that it undoes', () => {
  const program = oneNet([task('book', 'i', 'p', { undo: undo('cancel') }), task('pay', 'p', 'o')]);
  const { calls } = run(program, {
    calls: { book: [returns('B1')], pay: [fails('refused')], cancel: [returns('gone')] },
    samples: [{ net: 'main', task: 'book', output: 'sample' }],
  });
  expect(calls.map(({ operation, undoes, outcome }) => [operation, undoes, outcome])).toEqual([
    ['book', false, returns('B1')],
    ['pay', false, fails('refused')],
    ['cancel', true, returns('gone')],
  ]);
  const silent = run(program, {
    calls: { pay: [fails('refused')] },
    samples: [{ net: 'main', task: 'book', output: 'sample' }],
  });
  expect(silent.calls.map(({ source }) => source)).toEqual(['sample', 'script', 'nothing']);
});

const question = (more = {}) =>
  oneNet(
    [
      task('ask', 'i', 'o', {
        work: offer(value('which?')),
        outputs: assigns({ said: expr(['add', ['get', '$output'], ['lit', 1]]) }),
        ...more,
      }),
    ],
    { variables: variables('said'), result: read('said') },
  );

test('[M1] questions are answered in order, by the scripted user, at the scripted time', () => {
  const given: ScriptedAnswer = { kind: 'answers', value: 4, by: 'ann', after: hour };
  const { output, events, spent, asked } = run(question(), { answers: { ask: [given] } });
  expect(output).toBe(5);
  expect(spent).toBe(hour);
  expect(events.at(-1)).toMatchObject({ kind: 'itemCompleted', by: 'ann' });
  expect(asked).toMatchObject([{ task: 'ask', input: 'which?', reason: 'work', at: start }]);
});

test('[M1] a refused answer changes nothing; the next one is tried, the last is not repeated', () => {
  const corrected = run(question(), { answers: { ask: [answers('four'), answers(4)] } });
  expect(corrected.output).toBe(5);
  expect(corrected.refused).toMatchObject([{ task: 'ask', code: 'expression' }]);
  const stubborn = run(question(), { answers: { ask: [answers('four')] } });
  expect(stubborn.status).toBe('waiting');
  expect(stubborn.refused).toHaveLength(1);
  expect(stubborn.timeline.at(-1)).toMatchObject({ kind: 'refused', task: 'ask' });
});

test('[M1] a user may report a failure, and another try is another question', () => {
  const retry = { limit: 1, delay: 10, backoff: 'fixed' } as const;
  const cannot: ScriptedAnswer = { kind: 'fails', failure: { code: 'away', message: '' } };
  const { output, asked } = run(question({ retry }), { answers: { ask: [cannot, answers(1)] } });
  expect(output).toBe(2);
  expect(asked.map(({ at }) => at - start)).toEqual([0, 10]);
});

test('[M1] an unanswered question gets the sample, if there is one', () => {
  const samples = [{ net: 'main', task: 'ask', output: 7 }];
  expect(run(question(), { samples }).output).toBe(8);
  expect(run(question(), { samples, answers: { ask: [{ kind: 'never' }] } }).status).toBe('waiting');
  const inherited = oneNet([task('constructor', 'i', 'o', { work: offer() })]);
  const sampled = run(inherited, { samples: [{ net: 'main', task: 'constructor', output: 1 }] });
  expect(sampled.status).toBe('completed');
});

test('[M2] years pass at once, and a retry after an hour takes an hour of the run', () => {
  const years = 50 * 365 * 24 * hour;
  const retry = { limit: 1, delay: hour, backoff: 'fixed' } as const;
  const program = oneNet([
    task('sleep', 'i', 'p', { work: wait({ for: value(years) }) }),
    task('call', 'p', 'o', { retry }),
  ]);
  expect(run(program, { calls: { call: [fails('busy'), returns(1)] } }).spent).toBe(years + hour);
});

test('[M2] a simulation that only a person, a signal or a hanging call could advance stops, and reports what it waits for', () => {
  const program = oneNet([
    task('begin', 'i', ['p', 'q', 'r', 's'], { work: pass }),
    task('ask', 'p', 'o1', { work: offer(value('which?')) }),
    task('hear', 'q', 'o2', { work: wait({ signal: value('paid') }) }),
    task('hang', 'r', 'o3'),
    task('quick', 's', 'o4', { work: wait({ for: value(hour) }) }),
    task('join', ['o1', 'o2', 'o3', 'o4'], 'o', { work: pass }),
  ]);
  const { status, waitingFor, spent } = run(program, { calls: { hang: [{ kind: 'hangs' }] } });
  expect(status).toBe('waiting');
  expect(spent).toBe(hour);
  expect(waitingFor).toEqual([
    { kind: 'answer', net: 'main', task: 'ask', index: -1, signal: '', input: 'which?' },
    { kind: 'signal', net: 'main', task: 'hear', index: -1, signal: 'paid', input: null },
    { kind: 'call', net: 'main', task: 'hang', index: -1, signal: '', input: null },
  ]);
});

test('[M2] a simulation ends at its limit of events; a run that ends there has ended', () => {
  const endless = run(loop(), { limit: 25 });
  expect([endless.status, endless.events.length, endless.waitingFor]).toEqual(['limit', 25, []]);
  expect(run(twoCalls, { limit: 3 }).status).toBe('completed');
  expect(run(twoCalls, { limit: 2 }).status).toBe('limit');
});

test('[M2] events at the same time occur in the order of their request', () => {
  const program = oneNet([
    task('begin', 'i', ['p', 'q', 'r'], { work: pass }),
    task('a', 'p', null),
    task('b', 'q', null, { work: wait({ for: value(10) }) }),
    task('c', 'r', null, { work: offer() }),
  ]);
  const { events, timeline } = run(program, {
    calls: { a: [returns(1, 10)] },
    answers: { c: [answers(1, 10)] },
  });
  expect(events.map(({ kind }) => kind)).toEqual(['started', 'callSucceeded', 'timerFired', 'itemCompleted']);
  const completed = timeline.filter(({ kind }) => kind === 'completed').map((entry) => entry.task);
  expect(completed).toEqual(['begin', 'a', 'b', 'c']);
});

test('[M3] the same script and seed return the same simulation, another seed may return another', () => {
  const choice = oneNet([task('a', 'i', 'o'), task('b', 'i', 'o'), task('c', 'i', 'o')]);
  const bySeed = (seed: number) => run(choice, { seed });
  expect(bySeed(3)).toEqual(bySeed(3));
  const taken = new Set(Array.from({ length: 20 }, (_, seed) => bySeed(seed).took[0]));
  expect([...taken].sort()).toEqual(['a', 'b', 'c']);
});
