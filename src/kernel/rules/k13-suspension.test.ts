import { expect, test } from 'vitest';
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
import { Scene } from '../../testing/scene.ts';

const suspended = { kind: 'suspended' } as const;
const resumed = { kind: 'resumed' } as const;
const retry = { limit: 1, delay: 10, backoff: 'fixed' } as const;

test('[K13.4] nothing begins while a run is suspended; the consequences follow when it is resumed', () => {
  const scene = new Scene(oneNet([task('a', 'i', 'p'), task('b', 'p', 'q'), task('c', 'q', 'o')])).start();
  scene.send(suspended);
  expect(scene.effects).toEqual([]);
  scene.succeed('a');
  expect(scene.effects).toEqual([]);
  expect(scene.under()).toEqual([]);
  expect(scene.marked()).toEqual(['p']);
  scene.send(resumed);
  expect(scene.asked('call')).toMatchObject([{ task: 'b' }]);
});

test('[K13.4] no frame ends meanwhile, neither a net below nor the run', () => {
  const scene = new Scene(
    program([
      net('main', [task('sub', 'i', 'o', { work: subnet('low') })]),
      net('low', [task('a', 'i', 'o')]),
    ]),
  ).start();
  scene.send(suspended).succeed('a');
  expect(scene.state).toMatchObject({ status: 'running', frames: { length: 2 } });
  expect(scene.noted('frameEnded')).toEqual([]);
  scene.send(resumed);
  expect(scene.noted('frameEnded')).toHaveLength(2);
  expect(scene.asked('finish')).toMatchObject([{ status: 'completed' }]);
});

test('[K13.4] what is under way may be answered: items, waits, timers, signals, data', () => {
  const scene = new Scene(
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
  scene.send(suspended).hold('a').complete('a', null, 'ann').fire('b', 'wait');
  scene.send({ kind: 'signalled', name: 's', payload: { value: 1 } });
  scene.send({ kind: 'dataUpdated', set: { x: { value: 1 } } });
  scene.fail('d').fire('d', 'retry');
  expect(scene.asked('call')).toEqual([]);
  expect(scene.under()).toEqual(['d:ready']);
  scene.send(resumed);
  expect(scene.asked('call')).toMatchObject([{ task: 'd', attempt: 2 }]);
  scene.succeed('d');
  expect(scene.under()).toEqual(['end:calling']);
});

test('[K13.4] instances of an each do not begin', () => {
  const each = { items: value([1, 2, 3]), concurrency: 1, create: 'dynamic', failures: 'abort' } as const;
  const scene = new Scene(oneNet([task('a', 'i', 'o', { each })])).start().send(suspended).succeed('a');
  expect(scene.asked('call')).toEqual([]);
  expect(scene.under()).toEqual(['a:group', 'a:ready']);
  scene.send({ kind: 'instanceAdded', instance: scene.at('a').id, item: { value: 4 } });
  expect(scene.asked('call')).toEqual([]);
  scene.send(resumed);
  expect(scene.asked('call')).toHaveLength(1);
  expect(scene.succeed('a').succeed('a').succeed('a').state.status).toBe('completed');
});

test('[K13.4] undo does not begin either, nor does a draining call end the run', () => {
  const scene = new Scene(
    oneNet([task('a', 'i', 'p', { undo: undo('revert') }), task('b', 'p', 'o')]),
  ).start();
  scene.succeed('a').send(suspended).fail('b');
  expect(scene.asked('call')).toEqual([]);
  scene.send(resumed);
  expect(scene.asked('call')).toMatchObject([{ task: 'a', operation: 'revert' }]);
  scene.send(suspended).succeed('a');
  expect(scene.state.status).toBe('running');
  scene.send(resumed);
  expect(scene.state.status).toBe('failed');
});

test('[K13.4] offers are neither opened nor withdrawn', () => {
  const scene = new Scene(
    oneNet([
      task('x', 'i', 'p'),
      task('a', 'p', 'o', { work: offer() }),
      task('b', 'p', 'o', { work: offer() }),
    ]),
  ).start();
  scene.send(suspended).succeed('x');
  expect(scene.effects).toEqual([]);
  scene.send(resumed);
  expect(scene.asked('offer')).toHaveLength(2);
  scene.send(suspended).hold('a');
  expect(scene.asked('withdraw')).toEqual([]);
  scene.send(resumed);
  expect(scene.asked('withdraw')).toHaveLength(1);
});

test('[K13.4] a deadlock shows when the run is resumed', () => {
  const scene = new Scene(oneNet([task('a', 'i', 'p'), task('b', ['p', 'never'], ['never', 'o'])])).start();
  scene.send(suspended).succeed('a');
  expect(scene.state.status).toBe('running');
  scene.send(resumed);
  expect(scene.state.failure).toMatchObject({ code: 'deadlocked' });
});

test('[K13.4] suspending and resuming do not nest', () => {
  const scene = new Scene(oneNet([task('a', 'i', 'o')])).start();
  expect(scene.refused(resumed)).toBe('not-suspended');
  scene.send(suspended);
  expect(scene.refused(suspended)).toBe('already-suspended');
  scene.send(resumed);
  expect(scene.refused(resumed)).toBe('not-suspended');
});

test('[K13.4] a cancellation ends the suspension', () => {
  const chain = oneNet([
    task('fork', 'i', ['p', 'q'], { work: pass }),
    task('a', 'p', null, { undo: undo('revert') }),
    task('b', 'q', 'o'),
  ]);
  const scene = new Scene(chain).start().succeed('a').send(suspended);
  scene.send({ kind: 'cancelRequested', undo: true });
  expect(scene.state.suspended).toBe(false);
  expect(scene.asked('call')).toMatchObject([{ task: 'a', operation: 'revert' }]);
  scene.succeed('a');
  expect(scene.state.status).toBe('cancelled');
  const plain = new Scene(chain).start().succeed('a').send(suspended).send({ kind: 'cancelRequested' });
  expect(plain.state.status).toBe('cancelled');
});

test('[K13.4] a run that fails while it is suspended is not over before it is resumed', () => {
  const scene = new Scene(oneNet([task('a', 'i', 'o')])).start().send(suspended).fail('a');
  expect(scene.asked('finish')).toEqual([]);
  expect(scene.state).toMatchObject({ status: 'running', suspended: true });
  scene.send(resumed);
  expect(scene.asked('finish')).toMatchObject([{ status: 'failed' }]);
});

test('[K13.4] a net that fails while the run is suspended ends when it is resumed', () => {
  const scene = new Scene(
    program([
      net('main', [task('sub', 'i', 'o', { work: subnet('low'), catch: { to: 'p' } }), task('z', 'p', 'o')]),
      net('low', [task('a', 'i', 'p'), task('b', 'p', 'o', { work: failing('no') })]),
    ]),
  ).start();
  scene.send(suspended).fail('a');
  expect(scene.state.frames).toHaveLength(2);
  expect(scene.asked('call')).toEqual([]);
  scene.send(resumed);
  expect(scene.under()).toEqual(['z:calling']);
});
