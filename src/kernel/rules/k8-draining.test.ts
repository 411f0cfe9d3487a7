import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import {
  call,
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
} from '../../testing/net-builder.ts';
import { expr } from '../../testing/stand-ins/sample-evaluator.ts';

const canUndo = { undo: undo('revert') };

/** A call with undo next to an item; completing the item ends the run. */
const beside = (options: Parameters<typeof task>[3] = canUndo) =>
  oneNet([
    task('fork', 'i', ['p', 'q'], { work: pass }),
    task('a', 'p', null, options),
    task('b', 'q', 'o', { work: offer() }),
  ]);

describe('a cancelled call that may still succeed', () => {
  test('[K8.4] it is aborted, and the run ends when the call reports its failure', () => {
    const testNet = new TestNet(beside()).start().send({ kind: 'cancelRequested' });
    expect(testNet.asked('abortCall')).toHaveLength(1);
    expect(testNet.asked('finish')).toEqual([]);
    expect(testNet.instancesUnderWay()).toEqual(['a:draining']);
    expect(testNet.state.status).toBe('running');
    testNet.fail('a');
    expect(testNet.effects).toMatchObject([{ kind: 'finish', status: 'cancelled' }]);
  });

  test('[K8.4] if it succeeds, it is undone, whether or not undo is requested', () => {
    const testNet = new TestNet(beside()).start().send({ kind: 'cancelRequested' });
    const { id } = testNet.at('a');
    testNet.succeed('a', 7);
    expect(testNet.asked('call')).toMatchObject([{ operation: 'revert', undoes: id }]);
    expect(testNet.state.status).toBe('running');
    testNet.succeed('a');
    expect(testNet.noted('undone')).toMatchObject([{ task: 'a', instance: id, failure: null }]);
    expect(testNet.effects).toMatchObject([{ kind: 'finish', status: 'cancelled' }]);
  });

  test('[K8.4] a completing run waits for it, too, and keeps its result', () => {
    const testNet = new TestNet({
      ...beside(),
      nets: [{ ...beside().nets[0]!, result: value('done') }],
    }).start();
    testNet.complete('b');
    expect(testNet.instancesUnderWay()).toEqual(['a:draining']);
    expect(testNet.asked('finish')).toEqual([]);
    expect(testNet.refused({ kind: 'cancelRequested' })).toBe('run-ending');
    testNet.succeed('a');
    expect(testNet.asked('finish')).toEqual([]);
    testNet.succeed('a');
    expect(testNet.effects).toMatchObject([
      { kind: 'finish', status: 'completed', output: { value: 'done' } },
    ]);
  });

  test('[K8.4] a failing frame waits for it before it undoes its work', () => {
    const testNet = new TestNet(
      oneNet([
        task('fork', 'i', ['p', 'q'], { work: pass }),
        task('a', 'p', null, canUndo),
        task('b', 'q', 'r', canUndo),
        task('c', 'r', 'o'),
      ]),
    ).start();
    testNet.succeed('b').fail('c');
    expect(testNet.instancesUnderWay()).toEqual(['a:draining']);
    expect(testNet.asked('call')).toEqual([]);
    testNet.succeed('a');
    expect(testNet.asked('call')).toMatchObject([{ task: 'a', operation: 'revert' }]);
    testNet.succeed('a');
    expect(testNet.asked('call')).toMatchObject([{ task: 'b', operation: 'revert' }]);
    testNet.succeed('b');
    expect(testNet.state).toMatchObject({ status: 'failed', failure: { code: 'broken' } });
  });

  test('[K8.4] a call without undo ends at once', () => {
    const testNet = new TestNet(beside({})).start();
    const { id } = testNet.at('a');
    testNet.send({ kind: 'cancelRequested' });
    expect(testNet.effects.map(({ kind }) => kind)).toEqual(['abortCall', 'withdraw', 'finish']);
    expect(testNet.refused({ kind: 'callSucceeded', instance: id, attempt: 1, output: { value: 1 } })).toBe(
      'run-ended',
    );
  });

  test('[K8.4] work with an undo that is not a call in progress does not drain', () => {
    const item = new TestNet(beside({ ...canUndo, work: offer() })).start().complete('b');
    expect(item.state.status).toBe('completed');
    const retry = { limit: 1, delay: 10, backoff: 'fixed' } as const;
    const answered = new TestNet(beside({ ...canUndo, retry })).start().fail('a').complete('b');
    expect(answered.state.status).toBe('completed');
  });

  test('[K8.4] arguments that cannot be computed are noted, and the run ends', () => {
    const lost = { undo: undo('revert', { input: expr(['throw', 'lost']) }) };
    const testNet = new TestNet(beside(lost)).start().complete('b').succeed('a');
    expect(testNet.noted('undone')).toMatchObject([{ task: 'a', failure: { code: 'expression' } }]);
    expect(testNet.effects).toMatchObject([{ kind: 'finish', status: 'completed' }]);
  });
});

describe('a timed-out call that may still succeed', () => {
  const timeout = { after: value(100) };

  test('[K8.4] after the last attempt it drains while its catch continues', () => {
    const chain = oneNet([
      task('a', 'i', null, { ...canUndo, timeout, catch: { to: 'p' } }),
      task('b', 'p', 'o'),
    ]);
    const testNet = new TestNet(chain).start().fire('a', 'timeout');
    expect(testNet.asked('abortCall')).toHaveLength(1);
    expect(testNet.instancesUnderWay()).toEqual(['a:draining', 'b:calling']);
    testNet.succeed('b');
    expect(testNet.state.status).toBe('running');
    testNet.succeed('a').succeed('a');
    expect(testNet.effects).toMatchObject([{ kind: 'finish', status: 'completed' }]);
  });

  test('[K8.4] without a catch the failure waits for its answer', () => {
    const testNet = new TestNet(oneNet([task('a', 'i', 'o', { ...canUndo, timeout })]))
      .start()
      .fire('a', 'timeout');
    expect(testNet.instancesUnderWay()).toEqual(['a:draining']);
    expect(testNet.state.status).toBe('running');
    testNet.fail('a');
    expect(testNet.effects).toMatchObject([
      { kind: 'finish', status: 'failed', failure: { code: 'timeout' } },
    ]);
    expect(testNet.refused({ kind: 'reopened' })).toBe('undo-begun');
  });

  test('[K8.4] if it is cancelled before its retry, the unanswered attempt drains', () => {
    const retry = { limit: 1, delay: 10, backoff: 'fixed' } as const;
    const testNet = new TestNet(beside({ ...canUndo, timeout, retry }))
      .start()
      .fire('a', 'timeout')
      .complete('b');
    expect(testNet.asked('clearTimer')).toMatchObject([{ timer: 'retry' }]);
    expect(testNet.instancesUnderWay()).toEqual(['a:draining']);
    testNet.succeed('a');
    expect(testNet.asked('call')).toMatchObject([{ operation: 'revert' }]);
    expect(testNet.succeed('a').state.status).toBe('completed');
  });
});

describe('a draining call in doubt', () => {
  const doubtful = (onUncertain: 'retry' | 'ask' | 'fail') =>
    new TestNet(beside({ ...canUndo, work: call('a', { onUncertain }) })).start();

  test('[K8.4] an operator is asked, regardless of the policy of the call', () => {
    for (const policy of ['retry', 'fail', 'ask'] as const) {
      const testNet = doubtful(policy).complete('b');
      const { id } = testNet.at('a');
      testNet.send({ kind: 'callInDoubt', instance: id, attempt: 1 });
      expect(testNet.effects).toMatchObject([{ kind: 'offer', instance: id, reason: 'doubt' }]);
      const again = { kind: 'itemCompleted', instance: id, output: { value: { verdict: 'retry' } } } as const;
      expect(testNet.refused(again)).toBe('wrong-phase');
      testNet.complete('a', { verdict: 'succeeded', output: 1 });
      expect(testNet.asked('call')).toMatchObject([{ operation: 'revert' }]);
    }
  });

  test('[K8.4] an open doubt stays open when its call is cancelled', () => {
    const testNet = doubtful('ask');
    testNet.send({ kind: 'callInDoubt', instance: testNet.at('a').id, attempt: 1 }).complete('b');
    expect(testNet.asked('withdraw')).toEqual([]);
    expect(testNet.instancesUnderWay()).toEqual(['a:draining']);
    testNet.complete('a', { verdict: 'failed' });
    expect(testNet.effects).toMatchObject([{ kind: 'finish', status: 'completed' }]);
  });
});

describe('draining in nested frames', () => {
  test('[K8.4] a cancelled frame ends when its calls have answered and been undone', () => {
    const testNet = new TestNet(
      program([
        net('main', [
          task('fork', 'i', ['p', 'q'], { work: pass }),
          task('sub', 'p', null, { work: subnet('low') }),
          task('x', 'q', 'r', { work: offer(), cancels: { places: [], tasks: ['sub'] } }),
          task('y', 'r', 'o', { work: offer() }),
        ]),
        net('low', [task('a', 'i', 'o', canUndo)]),
      ]),
    ).start();
    testNet.complete('x');
    expect(testNet.instancesUnderWay()).toEqual(['sub:draining', 'a:draining', 'y:offered']);
    testNet.complete('y');
    expect(testNet.state.status).toBe('running');
    testNet.succeed('a');
    expect(testNet.asked('call')).toMatchObject([{ operation: 'revert', net: 'low' }]);
    testNet.succeed('a');
    expect(testNet.noted('frameEnded')).toMatchObject([
      { net: 'low', outcome: 'cancelled' },
      { net: 'main' },
    ]);
    expect(testNet.effects).toMatchObject([{ kind: 'finish', status: 'completed' }]);
  });

  test('[K8.1] the entries that a cancelled frame passes up are undone once, even if the frame drains', () => {
    const testNet = new TestNet(
      program([
        net('main', [
          task('fork', 'i', ['p', 'q'], { work: pass }),
          task('sub', 'p', null, { work: subnet('low') }),
          task('x', 'q', 'r', { work: offer(), cancels: { places: [], tasks: ['sub'] } }),
          task('y', 'r', 'o'),
        ]),
        net('low', [task('a', 'i', 'p', canUndo), task('b', 'p', 'o', canUndo)]),
      ]),
    ).start();
    testNet.succeed('a').complete('x');
    expect(testNet.instancesUnderWay()).toEqual(['sub:draining', 'b:draining', 'y:calling']);
    testNet.succeed('b').succeed('b').fail('y');
    expect(testNet.asked('call')).toMatchObject([{ task: 'a', operation: 'revert' }]);
    testNet.succeed('a');
    expect(testNet.effects).toMatchObject([{ kind: 'finish', status: 'failed' }]);
  });

  test('[K8.4] instances that a threshold withdraws drain, and the task continues without them', () => {
    const testNet = new TestNet(
      oneNet([
        task('a', 'i', 'p', {
          ...canUndo,
          each: { items: value([1, 2, 3]), threshold: 1, create: 'static', failures: 'abort' },
        }),
        task('b', 'p', 'o', { work: offer() }),
      ]),
    ).start();
    const members = [0, 1, 2].map((index) => testNet.member('a', index).id);
    testNet.succeed('a');
    expect(testNet.asked('abortCall').map(({ instance }) => instance)).toEqual(members.slice(1));
    expect(testNet.instancesUnderWay()).toEqual(['a:draining', 'a:draining', 'a:draining', 'b:offered']);
    testNet.complete('b');
    testNet.send({
      kind: 'callFailed',
      instance: members[1]!,
      attempt: 1,
      failure: { code: 'x', message: '' },
    });
    expect(testNet.state.status).toBe('running');
    testNet.send({ kind: 'callSucceeded', instance: members[2]!, attempt: 1, output: { value: 0 } });
    expect(testNet.asked('call')).toMatchObject([{ operation: 'revert', undoes: members[2]! }]);
    const reverting = testNet.state.instances.find(({ undoes }) => undoes !== null)!;
    testNet.send({ kind: 'callSucceeded', instance: reverting.id, attempt: 1, output: { value: 0 } });
    expect(testNet.effects).toMatchObject([{ kind: 'finish', status: 'completed' }]);
  });

  test('[K8.4] after a caught failure of an each its other calls drain', () => {
    const testNet = new TestNet(
      oneNet([
        task('a', 'i', null, {
          ...canUndo,
          each: { items: value([1, 2]), create: 'static', failures: 'abort' },
          catch: { to: 'p' },
        }),
        task('b', 'p', 'o'),
      ]),
    ).start();
    testNet.fail('a');
    expect(testNet.instancesUnderWay()).toEqual(['a:draining', 'a:draining', 'b:calling']);
    testNet.succeed('b');
    expect(testNet.state.status).toBe('running');
    const drained = testNet.member('a', 1);
    testNet.send({
      kind: 'callFailed',
      instance: drained.id,
      attempt: 1,
      failure: { code: 'x', message: '' },
    });
    expect(testNet.effects).toMatchObject([{ kind: 'finish', status: 'completed' }]);
  });

  /** The nested net has completed `a`, is complete, and waits for `b`, which drains. */
  const completing = () =>
    new TestNet(
      program([
        net('main', [task('sub', 'i', 'o', { work: subnet('low') })]),
        net('low', [
          task('fork', 'i', ['p', 'q', 'r'], { work: pass }),
          task('a', 'p', null, canUndo),
          task('b', 'q', null, canUndo),
          task('c', 'r', 'o'),
        ]),
      ]),
    )
      .start()
      .succeed('a')
      .succeed('c');

  test('[K8.2] a completing frame passes its entries up when its run is cancelled, and they are undone on request', () => {
    const testNet = completing().send({ kind: 'cancelRequested', undo: true }).fail('b');
    expect(testNet.asked('call')).toMatchObject([{ task: 'a', operation: 'revert' }]);
    expect(testNet.succeed('a').state.status).toBe('cancelled');
  });

  test('[K8.1] a completing frame whose run is cancelled without undo leaves no entries', () => {
    const testNet = completing().send({ kind: 'cancelRequested' }).fail('b');
    expect(testNet.asked('call')).toEqual([]);
    expect(testNet.state.status).toBe('cancelled');
  });

  test('[K8.2] a cancelled frame also passes up entries that it receives later from a completing nested frame', () => {
    const testNet = new TestNet(
      program([
        net('main', [
          task('fork', 'i', ['p', 'q'], { work: pass }),
          task('upper', 'p', null, { work: subnet('mid') }),
          task('x', 'q', 'r', { work: offer(), cancels: { places: [], tasks: ['upper'] } }),
          task('y', 'r', 'o'),
        ]),
        net('mid', [task('lower', 'i', 'o', { work: subnet('low') })]),
        net('low', [
          task('fork', 'i', ['p', 'q', 'r'], { work: pass }),
          task('a', 'p', null, canUndo),
          task('b', 'q', null, canUndo),
          task('c', 'r', 'o'),
        ]),
      ]),
    ).start();
    testNet.succeed('a').succeed('c').complete('x').fail('b');
    expect(testNet.instancesUnderWay()).toEqual(['y:calling']);
    testNet.fail('y');
    expect(testNet.asked('call')).toMatchObject([{ task: 'a', operation: 'revert' }]);
  });

  test('[K8.4] a frame that is already undoing continues when its instance is cancelled', () => {
    const testNet = new TestNet(
      program([
        net('main', [
          task('fork', 'i', ['p', 'q'], { work: pass }),
          task('sub', 'p', null, { work: subnet('low') }),
          task('x', 'q', 'o', { work: offer() }),
        ]),
        net('low', [task('a', 'i', 'p', canUndo), task('b', 'p', 'o', { work: failing('no') })]),
      ]),
    ).start();
    testNet.succeed('a');
    expect(testNet.instancesUnderWay()).toEqual(['sub:nested', 'x:offered', 'a:undo']);
    testNet.complete('x');
    expect(testNet.instancesUnderWay()).toEqual(['sub:draining', 'a:undo']);
    testNet.succeed('a');
    expect(testNet.effects).toMatchObject([{ kind: 'finish', status: 'completed' }]);
  });
});
