import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import {
  call,
  flow,
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
} from '../../testing/net-builder.ts';

const retry = { limit: 1, delay: 10, backoff: 'fixed' } as const;

/** The active instances with their ordinals. */
const ordinals = (testNet: TestNet): (readonly [string, number])[] =>
  testNet.state.instances.map((each) => [testNet.nameOf(each), each.ordinal]);
const children = (testNet: TestNet): number[] => testNet.state.frames.map((frame) => frame.children);

describe('the ordinal of an instance in its frame', () => {
  test('[K1.4] single instances are counted when they consume their tokens, including pass-through tasks', () => {
    const testNet = new TestNet(
      oneNet([
        task('fork', 'i', ['p', 'q'], { work: pass }),
        task('a', 'p', 'r'),
        task('b', 'q', null, { work: offer() }),
        task('c', 'r', null),
      ]),
    ).start();
    expect(ordinals(testNet)).toEqual([
      ['a', 2],
      ['b', 3],
    ]);
    expect(testNet.asked('offer')).toMatchObject([{ task: 'b', ordinal: 3 }]);
    testNet.succeed('a');
    expect([ordinals(testNet), children(testNet)]).toEqual([
      [
        ['b', 3],
        ['c', 4],
      ],
      [4],
    ]);
  });

  test('[K1.4] every firing of a loop is counted, its attempts are not', () => {
    const testNet = new TestNet(
      oneNet([
        task('begin', 'i', 'p', { work: pass }),
        task('a', 'p', null, { retry, split: 'xor', flows: [flow('p', read('$output')), flow('o')] }),
      ]),
    ).start();
    testNet.fail('a').fire('a', 'retry');
    expect(testNet.at('a')).toMatchObject({ ordinal: 2, attempt: 2 });
    expect(testNet.succeed('a', true).at('a')).toMatchObject({ ordinal: 3, attempt: 1 });
    testNet.send({ kind: 'callInDoubt', instance: testNet.at('a').id, attempt: 1 });
    expect(testNet.asked('offer')).toMatchObject([{ reason: 'doubt', ordinal: 3 }]);
  });

  test('[K1.4] every frame counts separately', () => {
    const testNet = new TestNet(
      program([
        net('main', [
          task('fork', 'i', ['p', 'q'], { work: pass }),
          task('sub', 'p', null, { work: subnet('low') }),
          task('b', 'q', null),
        ]),
        net('low', [task('x', 'i', 'p', { work: pass }), task('y', 'p', 'o')]),
      ]),
    ).start();
    expect([ordinals(testNet), children(testNet)]).toEqual([
      [
        ['sub', 2],
        ['b', 3],
        ['y', 2],
      ],
      [3, 2],
    ]);
  });

  test('[K1.4] members are counted when they are created, their group is not', () => {
    const each = { items: value([1, 2, 3]), concurrency: 2, create: 'dynamic', failures: 'abort' } as const;
    const testNet = new TestNet(oneNet([task('a', 'i', 'o', { work: offer(), each })])).start();
    expect(ordinals(testNet)).toEqual([
      ['a', 0],
      ['a', 1],
      ['a', 2],
    ]);
    expect(testNet.asked('offer').map(({ ordinal }) => ordinal)).toEqual([1, 2]);
    testNet.complete('a');
    expect(testNet.member('a', 2).ordinal).toBe(3);
    testNet.send({ kind: 'instanceAdded', instance: testNet.at('a', 'group').id, item: { value: 4 } });
    testNet.complete('a');
    expect(testNet.member('a', 3).ordinal).toBe(4);
  });

  test('[K1.4] open offers are not counted before they are taken, then in the order in which they are taken', () => {
    const waits = { work: offer(undefined, { takes: 'hold' }) } as const;
    const testNet = new TestNet(
      oneNet([
        task('fork', 'i', ['p', 'q'], { work: pass }),
        task('a', 'p', null, waits),
        task('b', 'q', null, waits),
      ]),
    ).start();
    expect(testNet.asked('offer').map(({ ordinal }) => ordinal)).toEqual([0, 0]);
    expect(children(testNet)).toEqual([1]);
    expect(testNet.hold('b').asked('offer')).toMatchObject([{ task: 'b', ordinal: 2 }]);
    expect(testNet.hold('a').asked('offer')).toMatchObject([{ task: 'a', ordinal: 3 }]);
  });

  test('[K1.4] an open offer of many becomes a group, which is not counted', () => {
    const each = { items: value([1, 2]), create: 'static', failures: 'abort' } as const;
    const work = offer(undefined, { takes: 'hold' });
    const testNet = new TestNet(oneNet([task('a', 'i', 'o', { work, each })])).start().hold('a');
    expect(ordinals(testNet).map(([, ordinal]) => ordinal)).toEqual([0, 1, 2]);
  });

  test('[K1.4] undo is not counted', () => {
    const testNet = new TestNet(oneNet([task('a', 'i', 'p', { undo: undo('revert') }), task('b', 'p', 'o')]));
    testNet.start().succeed('a').fail('b');
    expect([testNet.instancesUnderWay(), ordinals(testNet), children(testNet)]).toEqual([
      ['a:undo'],
      [['a', 0]],
      [2],
    ]);
  });

  test('[K1.4] skipped work and a firing over the limit of visits are counted', () => {
    const skips = oneNet(
      [
        task('a', 'i', 'p', { work: call('a', { input: read('unset') }), onUnset: 'skip' }),
        task('b', 'p', 'o'),
      ],
      { variables: [{ name: 'unset' }] },
    );
    expect(ordinals(new TestNet(skips).start())).toEqual([['b', 2]]);
    const loop = oneNet([
      task('begin', 'i', 'p', { work: pass }),
      task('a', 'p', null, { visits: 1, split: 'xor', flows: [flow('p', read('$output')), flow('o')] }),
    ]);
    const testNet = new TestNet(loop).start().succeed('a', true);
    expect([testNet.state.failure?.code, ordinals(testNet)]).toEqual(['visit-limit', [['a', 3]]]);
  });

  test('[K1.4][K9.3] restarted work gets a new ordinal; continued work keeps its own', () => {
    const again = { work: call('again', { onUncertain: 'retry' }) } as const;
    const testNet = new TestNet(
      oneNet([
        task('fork', 'i', ['p', 'q', 'r', 's'], { work: pass }),
        task('a', 'p', null),
        task('b', 'q', null, { work: offer() }),
        task('c', 'r', null, again),
        task('d', 's', null, {
          work: offer(),
          each: { items: value([1]), create: 'static', failures: 'abort' },
        }),
      ]),
    ).start();
    expect(ordinals(testNet)).toEqual([
      ['a', 2],
      ['b', 3],
      ['c', 4],
      ['d', 0],
      ['d', 5],
    ]);
    testNet.fail('a').send({ kind: 'reopened' });
    expect(ordinals(testNet)).toEqual([
      ['c', 4],
      ['d', 0],
      ['a', 6],
      ['b', 7],
      ['d', 8],
    ]);
    expect(testNet.asked('offer').map(({ ordinal }) => ordinal)).toEqual([7, 8]);
  });
});

describe('failed executions', () => {
  test('[K1.4][K9.3] the replacement of a drained call is counted again when the run is reopened', () => {
    const testNet = new TestNet(
      oneNet(
        [
          task('fork', 'i', ['p', 'q'], { work: pass }),
          task('a', 'p', null, { undo: undo('revert'), timeout: { after: value(100) } }),
          task('b', 'q', null),
        ],
        { onFailure: 'settle' },
      ),
    ).start();
    testNet.fire('a', 'timeout').fail('a').succeed('b');
    expect(testNet.state.status).toBe('failed');
    expect(ordinals(testNet.send({ kind: 'reopened' }))).toEqual([['a', 4]]);
  });

  test('[K1.4] an offer that exceeds the visit limit counts as executed', () => {
    const testNet = new TestNet(
      oneNet([
        task('begin', 'i', 'p', { work: pass }),
        task('again', 'p', 'p', { work: offer(), visits: 1 }),
        task('stop', 'p', 'o', { work: offer() }),
      ]),
    ).start();
    testNet.complete('again').hold('again');
    expect(testNet.state.failure).toMatchObject({ code: 'visit-limit' });
    expect(ordinals(testNet)).toEqual([['again', 3]]);
    expect(testNet.send({ kind: 'reopened' }).asked('offer')).toMatchObject([{ task: 'again', ordinal: 4 }]);
  });
});
