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
  wait,
} from '../../testing/net-builder.ts';

const suspended = { kind: 'suspended' } as const;
const resumed = { kind: 'resumed' } as const;
const retry = { limit: 1, delay: 10, backoff: 'fixed' } as const;

test('[K13.4] no work begins while a run is suspended; pending moves follow when it is resumed', () => {
  const testNet = new TestNet(
    oneNet([task('a', 'i', 'p'), task('b', 'p', 'q'), task('c', 'q', 'o')]),
  ).start();
  testNet.send(suspended);
  expect(testNet.effects).toEqual([]);
  testNet.succeed('a');
  expect(testNet.effects).toEqual([]);
  expect(testNet.instancesUnderWay()).toEqual([]);
  expect(testNet.marked()).toEqual(['p']);
  testNet.send(resumed);
  expect(testNet.asked('call')).toMatchObject([{ task: 'b' }]);
});

test('[K13.4] no frame ends during the suspension, neither a nested net nor the run', () => {
  const testNet = new TestNet(
    program([
      net('main', [task('sub', 'i', 'o', { work: subnet('low') })]),
      net('low', [task('a', 'i', 'o')]),
    ]),
  ).start();
  testNet.send(suspended).succeed('a');
  expect(testNet.state).toMatchObject({ status: 'running', frames: { length: 2 } });
  expect(testNet.noted('frameEnded')).toEqual([]);
  testNet.send(resumed);
  expect(testNet.noted('frameEnded')).toHaveLength(2);
  expect(testNet.asked('finish')).toMatchObject([{ status: 'completed' }]);
});

test('[K13.4] active work accepts events: items, waits, timers, signals, data', () => {
  const testNet = new TestNet(
    oneNet(
      [
        task('fork', 'i', ['p', 'q', 'r', 's'], { work: pass }),
        task('a', 'p', 'o1', { work: offer() }),
        task('b', 'q', 'o2', { work: wait({ for: value(20) }) }),
        task('c', 'r', 'o3', { work: wait({ signal: value('s') }) }),
        task('d', 's', 'o4', { retry }),
        task('end', ['o1', 'o2', 'o3', 'o4'], 'o'),
      ],
      { variables: [{ name: 'x' }] },
    ),
  ).start();
  testNet.send(suspended).hold('a').complete('a', null, 'ann').fire('b', 'wait');
  testNet.send({ kind: 'signalled', name: 's', payload: { value: 1 } });
  testNet.send({ kind: 'dataUpdated', set: { x: { value: 1 } } });
  testNet.fail('d').fire('d', 'retry');
  expect(testNet.asked('call')).toEqual([]);
  expect(testNet.instancesUnderWay()).toEqual(['d:ready']);
  testNet.send(resumed);
  expect(testNet.asked('call')).toMatchObject([{ task: 'd', attempt: 2 }]);
  testNet.succeed('d');
  expect(testNet.instancesUnderWay()).toEqual(['end:calling']);
});

test('[K13.4] instances of an each do not begin', () => {
  const each = { items: value([1, 2, 3]), concurrency: 1, create: 'dynamic', failures: 'abort' } as const;
  const testNet = new TestNet(oneNet([task('a', 'i', 'o', { each })])).start().send(suspended).succeed('a');
  expect(testNet.asked('call')).toEqual([]);
  expect(testNet.instancesUnderWay()).toEqual(['a:group', 'a:ready']);
  testNet.send({ kind: 'instanceAdded', instance: testNet.at('a').id, item: { value: 4 } });
  expect(testNet.asked('call')).toEqual([]);
  testNet.send(resumed);
  expect(testNet.asked('call')).toHaveLength(1);
  expect(testNet.succeed('a').succeed('a').succeed('a').state.status).toBe('completed');
});

test('[K13.4] undo does not begin, and a draining call does not end the run', () => {
  const testNet = new TestNet(
    oneNet([task('a', 'i', 'p', { undo: undo('revert') }), task('b', 'p', 'o')]),
  ).start();
  testNet.succeed('a').send(suspended).fail('b');
  expect(testNet.asked('call')).toEqual([]);
  testNet.send(resumed);
  expect(testNet.asked('call')).toMatchObject([{ task: 'a', operation: 'revert' }]);
  testNet.send(suspended).succeed('a');
  expect(testNet.state.status).toBe('running');
  testNet.send(resumed);
  expect(testNet.state.status).toBe('failed');
});

test('[K13.4] offers are neither opened nor withdrawn', () => {
  const testNet = new TestNet(
    oneNet([
      task('x', 'i', 'p'),
      task('a', 'p', 'o', { work: offer() }),
      task('b', 'p', 'o', { work: offer() }),
    ]),
  ).start();
  testNet.send(suspended).succeed('x');
  expect(testNet.effects).toEqual([]);
  testNet.send(resumed);
  expect(testNet.asked('offer')).toHaveLength(2);
  testNet.send(suspended).hold('a');
  expect(testNet.asked('withdraw')).toEqual([]);
  testNet.send(resumed);
  expect(testNet.asked('withdraw')).toHaveLength(1);
});

test('[K13.4] a deadlock is detected when the run is resumed', () => {
  const testNet = new TestNet(
    oneNet([task('a', 'i', 'p'), task('b', ['p', 'never'], ['never', 'o'])]),
  ).start();
  testNet.send(suspended).succeed('a');
  expect(testNet.state.status).toBe('running');
  testNet.send(resumed);
  expect(testNet.state.failure).toMatchObject({ code: 'deadlocked' });
});

test('[K13.4] suspension and resumption do not nest', () => {
  const testNet = new TestNet(oneNet([task('a', 'i', 'o')])).start();
  expect(testNet.refused(resumed)).toBe('not-suspended');
  testNet.send(suspended);
  expect(testNet.refused(suspended)).toBe('already-suspended');
  testNet.send(resumed);
  expect(testNet.refused(resumed)).toBe('not-suspended');
});

test('[K13.4] a cancellation ends the suspension', () => {
  const chain = oneNet([
    task('fork', 'i', ['p', 'q'], { work: pass }),
    task('a', 'p', null, { undo: undo('revert') }),
    task('b', 'q', 'o'),
  ]);
  const testNet = new TestNet(chain).start().succeed('a').send(suspended);
  testNet.send({ kind: 'cancelRequested', undo: true });
  expect(testNet.state.suspended).toBe(false);
  expect(testNet.asked('call')).toMatchObject([{ task: 'a', operation: 'revert' }]);
  testNet.succeed('a');
  expect(testNet.state.status).toBe('cancelled');
  const plain = new TestNet(chain).start().succeed('a').send(suspended).send({ kind: 'cancelRequested' });
  expect(plain.state.status).toBe('cancelled');
});

test('[K13.4] a run that fails during the suspension ends when it is resumed', () => {
  const testNet = new TestNet(oneNet([task('a', 'i', 'o')])).start().send(suspended).fail('a');
  expect(testNet.asked('finish')).toEqual([]);
  expect(testNet.state).toMatchObject({ status: 'running', suspended: true });
  testNet.send(resumed);
  expect(testNet.asked('finish')).toMatchObject([{ status: 'failed' }]);
});

test('[K13.4] a net that fails while the run is suspended ends when it is resumed', () => {
  const testNet = new TestNet(
    program([
      net('main', [task('sub', 'i', 'o', { work: subnet('low'), catch: { to: 'p' } }), task('z', 'p', 'o')]),
      net('low', [task('a', 'i', 'p'), task('b', 'p', 'o', { work: failing('no') })]),
    ]),
  ).start();
  testNet.send(suspended).fail('a');
  expect(testNet.state.frames).toHaveLength(2);
  expect(testNet.asked('call')).toEqual([]);
  testNet.send(resumed);
  expect(testNet.instancesUnderWay()).toEqual(['z:calling']);
});
