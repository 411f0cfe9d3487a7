import { describe, expect, test } from 'vitest';
import { TestNet, type TestNetEvent } from '../../../test/test-net.ts';
import {
  assigns,
  call,
  failing,
  net,
  offer,
  oneNet,
  pass,
  program,
  read,
  subnet,
  task,
  undo,
  value,
  variables,
} from '../../testing/net-builder.ts';
import { expr } from '../../testing/stand-ins/sample-evaluator.ts';

/** Tasks whose undo the last step requested. */
const undoing = (testNet: TestNet): string[] =>
  testNet
    .asked('call')
    .filter(({ undoes }) => undoes !== 0)
    .map((effect) => effect.task);

/** Answers every undo with success until the run ends; returns them in the order of the requests. */
const undoAll = (testNet: TestNet): string[] => {
  const order: string[] = [];
  for (let next = undoing(testNet); next.length > 0; next = undoing(testNet)) {
    order.push(...next);
    testNet.succeed(next[0] ?? '');
  }
  return order;
};

const canUndo = { undo: undo('revert') };
const once = { limit: 1, delay: 10, backoff: 'fixed' } as const;

describe('work that leaves an undo entry', () => {
  test('[K8.1] a failing frame undoes its entries last first, one at a time, then ends', () => {
    const testNet = new TestNet(
      oneNet([
        task('a', 'i', 'p', canUndo),
        task('b', 'p', 'q', canUndo),
        task('c', 'q', 'r', canUndo),
        task('d', 'r', 'o'),
      ]),
    ).start();
    const first = testNet.at('a').id;
    testNet.succeed('a').succeed('b').succeed('c').fail('d');
    for (const name of ['c', 'b', 'a']) {
      expect(undoing(testNet)).toEqual([name]);
      expect(testNet.instancesUnderWay()).toEqual([`${name}:undo`]);
      expect(testNet.asked('finish')).toEqual([]);
      if (name === 'a')
        expect(testNet.asked('call')).toMatchObject([{ operation: 'revert', undoes: first, attempt: 1 }]);
      testNet.succeed(name);
      expect(testNet.noted('undone')).toMatchObject([{ task: name, failure: null }]);
    }
    expect(testNet.asked('finish')).toMatchObject([{ status: 'failed', failure: { code: 'broken' } }]);
    expect(testNet.state.status).toBe('failed');
  });

  test('[K8.1] the last entry is the work that succeeded last, not the one that began last', () => {
    const testNet = new TestNet(
      oneNet([
        task('fork', 'i', ['p', 'q'], { work: pass }),
        task('a', 'p', 'r', canUndo),
        task('b', 'q', 's', canUndo),
        task('end', ['r', 's'], 'o'),
      ]),
    ).start();
    testNet.succeed('b').succeed('a').fail('end');
    expect(undoAll(testNet)).toEqual(['a', 'b']);
  });

  test('[K8.1] the arguments are computed at the time of success', () => {
    const args = expr(['list', ['get', 'x'], ['get', '$input'], ['get', '$output']]);
    const testNet = new TestNet(
      oneNet(
        [
          task('a', 'i', 'p', {
            work: call('a', { input: value('in') }),
            undo: undo('revert', { input: args }),
            outputs: assigns({ x: value('set by a itself') }),
          }),
          task('b', 'p', 'q', { outputs: assigns({ x: value('later') }) }),
          task('c', 'q', 'o'),
        ],
        { variables: [{ name: 'x', initial: 'before' }] },
      ),
    ).start();
    testNet.succeed('a', 'out').succeed('b').fail('c');
    expect(testNet.asked('call')).toMatchObject([{ input: { value: ['before', 'in', 'out'] } }]);
  });

  test('[K8.1] a skipped item leaves none, with or without output; a completed or forced item leaves one', () => {
    const item = { work: offer(), undo: undo('revert', { input: read('$output') }) };
    const chain = oneNet([task('a', 'i', 'p', item), task('b', 'p', 'o')]);
    const undone = (event: object) => {
      const testNet = new TestNet(chain).start();
      testNet.send({ instance: testNet.at('a').id, ...event } as TestNetEvent).fail('b');
      return testNet.asked('call').map(({ input }) => input);
    };
    expect(undone({ kind: 'itemSkipped' })).toEqual([]);
    expect(undone({ kind: 'itemSkipped', output: { value: 1 } })).toEqual([]);
    expect(undone({ kind: 'itemForced' })).toEqual([{ value: null }]);
    expect(undone({ kind: 'itemForced', output: { value: 2 } })).toEqual([{ value: 2 }]);
    expect(undone({ kind: 'itemCompleted', output: { value: 3 } })).toEqual([{ value: 3 }]);
  });

  test('[K8.1] work skipped for an unset input leaves none', () => {
    const testNet = new TestNet(
      oneNet(
        [
          task('a', 'i', 'p', { ...canUndo, work: call('a', { input: read('x') }), onUnset: 'skip' }),
          task('b', 'p', 'o'),
        ],
        { variables: variables('x') },
      ),
    ).start();
    testNet.fail('b');
    expect(testNet.effects).toMatchObject([{ kind: 'finish', status: 'failed' }]);
  });

  test('[K8.1] failed work leaves none, retried work leaves one', () => {
    const testNet = new TestNet(
      oneNet([
        task('a', 'i', 'p', { ...canUndo, retry: once }),
        task('b', 'p', null, { ...canUndo, catch: { to: 'q' } }),
        task('c', 'q', 'o'),
      ]),
    ).start();
    testNet.fail('a').fire('a', 'retry').succeed('a').fail('b').fail('c');
    expect(undoAll(testNet)).toEqual(['a']);
    expect(testNet.state.status).toBe('failed');
  });

  test('[K8.1] work that succeeded is undone even if its outputs cannot be computed', () => {
    const testNet = new TestNet(
      oneNet([task('a', 'i', 'o', { ...canUndo, outputs: assigns({ x: expr(['throw', 'no']) }) })], {
        variables: variables('x'),
      }),
    ).start();
    testNet.succeed('a');
    expect(undoing(testNet)).toEqual(['a']);
    expect(testNet.succeed('a').state.failure).toMatchObject({ code: 'expression' });
  });

  test('[K8.1] every instance of an each leaves its own, the group leaves none', () => {
    const testNet = new TestNet(
      oneNet([
        task('a', 'i', 'p', {
          undo: undo('revert', { input: expr(['list', ['get', '$item'], ['get', '$output']]) }),
          each: { items: value(['x', 'y', 'z']), create: 'static', failures: 'abort' },
        }),
        task('b', 'p', 'o'),
      ]),
    ).start();
    const answer = (index: number, output: string): void => {
      const { id } = testNet.member('a', index);
      testNet.send({ kind: 'callSucceeded', instance: id, attempt: 1, output: { value: output } });
    };
    answer(2, 'c');
    answer(0, 'a');
    answer(1, 'b');
    testNet.fail('b');
    const asked: unknown[] = [];
    for (let calls = testNet.asked('call'); calls.length > 0; calls = testNet.asked('call')) {
      asked.push(...calls.map(({ input }) => input));
      testNet.succeed('a');
    }
    expect(asked).toEqual([{ value: ['y', 'b'] }, { value: ['x', 'a'] }, { value: ['z', 'c'] }]);
  });

  test('[K8.1] a cancelled run undoes only on request', () => {
    const chain = oneNet([task('a', 'i', 'p', canUndo), task('b', 'p', 'q', canUndo), task('c', 'q', 'o')]);
    const asked = new TestNet(chain)
      .start()
      .succeed('a')
      .succeed('b')
      .send({ kind: 'cancelRequested', undo: true });
    expect(undoAll(asked)).toEqual(['b', 'a']);
    expect(asked.state.status).toBe('cancelled');
    const plain = new TestNet(chain).start().succeed('a').succeed('b').send({ kind: 'cancelRequested' });
    expect(undoAll(plain)).toEqual([]);
    expect(plain.state.status).toBe('cancelled');
  });

  test('[K8.1] work that is undone before a retry is not undone again', () => {
    const testNet = new TestNet(
      program([
        net('main', [task('sub', 'i', 'o', { work: subnet('low'), retry: once })]),
        net('low', [task('a', 'i', 'p', canUndo), task('b', 'p', 'o')]),
      ]),
    ).start();
    testNet.succeed('a').fail('b');
    expect(undoing(testNet)).toEqual(['a']);
    testNet.succeed('a').fire('sub', 'retry').fail('a');
    expect(testNet.effects).toMatchObject([{ kind: 'finish', status: 'failed' }]);
  });
});

describe('recipients of entries', () => {
  const low = net('low', [task('a', 'i', 'p', canUndo), task('b', 'p', 'o', canUndo)]);

  test('[K8.2] a completed frame passes its entries up, in order', () => {
    const testNet = new TestNet(
      program([
        net('main', [
          task('x', 'i', 'p', canUndo),
          task('sub', 'p', 'q', { work: subnet('low') }),
          task('y', 'q', 'r', canUndo),
          task('z', 'r', 'o'),
        ]),
        low,
      ]),
    ).start();
    testNet.succeed('x').succeed('a').succeed('b').succeed('y').fail('z');
    expect(undoAll(testNet)).toEqual(['y', 'b', 'a', 'x']);
  });

  test('[K8.2] a cancelled frame passes its entries up, and undoes nothing itself', () => {
    const testNet = new TestNet(
      program([
        net('main', [
          task('fork', 'i', ['p', 'q'], { work: pass }),
          task('sub', 'p', null, { work: subnet('low') }),
          task('x', 'q', 'r', { ...canUndo, cancels: { places: [], tasks: ['sub'] } }),
          task('y', 'r', 'o'),
        ]),
        net('low', [task('a', 'i', 'p', canUndo), task('b', 'p', 'o', { work: offer() })]),
      ]),
    ).start();
    testNet.succeed('a').succeed('x');
    expect(testNet.noted('frameEnded')).toMatchObject([{ net: 'low', outcome: 'cancelled' }]);
    expect(undoing(testNet)).toEqual([]);
    testNet.fail('y');
    expect(undoAll(testNet)).toEqual(['a', 'x']);
  });

  test('[K8.2] a caught failure undoes nothing in its own frame', () => {
    const chain = [
      task('a', 'i', 'p', canUndo),
      task('b', 'p', null, { catch: { to: 'q' } }),
      task('c', 'q', 'o'),
    ];
    const well = new TestNet(oneNet(chain)).start().succeed('a').fail('b');
    expect(undoing(well)).toEqual([]);
    expect(well.succeed('c').effects).toMatchObject([{ kind: 'finish', status: 'completed' }]);
    const ill = new TestNet(oneNet(chain)).start().succeed('a').fail('b').fail('c');
    expect(undoAll(ill)).toEqual(['a']);
  });

  test('[K8.2] a net whose failure is caught by its parent has undone only its own work', () => {
    const testNet = new TestNet(
      program([
        net('main', [
          task('x', 'i', 'p', canUndo),
          task('sub', 'p', null, { work: subnet('low'), catch: { to: 'q' } }),
          task('y', 'q', 'o'),
        ]),
        low,
      ]),
    ).start();
    testNet.succeed('x').succeed('a').fail('b');
    expect(undoing(testNet)).toEqual(['a']);
    testNet.succeed('a');
    expect(undoing(testNet)).toEqual([]);
    expect(testNet.instancesUnderWay()).toEqual(['y:calling']);
  });
});

describe('failed undo', () => {
  const chain = (of: 'b' | 'none', options: Parameters<typeof undo>[1] = {}) =>
    oneNet([
      task('a', 'i', 'p', canUndo),
      task('b', 'p', 'q', { undo: undo('revert', of === 'b' ? options : {}) }),
      task('c', 'q', 'o'),
    ]);
  const failed = (program: ReturnType<typeof oneNet>): TestNet =>
    new TestNet(program).start().succeed('a').succeed('b').fail('c');

  test('[K8.3] it is noted, and the other entries are still undone', () => {
    const testNet = failed(chain('none')).fail('b', { code: 'stubborn' });
    expect(testNet.noted('undone')).toMatchObject([{ task: 'b', failure: { code: 'stubborn' } }]);
    expect(undoing(testNet)).toEqual(['a']);
    testNet.succeed('a');
    expect(testNet.state).toMatchObject({ status: 'failed', failure: { code: 'broken' } });
  });

  test('[K8.3] if it is required, the other entries are noted as not undone', () => {
    const testNet = failed(chain('b', { required: true })).fail('b', { code: 'stubborn' });
    expect(testNet.noted('undone')).toMatchObject([
      { task: 'b', failure: { code: 'stubborn' } },
      { task: 'a', failure: { code: 'undo-stopped' } },
    ]);
    expect(testNet.effects).toMatchObject([
      { kind: 'finish', status: 'failed', failure: { code: 'broken' } },
    ]);
  });

  test('[K8.3] a required undo that succeeds stops nothing', () => {
    expect(undoAll(failed(chain('b', { required: true })))).toEqual(['b', 'a']);
  });

  test('[K8.3] a failed required undo of a drained call does not affect a frame that continues', () => {
    const made = oneNet([
      task('fork', 'i', ['p', 'q'], { work: pass }),
      task('a', 'p', null, { undo: undo('revert', { required: true }) }),
      task('b', 'q', 's', { ...canUndo, cancels: { places: [], tasks: ['a'] } }),
      task('c', 's', 'o'),
    ]);
    const testNet = new TestNet(made).start().succeed('b');
    expect(testNet.instancesUnderWay()).toEqual(['a:draining', 'c:calling']);
    testNet.succeed('a').fail('a', { code: 'stubborn' });
    expect(testNet.noted('undone')).toMatchObject([{ task: 'a', failure: { code: 'stubborn' } }]);
    expect(testNet.state.frames[0]?.undo).toHaveLength(1);
    expect(undoAll(testNet.fail('c'))).toEqual(['b']);
    // It does affect a frame that is already failing.
    const failing = new TestNet(made).start().succeed('b').succeed('a').fail('c').fail('a');
    expect(failing.noted('undone')).toMatchObject([
      { task: 'a', failure: { code: 'broken' } },
      { task: 'b', failure: { code: 'undo-stopped' } },
    ]);
  });

  test('[K8.3] it is retried by its own policy, under the same instance, before it counts as failed', () => {
    const testNet = failed(chain('b', { required: true, retry: once }));
    const { id } = testNet.at('b');
    testNet.fail('b');
    expect(testNet.noted('undone')).toEqual([]);
    expect(testNet.at('b')).toMatchObject({ id, phase: 'backoff' });
    testNet.fire('b', 'retry');
    expect(testNet.asked('call')).toMatchObject([{ instance: id, attempt: 2, operation: 'revert' }]);
    expect(undoAll(testNet)).toEqual(['b', 'a']);
  });

  test('[K8.3] the retry of the work does not apply to its undo', () => {
    const testNet = new TestNet(
      oneNet([task('a', 'i', 'p', { ...canUndo, retry: once }), task('b', 'p', 'o', { work: failing('x') })]),
    ).start();
    testNet.succeed('a').fail('a');
    expect(testNet.effects).toMatchObject([{ kind: 'finish', status: 'failed' }]);
  });

  test('[K8.3] arguments that cannot be computed are noted as a failed undo', () => {
    const testNet = new TestNet(chain('b', { input: expr(['throw', 'lost']) }))
      .start()
      .succeed('a')
      .succeed('b');
    expect(testNet.noted('undone')).toMatchObject([
      { task: 'b', failure: { code: 'expression', message: 'lost' } },
    ]);
    expect(testNet.instancesUnderWay()).toEqual(['c:calling']);
    testNet.fail('c');
    expect(undoAll(testNet)).toEqual(['a']);
  });

  test('[K8.3] an undo in doubt asks an operator', () => {
    const testNet = failed(chain('none'));
    const { id } = testNet.at('b');
    testNet.send({ kind: 'callInDoubt', instance: id, attempt: 1 });
    expect(testNet.asked('offer')).toMatchObject([{ instance: id, reason: 'doubt', task: 'b' }]);
    testNet.complete('b', { verdict: 'failed', message: 'nothing was reverted' });
    expect(testNet.noted('undone')).toMatchObject([{ task: 'b', failure: { code: 'in-doubt' } }]);
    expect(undoing(testNet)).toEqual(['a']);
  });
});
