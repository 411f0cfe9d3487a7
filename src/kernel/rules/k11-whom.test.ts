import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import { net, offer, oneNet, program, read, subnet, task, value } from '../../testing/net-builder.ts';
import { expr } from '../../testing/stand-ins/sample-evaluator.ts';
import { type Evaluator, HaltedError, link, type Timeout } from '../index.ts';

describe('position and assignees of an item', () => {
  const work = offer(undefined, { takes: 'hold', whom: read('who') });
  const variables = [{ name: 'who', initial: 'ann' }];

  test('[K11.1] assignees are computed whenever an item is offered', () => {
    const testNet = new TestNet(oneNet([task('a', 'i', 'o', { work })], { variables })).start();
    expect(testNet.asked('offer')).toMatchObject([{ whom: { value: 'ann' } }]);
    testNet.send({ kind: 'dataUpdated', set: { who: { value: 'bob' } } }).hold('a');
    expect(testNet.asked('offer')).toMatchObject([{ whom: { value: 'bob' } }]);
  });

  test('[K11.1] if the assignees cannot be computed, the item has none', () => {
    const whom = expr(['add', ['get', 'who'], ['lit', 1]]);
    const testNet = new TestNet(
      oneNet([task('a', 'i', 'o', { work: offer(undefined, { whom }) })], { variables }),
    ).start();
    expect(testNet.asked('offer')).toMatchObject([{ whom: { value: null } }]);
  });

  test('[K1.4] an offer has the ordinals of the enclosing nets', () => {
    const inner = net('inner', [task('deep', 'i', 'o', { work: offer() })]);
    const middle = net('middle', [task('first', 'i', 'p', { work: subnet('inner') }), task('b', 'p', 'o')]);
    const each = { items: value([1, 2]), create: 'static', failures: 'abort' } as const;
    const outer = net('main', [task('many', 'i', 'o', { work: subnet('middle'), each })]);
    const testNet = new TestNet(program([outer, middle, inner])).start();
    expect(testNet.asked('offer')).toMatchObject([
      { task: 'deep', lineage: [1, 1], group: 0, ordinal: 1 },
      { task: 'deep', lineage: [2, 1], group: 0, ordinal: 1 },
    ]);
  });
});

describe('inputs and limits of evaluators', () => {
  test('[K14.1] the settings of a program apply to all its expressions', () => {
    const seen: unknown[] = [];
    const evaluator: Evaluator = {
      compile(_, __, shared) {
        seen.push(shared);
        return () => null;
      },
    };
    const made = oneNet([
      task('a', 'i', 'o', {
        work: offer({ kind: 'eval', evaluator: 'own', source: null, reads: [] }),
      }),
    ]);
    link({ ...made, shared: { types: [1] } }, { evaluators: { own: evaluator } });
    link(made, { evaluators: { own: evaluator } });
    expect(seen).toEqual([{ types: [1] }, undefined]);
  });

  test('[K2.4] an evaluator that reaches its limits aborts the event without a change', () => {
    const evaluator: Evaluator = {
      compile: () => () => {
        throw new HaltedError('It took too long.');
      },
    };
    const made = oneNet(
      [
        task('a', 'i', 'p', {
          work: offer(),
          outputs: [{ to: 'x', value: { kind: 'eval', evaluator: 'own', source: null, reads: [] } }],
          catch: { to: null },
        }),
        task('b', 'p', 'o'),
      ],
      { variables: [{ name: 'x' }] },
    );
    const testNet = new TestNet(made, { evaluators: { own: evaluator } }).start();
    const { machine, state } = testNet;
    const event = { kind: 'itemCompleted', at: 2_000, instance: 2, output: { value: 1 } } as const;
    expect(() => machine.advance(state, event)).toThrow(HaltedError);
    expect(testNet.instancesUnderWay()).toEqual(['a:offered']);
  });
});

describe('the deadline of an offer of many', () => {
  const made = (timeout: Timeout) =>
    oneNet(
      [
        task('a', 'i', 'p', {
          work: offer(read('$item'), { takes: 'hold' }),
          each: { items: value(['x', 'y']), create: 'static', failures: 'abort' },
          outputs: [{ to: 'out', value: read('$output') }],
          timeout: { after: value(50), status: 'clock', ...timeout },
          catch: { to: 'c', as: 'caught' },
        }),
        task('b', 'p', 'o'),
        task('mend', 'c', 'o'),
      ],
      { variables: [{ name: 'out' }, { name: 'clock', initial: 'dormant' }, { name: 'caught' }] },
    );

  test('[K7.4] if it is not taken in time, it ends without instances', () => {
    const testNet = new TestNet(made({ onExpiry: 'finish' })).start();
    expect([testNet.at('a').deadline, testNet.variable('clock')]).toEqual([1_050, 'active']);
    testNet.fire('a', 'timeout');
    expect([testNet.instancesUnderWay(), testNet.variable('out'), testNet.variable('clock')]).toEqual([
      ['b:calling'],
      [],
      'expired',
    ]);
  });

  test('[K7.4] if it is not taken in time, it can fail instead', () => {
    const testNet = new TestNet(made({})).start().fire('a', 'timeout');
    expect([testNet.instancesUnderWay(), testNet.variable('caught')]).toMatchObject([
      ['mend:calling'],
      { code: 'timeout' },
    ]);
  });

  test('[K7.4] if it is taken in time, its deadline becomes that of its instances', () => {
    const testNet = new TestNet(made({ onExpiry: 'finish' })).start();
    testNet.now = 1_020;
    testNet.hold('a');
    const deadlines = testNet.state.instances.map(({ phase, deadline }) => [phase, deadline]);
    expect(deadlines).toEqual([
      ['group', null],
      ['held', 1_070],
      ['offered', 1_070],
    ]);
    expect(testNet.variable('clock')).toBe('active');
  });

  test.each(['itemSkipped', 'itemForced'] as const)(
    '[K13.1] %s before it is taken, it ends without instances',
    (kind) => {
      const testNet = new TestNet(made({ onExpiry: 'finish' })).start();
      testNet.send({ kind, instance: testNet.at('a').id });
      expect([testNet.instancesUnderWay(), testNet.variable('out'), testNet.variable('clock')]).toEqual([
        ['b:calling'],
        [],
        'closed',
      ]);
    },
  );

  test('[K7.5] a deadline from the hold does not run before the hold', () => {
    const testNet = new TestNet(made({ from: 'hold', onExpiry: 'finish' })).start();
    expect(testNet.at('a').deadline).toBeNull();
  });
});

test('[K7.5] a deadline that continues stays after the hold, and does not restart', () => {
  const timeout: Timeout = { after: value(50), from: 'hold', onRelease: 'go-on', onExpiry: 'finish' };
  const testNet = new TestNet(
    oneNet([task('a', 'i', 'p', { work: offer(), timeout }), task('b', 'p', 'o')]),
  ).start();
  testNet.hold('a');
  testNet.now = 1_020;
  testNet.send({ kind: 'itemReleased', instance: testNet.at('a').id, by: 'ann' });
  expect(testNet.at('a')).toMatchObject({ phase: 'offered', deadline: 1_050 });
  expect(testNet.hold('a', 'bob').at('a').deadline).toBe(1_050);
  expect(testNet.fire('a', 'timeout').instancesUnderWay()).toEqual(['b:calling']);
});
