import { expect, test } from 'vitest';
import type { Json, Program } from '../../kernel/index.ts';
import type { Sample } from '../../languages/workflow.ts';
import {
  assigns,
  offer,
  oneNet,
  pass,
  read,
  task,
  undo,
  value,
  variables,
  wait,
} from '../../testing/index.ts';
import type { Script, ScriptedAnswer, ScriptedOutcome } from './script.ts';
import { simulate } from './simulate.ts';
import type { Simulation } from './simulation.ts';

type Scripted = Partial<Script> & { readonly samples?: readonly Sample[] };

function run(program: Program, { samples = [], ...script }: Scripted = {}): Simulation {
  const input = { params: {}, script: { calls: {}, answers: {}, ...script } };
  const simulation = simulate({ program, evaluators: {}, samples }, input);
  if (simulation.kind === 'problems') throw new Error(JSON.stringify(simulation.problems));
  return simulation;
}

const returns = (json: Json, after = 0): ScriptedOutcome => ({ kind: 'returns', value: json, after });
const fails = (code: string, after = 0): ScriptedOutcome => ({
  kind: 'fails',
  failure: { code, message: `${code}!` },
  after,
});
const answers = (json: Json, after = 0): ScriptedAnswer => ({ kind: 'answers', value: json, after });

test('[M1] of competing offers the first answer wins, and the other is removed', () => {
  const program = oneNet([task('yes', 'i', 'o', { work: offer() }), task('no', 'i', 'o', { work: offer() })]);
  const { took, events } = run(program, { answers: { yes: [answers(1, 20)], no: [answers(1, 10)] } });
  expect(took).toEqual(['no']);
  expect(events).toHaveLength(2);
  // The run continues past the time of the other answer.
  const longer = oneNet([
    task('yes', 'i', 'o', { work: offer() }),
    task('no', 'i', 'p', { work: offer() }),
    task('rest', 'p', 'o', { work: wait({ for: value(100) }) }),
  ]);
  const passed = run(longer, { answers: { yes: [answers(1, 20)], no: [answers(1, 10)] } });
  expect([passed.status, passed.refused]).toEqual(['completed', []]);
});

test('[M1] an offer for a list is held first, and each member is answered', () => {
  const each = { items: value([1, 2]), create: 'static', failures: 'abort' } as const;
  const program = oneNet([task('vote', 'i', 'o', { work: offer(undefined, { takes: 'hold' }), each })]);
  const by = { kind: 'answers', value: 'aye', by: 'ann' } as const;
  const { status, events } = run(program, { answers: { vote: [by, { ...by, by: 'bob' }] } });
  expect(status).toBe('completed');
  expect(events.map(({ kind, by: who }) => [kind, who])).toEqual([
    ['started', undefined],
    ['itemHeld', 'ann'],
    ['itemCompleted', undefined],
    ['itemCompleted', 'bob'],
  ]);
  expect(run(program).status).toBe('waiting');
});

test('[M1] a held item is answered by its holder, also when the answer is corrected', () => {
  const each = { items: value([1]), create: 'static', failures: 'abort' } as const;
  const program = oneNet([task('vote', 'i', 'o', { work: offer(undefined, { takes: 'hold' }), each })], {
    limits: { payload: 50 },
  });
  const vote: ScriptedAnswer[] = [
    { kind: 'answers', value: 'x'.repeat(60), by: 'ann' },
    { kind: 'answers', value: 'aye', by: 'bob' },
  ];
  const { status, refused } = run(program, { answers: { vote } });
  expect([status, refused.map(({ code }) => code)]).toEqual(['completed', ['payload-too-large']]);
});

test('[M1] a signal is an answer to the task that waits for it', () => {
  const listening = { signal: value('paid') };
  const program = oneNet([task('pay', 'i', 'o', { work: wait(listening) })]);
  const { status, spent } = run(program, { answers: { pay: [answers({ sum: 3 }, 40)] } });
  expect([status, spent]).toEqual(['completed', 40]);
  const sooner = oneNet([task('pay', 'i', 'o', { work: wait({ ...listening, for: value(5) }) })]);
  const passed = run(sooner, { answers: { pay: [answers({ sum: 3 }, 40)] } });
  expect([passed.status, passed.spent]).toEqual(['completed', 5]);
  const later = oneNet([
    task('pay', 'i', 'p', { work: wait({ ...listening, for: value(5) }) }),
    task('rest', 'p', 'o', { work: wait({ for: value(100) }) }),
  ]);
  const unheard = run(later, { answers: { pay: [answers({ sum: 3 }, 40)] } });
  expect([unheard.status, unheard.events.length, unheard.refused]).toEqual(['completed', 3, []]);
});

test('[M1] a call in doubt is decided by the verdict of the script', () => {
  const program = oneNet([task('pay', 'i', 'o', { outputs: assigns({ a: read('$output') }) })], {
    variables: variables('a'),
    result: read('a'),
  });
  const calls = { pay: [{ kind: 'doubt', after: 5 }, returns('again')] } as const;
  const verdict = (json: Json) => ({ calls, answers: { pay: [answers(json, 10)] } });
  expect(run(program, verdict({ verdict: 'succeeded', output: 'P1' })).output).toBe('P1');
  expect(run(program, verdict({ verdict: 'retry' })).output).toBe('again');
  expect(run(program, verdict({ verdict: 'failed', message: 'no' })).failure?.code).toBe('in-doubt');
  const samples = [{ net: 'main', task: 'pay', output: { verdict: 'retry' } }];
  const undecided = run(program, { calls, samples });
  expect(undecided.waitingFor).toMatchObject([{ kind: 'verdict', task: 'pay' }]);
  const unable = run(program, {
    calls,
    answers: { pay: [{ kind: 'fails', failure: { code: 'away', message: '' } }] },
  });
  expect([unable.status, unable.refused]).toEqual(['waiting', []]);
});

test('[M1] a result that the run refuses is the failure of its call', () => {
  const program = oneNet([task('big', 'i', 'o', { retry: { limit: 2, delay: 1, backoff: 'fixed' } })], {
    limits: { payload: 300 },
  });
  const { failure, refused, calls } = run(program, { calls: { big: [returns('x'.repeat(400))] } });
  expect(failure?.code).toBe('payload-too-large');
  expect(refused).toMatchObject([{ task: 'big', code: 'payload-too-large' }]);
  expect(calls).toHaveLength(1);
});

test('[M2] a timer that is cleared never fires', () => {
  const program = oneNet([
    task('call', 'i', 'p', { timeout: { after: value(50) } }),
    task('rest', 'p', 'o', { work: wait({ for: value(100) }) }),
  ]);
  const { events, refused } = run(program, { calls: { call: [returns(1, 10)] } });
  expect(events.map(({ kind }) => kind)).toEqual(['started', 'callSucceeded', 'timerFired']);
  expect(refused).toEqual([]);
});

test('[M2] an event that is already due occurs now, after those requested before it', () => {
  const program = oneNet([
    task('begin', 'i', ['p', 'q'], { work: pass }),
    task('call', 'p', null),
    task('ask', 'q', null, { work: offer(), timeout: { until: value(1) } }),
  ]);
  const { events, spent } = run(program, { calls: { call: [{ kind: 'returns', value: 1, after: -5 }] } });
  expect(events.map(({ kind }) => kind)).toEqual(['started', 'callSucceeded', 'timerFired']);
  expect(spent).toBe(0);
});

test('[M2] a call that hangs runs into its timeout, and its answer has no effect', () => {
  const timeout = { after: value(5000) };
  const retry = { limit: 1, delay: 60_000, backoff: 'fixed' } as const;
  const program = oneNet([task('slow', 'i', 'o', { timeout, retry })]);
  const hangs = run(program, { calls: { slow: [{ kind: 'hangs' }, returns(1)] } });
  expect([hangs.status, hangs.spent]).toEqual(['completed', 65_000]);
  // It would answer before its retry starts.
  const late = run(program, { calls: { slow: [returns('late', 10_000), returns(1)] } });
  expect(late.events.map(({ kind }) => kind)).toEqual([
    'started',
    'timerFired',
    'timerFired',
    'callSucceeded',
  ]);
  expect(late.spent).toBe(65_000);
});

test('[M2] a cancelled call that can be undone is awaited: it ends as scripted, and is undone', () => {
  const parallel = (outcome: ScriptedOutcome, more: Scripted = {}) =>
    run(
      oneNet([
        task('begin', 'i', ['p', 'q'], { work: pass }),
        task('book', 'p', 'o', { undo: undo('cancel') }),
        task('fail', 'q', 'o'),
      ]),
      { calls: { book: [outcome], fail: [fails('no', 10)] }, ...more },
    );
  const returned = parallel(returns('B1', 50));
  expect([returned.status, returned.spent]).toEqual(['failed', 50]);
  expect(returned.calls.map(({ operation }) => operation)).toEqual(['book', 'fail', 'cancel']);
  const failed = parallel(fails('full', 50));
  expect(failed.calls.map(({ operation }) => operation)).toEqual(['book', 'fail']);
  const reported = failed.timeline.filter(({ task: id, kind }) => id === 'book' && kind === 'failed');
  expect(reported).toMatchObject([{ failure: { code: 'full' }, retryAt: null }]);
  const hanging = parallel({ kind: 'hangs' });
  expect(hanging.status).toBe('waiting');
  expect(hanging.waitingFor).toMatchObject([{ kind: 'verdict', task: 'book' }]);
  const verdict = { verdict: 'succeeded', output: 'B1' };
  const decided = parallel({ kind: 'hangs' }, { answers: { book: [answers(verdict)] } });
  expect(decided.calls.map(({ operation }) => operation)).toEqual(['book', 'fail', 'cancel']);
});

test('[M2] a call cancelled after its timeout, before its retry, is awaited too if it can be undone', () => {
  const retry = { limit: 1, delay: 1000, backoff: 'fixed' } as const;
  const program = oneNet([
    task('begin', 'i', ['p', 'q'], { work: pass }),
    task('book', 'p', 'o', { undo: undo('cancel'), timeout: { after: value(10) }, retry }),
    task('fail', 'q', 'o'),
  ]);
  const { spent, calls } = run(program, { calls: { book: [returns(1, 200)], fail: [fails('no', 50)] } });
  expect(spent).toBe(200);
  expect(calls.map(({ operation }) => operation)).toEqual(['book', 'fail', 'cancel']);
});

test('[M2] a cancelled call that cannot be undone is removed', () => {
  const program = oneNet([
    task('begin', 'i', ['p', 'q'], { work: pass }),
    task('slow', 'p', null),
    task('fast', 'q', 'o', { cancels: { places: [], tasks: ['slow'] } }),
  ]);
  const { events, spent } = run(program, { calls: { slow: [returns(1, 100)], fast: [returns(1, 10)] } });
  expect(events.map(({ kind }) => kind)).toEqual(['started', 'callSucceeded']);
  expect(spent).toBe(10);
});
