import { expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import {
  failing,
  net,
  offer,
  oneNet,
  pass,
  program,
  subnet,
  task,
  undo,
  value,
  variables,
} from '../../testing/net-builder.ts';

/** `join` waits for a token in `s`, which only `b` can produce. */
const stuck = [
  task('fork', 'i', ['p', 'q'], { work: pass }),
  task('a', 'p', 'r'),
  task('b', 'q', null, { split: 'xor', flows: [{ to: null }, { to: 's', default: true }] }),
  task('join', ['r', 's'], 'o'),
];

test('[K10.1] tokens that no task can consume fail the run, naming the places', () => {
  const testNet = new TestNet(oneNet(stuck)).start().succeed('a').succeed('b');
  expect(testNet.state.status).toBe('failed');
  expect(testNet.effects).toMatchObject([{ kind: 'finish', status: 'failed' }]);
  expect(testNet.state.failure).toMatchObject({ code: 'deadlocked', data: { places: ['r'] } });
  expect(testNet.state.failure?.message).toContain('“r”');
});

test('[K10.1] a frame with active work is not deadlocked', () => {
  const testNet = new TestNet(oneNet(stuck)).start().succeed('a');
  expect(testNet.state.status).toBe('running');
  const other = new TestNet(oneNet(stuck)).start().succeed('b');
  expect(other.state.status).toBe('running');
  expect(other.succeed('a').state.failure).toMatchObject({ code: 'deadlocked' });
});

test('[K10.1] a frame with an open offer is not deadlocked', () => {
  const testNet = new TestNet(
    oneNet([task('a', 'i', 'o', { work: offer() }), task('b', 'i', 'o', { work: offer() })]),
  ).start();
  expect(testNet.state.status).toBe('running');
  expect(testNet.instancesUnderWay()).toEqual(['a:open', 'b:open']);
});

test('[K10.1] every place is named once, in the order of the net', () => {
  const testNet = new TestNet(
    oneNet([
      task('fork', 'i', ['p', 'p', 'q'], { work: pass }),
      task('x', ['p', 'never'], ['never', null]),
      task('y', ['q', 'never'], 'o'),
    ]),
  ).start();
  expect(testNet.state).toMatchObject({
    status: 'failed',
    failure: { code: 'deadlocked', data: { places: ['p', 'q'] } },
  });
});

test('[K10.1] a deadlocked nested net fails its task, which may catch the failure', () => {
  const main = (options: Parameters<typeof task>[3]) =>
    new TestNet(
      program([
        net(
          'main',
          [task('sub', 'i', ['o', 'p'], { work: subnet('low'), ...options }), task('c', 'p', 'o')],
          {
            variables: variables('why'),
          },
        ),
        net('low', stuck),
      ]),
    ).start();
  const caught = main({ catch: { to: 'p', as: 'why' } })
    .succeed('a')
    .succeed('b');
  expect(caught.instancesUnderWay()).toEqual(['c:calling']);
  expect(caught.variable('why')).toMatchObject({ code: 'deadlocked', data: { places: ['r'] } });
  const uncaught = main({}).succeed('a').succeed('b');
  expect(uncaught.state).toMatchObject({ status: 'failed', failure: { code: 'deadlocked' } });
});

test('[K10.1] a draining call does not keep a frame active', () => {
  const testNet = new TestNet(
    oneNet([
      task('fork', 'i', ['p', 'q'], { work: pass }),
      task('a', 'p', null, { undo: undo('revert'), timeout: { after: value(10) }, catch: { to: null } }),
      task('b', ['q', 'never'], ['never', 'o']),
    ]),
  ).start();
  expect(testNet.state.status).toBe('running');
  testNet.fire('a', 'timeout');
  expect(testNet.state.frames).toMatchObject([{ phase: 'failing', failure: { code: 'deadlocked' } }]);
  testNet.fail('a');
  expect(testNet.state).toMatchObject({ status: 'failed', failure: { code: 'deadlocked' } });
});

test('[K10.1] a settling frame keeps its first failure', () => {
  const testNet = new TestNet(
    oneNet(
      [
        task('fork', 'i', ['p', 'q'], { work: pass }),
        task('a', 'p', 'r'),
        task('b', 'q', 's', { work: failing('first') }),
        task('join', ['r', 's'], 'o'),
      ],
      { onFailure: 'settle' },
    ),
  ).start();
  expect(testNet.state.status).toBe('running');
  testNet.succeed('a');
  expect(testNet.state).toMatchObject({ status: 'failed', failure: { code: 'first' } });
});

test('[K10.1] a deadlocked net that would settle ends, too', () => {
  const testNet = new TestNet(oneNet(stuck, { onFailure: 'settle' })).start().succeed('a').succeed('b');
  expect(testNet.state).toMatchObject({ status: 'failed', failure: { code: 'deadlocked' } });
});

test('[K10.1] a reopened run is deadlocked again', () => {
  const testNet = new TestNet(oneNet(stuck)).start().succeed('a').succeed('b').send({ kind: 'reopened' });
  expect(testNet.effects).toMatchObject([
    { kind: 'finish', status: 'failed', failure: { code: 'deadlocked' } },
  ]);
});
