import { expect, test } from 'vitest';
import type { Json, Program } from '../../kernel/index.ts';
import {
  assigns,
  call,
  expr,
  flow,
  net,
  offer,
  oneNet,
  pass,
  program,
  read,
  sampleEvaluator,
  subnet,
  task,
  undo,
  value,
  variables,
  wait,
} from '../../testing/index.ts';
import { describeDuration, describeTimeline } from './describe-timeline.ts';
import type { Script } from './script.ts';
import { type SimulationInput, simulate } from './simulate.ts';
import type { Simulation } from './simulation.ts';

function run(played: Program, script: Partial<Script> = {}, more: Partial<SimulationInput> = {}): Simulation {
  const input = { params: {}, script: { calls: {}, answers: {}, ...script }, ...more };
  const simulation = simulate(
    { program: played, evaluators: { sample: sampleEvaluator }, samples: [] },
    input,
  );
  if (simulation.kind === 'problems') throw new Error(JSON.stringify(simulation.problems));
  return simulation;
}

const returns = (json: Json, after = 0) => ({ kind: 'returns', value: json, after }) as const;
const fails = (code: string, after = 0) =>
  ({ kind: 'fails', failure: { code, message: `${code}!` }, after }) as const;

/** check → decide → book or queue; a failed booking is caught and goes to the queue as well. */
const booking = oneNet(
  [
    task('check', 'i', 'p', { outputs: assigns({ seats: read('$output') }) }),
    task('decide', 'p', [], {
      work: pass,
      split: 'xor',
      flows: [flow('q', expr(['lt', ['lit', 0], ['get', 'seats']])), flow('r')],
    }),
    task('book', 'q', 'o', { retry: { limit: 1, delay: 1000, backoff: 'fixed' }, catch: { to: 'r' } }),
    task('queue', 'r', 'o', { work: call('wait_list') }),
  ],
  { variables: [...variables('seats'), { name: 'city', parameter: 'optional' }], result: read('seats') },
);

test('[M3] the timeline reports what happened, when, in order', () => {
  const script = { calls: { check: [returns(2, 500)], book: [fails('timeout', 2000)] } };
  const simulation = run(booking, script, { params: { city: 'Rome' } });
  expect(describeTimeline(simulation.timeline)).toEqual([
    ' +0.0 s  started with {"city":"Rome"}',
    ' +0.0 s  check calls check',
    '+500 ms  check got 2',
    '+500 ms  decide completed',
    '+500 ms  decide → book',
    '+500 ms  book calls book',
    ' +2.5 s  book failed (timeout), retry in 1.0 s',
    ' +3.5 s  book calls book (attempt 2)',
    ' +5.5 s  book failed (timeout): timeout!',
    ' +5.5 s  book failure caught → queue',
    ' +5.5 s  queue calls wait_list',
    ' +5.5 s  queue got null',
    ' +5.5 s  completed with 2',
  ]);
});

test('[M3] tasks that ran are in the order of their first start; tasks skipped at once did not run', () => {
  const skipping = oneNet(
    [
      task('first', 'i', 'p'),
      task('second', 'p', 'q', { work: call('get', { input: read('unset') }), onUnset: 'skip' }),
      task('third', 'q', 'o'),
    ],
    { variables: variables('unset') },
  );
  const { took, untaken, timeline } = run(skipping);
  expect(took).toEqual(['first', 'third']);
  expect(untaken).toEqual([{ kind: 'task', net: 'main', task: 'second' }]);
  expect(timeline.map(({ task: id, kind }) => `${id} ${kind}`)).toContain('second skipped');
  expect(run(booking, { calls: { check: [returns(1)], book: [fails('x')] } }).took).toEqual([
    'check',
    'decide',
    'book',
    'queue',
  ]);
});

test('[M3] paths that were never taken: tasks, flows of a choice, catches', () => {
  const full = run(booking, { calls: { check: [returns(0)] } });
  expect(full.untaken).toEqual([
    { kind: 'flow', net: 'main', task: 'decide', to: 'q', leadsTo: ['book'] },
    { kind: 'task', net: 'main', task: 'book' },
  ]);
  const booked = run(booking, { calls: { check: [returns(1)] } });
  expect(booked.untaken).toEqual([
    { kind: 'flow', net: 'main', task: 'decide', to: 'r', leadsTo: ['queue'] },
    { kind: 'catch', net: 'main', task: 'book', to: 'r', leadsTo: ['queue'] },
    { kind: 'task', net: 'main', task: 'queue' },
  ]);
  const caught = run(booking, { calls: { check: [returns(1)], book: [fails('no')] } });
  expect(caught.untaken).toEqual([
    { kind: 'flow', net: 'main', task: 'decide', to: 'r', leadsTo: ['queue'] },
  ]);
});

test('[M3] hidden tasks are in no list, and paths lead across them', () => {
  const shows = (_: string, id: string) => id !== 'book' && id !== 'check';
  const full = run(booking, { calls: { check: [returns(0)] } }, { shows });
  expect(full.took).toEqual(['decide', 'queue']);
  expect(full.untaken).toEqual([{ kind: 'flow', net: 'main', task: 'decide', to: 'q', leadsTo: [] }]);
  expect(full.timeline.map((entry) => entry.task)).not.toContain('check');
  const hidden = oneNet([
    task('decide', 'i', [], { work: pass, split: 'xor', flows: [flow('p', value(false)), flow('o')] }),
    task('aux', 'p', 'q', { work: pass }),
    task('next', 'q', 'o', { work: pass }),
  ]);
  const skipped = run(hidden, {}, { shows: (_, id) => id !== 'aux' });
  expect(skipped.untaken[0]).toMatchObject({ kind: 'flow', to: 'p', leadsTo: ['next'] });
});

test('[M3] lists and sub-nets are indented and numbered; loops name a task once', () => {
  const each = { items: value(['a', 'b']), create: 'static', failures: 'abort', concurrency: 1 } as const;
  const body = net('body', [task('visit', 'i', 'o')]);
  const main = net('main', [task('tour', 'i', 'o', { work: subnet('body'), each })]);
  const { took, timeline } = run(program([main, body]), { calls: { visit: [returns(1, 10)] } });
  expect(took).toEqual(['tour', 'visit']);
  const tours = timeline.filter((entry) => entry.task === 'tour' && entry.kind === 'started');
  expect(tours).toMatchObject([{ work: 'each' }, { work: 'net' }, { work: 'net' }]);
  expect(describeTimeline(timeline)).toEqual([
    '+0.0 s  started',
    '+0.0 s  tour started',
    '+0.0 s  tour #1 started',
    '+0.0 s    visit #1 calls visit',
    '+10 ms    visit #1 got 1',
    '+10 ms  tour #1 completed',
    '+10 ms  tour #2 started',
    '+10 ms    visit #2 calls visit',
    '+20 ms    visit #2 got 1',
    '+20 ms  tour #2 completed',
    '+20 ms  tour completed',
    '+20 ms  completed',
  ]);
});

test('[M3] questions, doubts, waits, undo and the end are reported', () => {
  const played = oneNet([
    task('ask', 'i', 'p', { work: offer(value({ text: 'which?' })) }),
    task('sleep', 'p', 'q', { work: wait({ for: value(90_000) }) }),
    task('book', 'q', 'r', { undo: undo('cancel') }),
    task('pay', 'r', 'o', { retry: { limit: 1, delay: 0, backoff: 'fixed' } }),
  ]);
  const refuse = { verdict: 'failed', message: 'not paid' };
  const { timeline } = run(played, {
    calls: { book: [returns('B1')], pay: [{ kind: 'doubt' }], cancel: [returns(null, 1000)] },
    answers: {
      ask: [{ kind: 'answers', value: 'left', by: 'ann' }],
      pay: [{ kind: 'answers', value: refuse, after: 5000 }],
    },
  });
  expect(describeTimeline(timeline)).toEqual([
    '     +0.0 s  started',
    '     +0.0 s  ask asks {"text":"which?"}',
    '     +0.0 s  ask got "left" from ann',
    '     +0.0 s  sleep waits',
    '+1 min 30 s  sleep has waited',
    '+1 min 30 s  book calls book',
    '+1 min 30 s  book got "B1"',
    '+1 min 30 s  pay calls pay',
    '+1 min 30 s  pay has a call with an unknown outcome',
    '+1 min 30 s  pay asks for the outcome of its call',
    '+1 min 35 s  pay got {"verdict":"failed","message":"not paid"}',
    '+1 min 35 s  pay failed (in-doubt): not paid',
    '+1 min 35 s  book is undone: calls cancel',
    '+1 min 36 s  book got null',
    '+1 min 36 s  book undone',
    '+1 min 36 s  failed (in-doubt): not paid',
  ]);
});

test('[M3] long values are cut, between characters', () => {
  const { timeline } = run(oneNet([task('a', 'i', 'o')]), { calls: { a: [returns('😀'.repeat(200))] } });
  const line = describeTimeline(timeline).find((text) => text.includes('a got')) ?? '';
  expect(line).toBe(`+0.0 s  a got "${'😀'.repeat(78)}…`);
});

test.each([
  [0, '0.0 s'],
  [1, '1 ms'],
  [999, '999 ms'],
  [1000, '1.0 s'],
  [59_999, '59.9 s'],
  [60_000, '1 min 0 s'],
  [3_600_000, '1 h 0 min'],
  [90_000_000, '1 d 1 h'],
  [31_536_000_000, '1 y 0 d'],
])('[M3] %i ms are shown as %s', (milliseconds, text) => {
  expect(describeDuration(milliseconds)).toBe(text);
});
