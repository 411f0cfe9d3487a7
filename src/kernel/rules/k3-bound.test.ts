import { expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import { net, offer, oneNet, pass, program, subnet, task } from '../../testing/net-builder.ts';
import type { Task } from '../index.ts';

test('[K3.6] a decision over the limit fails the frame with or-join-bound, naming the task', () => {
  // Enabled, but only a search proves it: “step” can serve only one side of the AND-join.
  const made = (orJoin: number) =>
    oneNet(
      [
        task('fork', 'i', ['p', 'x'], { work: pass }),
        task('both', ['p', 'q'], 'y'),
        task('merge', ['x', 'y'], 'o', { join: 'or' }),
        task('step', 'p', 'q', { work: offer() }),
      ],
      { limits: { orJoin } },
    );
  expect(new TestNet(made(20_000)).start().instancesUnderWay()).toEqual(['merge:calling', 'step:open']);
  const { status, failure } = new TestNet(made(1)).start().state;
  expect([status, failure?.code]).toEqual(['failed', 'or-join-bound']);
  expect(failure?.message).toContain('merge');
});

/** `boom` makes the frame settle; after `gate` has ended, deciding `merge` takes a search. */
const settling: readonly Task[] = [
  task('fork', 'i', ['p', 'x', 'b'], { work: pass }),
  task('boom', 'b', 'z'),
  task('zz', 'z', null),
  task('both', ['p', 'q'], 'y'),
  task('gate', 'x', 'x2'),
  task('merge', ['x2', 'y'], 'o', { join: 'or' }),
  task('step', 'p', 'q', { work: offer() }),
];

test('[K3.6] a settling frame ends at once', () => {
  const made = (orJoin: number) => oneNet(settling, { onFailure: 'settle', limits: { orJoin } });
  const testNet = new TestNet(made(1)).start().fail('boom');
  expect([testNet.state.status, testNet.state.frames[0]?.phase]).toEqual(['running', 'settling']);
  testNet.succeed('gate');
  expect(testNet.state).toMatchObject({ status: 'failed', failure: { code: 'or-join-bound' } });
  expect(testNet.state.failure?.message).toContain('merge');
  expect(testNet.asked('withdraw')).toHaveLength(1);
  // With a higher limit it settles, and keeps its failure.
  const decided = new TestNet(made(20_000)).start().fail('boom').succeed('gate');
  expect(decided.instancesUnderWay()).toContain('merge:calling');
  decided.succeed('merge');
  expect(decided.state.status).toBe('running');
  expect(decided.complete('step').state.failure).toMatchObject({ code: 'broken' });
});

test('[K3.6] a frame that would settle ends at once, too', () => {
  const testNet = new TestNet(oneNet(settling, { onFailure: 'settle', limits: { orJoin: 1 } })).start();
  expect(testNet.succeed('gate').state).toMatchObject({
    status: 'failed',
    failure: { code: 'or-join-bound' },
  });
});

test('[K3.6] in a nested net it is a failure like any other, and can be caught', () => {
  const made = program(
    [
      net('main', [
        task('sub', 'i', 'o', { work: subnet('low'), catch: { to: 'c' } }),
        task('mend', 'c', 'o'),
      ]),
      net('low', settling, { onFailure: 'settle' }),
    ],
    { orJoin: 1 },
  );
  const testNet = new TestNet(made).start().fail('boom').succeed('gate');
  expect(testNet.noted('frameEnded')).toMatchObject([{ net: 'low', outcome: 'failed' }]);
  expect(testNet.noted('failed')).toMatchObject([{ task: 'sub', failure: { code: 'or-join-bound' } }]);
  expect(testNet.instancesUnderWay()).toEqual(['mend:calling']);
});

test('[K3.6] an offer that waits for its hold is decided in the same way', () => {
  const waits = settling.map((each) =>
    each.id === 'merge' ? { ...each, work: offer(undefined, { takes: 'hold' }) } : each,
  );
  const made = (orJoin: number) => oneNet(waits, { onFailure: 'settle', limits: { orJoin } });
  const testNet = new TestNet(made(1)).start().fail('boom').succeed('gate');
  expect(testNet.state).toMatchObject({ status: 'failed', failure: { code: 'or-join-bound' } });
  expect(new TestNet(made(20_000)).start().fail('boom').succeed('gate').instancesUnderWay()).toContain(
    'merge:open',
  );
});
