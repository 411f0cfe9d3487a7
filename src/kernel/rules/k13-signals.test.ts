import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import {
  assigns,
  net,
  oneNet,
  pass,
  program,
  read,
  subnet,
  task,
  value,
  variables,
  wait,
} from '../../testing/net-builder.ts';
import { expr } from '../../testing/stand-ins/sample-evaluator.ts';

const listens = (to: string, into: string) => ({
  work: wait({ signal: value(to) }),
  outputs: assigns({ [into]: read('$output') }),
});
const signal = (name: string, json: string | number) =>
  ({ kind: 'signalled', name, payload: { value: json } }) as const;

describe('signals', () => {
  const three = oneNet(
    [
      task('fork', 'i', ['p', 'q', 'r'], { work: pass }),
      task('a', 'p', null, listens('s', 'x')),
      task('b', 'q', null, listens('s', 'y')),
      task('c', 'r', null, listens('t', 'z')),
    ],
    { variables: variables('x', 'y', 'z') },
  );

  test('[K13.2] a signal goes only to the oldest wait for its name', () => {
    const testNet = new TestNet(three).start().send(signal('s', 1));
    expect(testNet.instancesUnderWay()).toEqual(['b:waiting', 'c:waiting']);
    expect(testNet.variable('x')).toBe(1);
    expect(testNet.variable('y')).toBeUndefined();
    expect(testNet.state.signals).toEqual([]);
    testNet.send(signal('s', 2));
    expect(testNet.variable('y')).toBe(2);
    testNet.send(signal('t', 3));
    expect(testNet.variable('z')).toBe(3);
    expect(testNet.state.status).toBe('completed');
  });

  test('[K13.2] a signal can name its wait', () => {
    const testNet = new TestNet(three).start();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => testNet.at(name).id);
    expect(testNet.refused({ ...signal('s', 1), instance: c! })).toBe('wrong-phase');
    expect(testNet.refused({ ...signal('s', 1), instance: 99 })).toBe('unknown-instance');
    testNet.send({ ...signal('s', 1), instance: b! });
    expect(testNet.instancesUnderWay()).toEqual(['a:waiting', 'c:waiting']);
    expect(testNet.variable('y')).toBe(1);
    expect(testNet.refused({ ...signal('s', 1), instance: b! })).toBe('unknown-instance');
    testNet.send({ ...signal('s', 2), instance: a! });
    expect(testNet.variable('x')).toBe(2);
  });

  test('[K13.2] the oldest wait is the one that began first, not the lowest in the net', () => {
    const testNet = new TestNet(
      oneNet(
        [
          task('fork', 'i', ['p', 'q'], { work: pass }),
          task('late', 'p', 'p2'),
          task('a', 'p2', null, listens('s', 'x')),
          task('b', 'q', null, listens('s', 'y')),
        ],
        { variables: variables('x', 'y') },
      ),
    ).start();
    testNet.succeed('late').send(signal('s', 1));
    expect(testNet.instancesUnderWay()).toEqual(['a:waiting']);
    expect(testNet.variable('y')).toBe(1);
  });

  test('[K13.2] a signal without a waiting task is stored until there is one, in order', () => {
    const testNet = new TestNet(
      oneNet(
        [
          task('begin', 'i', 'p'),
          task('a', 'p', 'q', listens('s', 'x')),
          task('b', 'q', 'r', listens('s', 'y')),
          task('c', 'r', 'o', listens('s', 'z')),
        ],
        { variables: variables('x', 'y', 'z') },
      ),
    ).start();
    testNet.send(signal('s', 'first')).send(signal('t', 'other')).send(signal('s', 'second'));
    expect(testNet.state.signals.map(({ name }) => name)).toEqual(['s', 't', 's']);
    testNet.succeed('begin');
    expect(testNet.variable('x')).toBe('first');
    expect(testNet.variable('y')).toBe('second');
    expect(testNet.instancesUnderWay()).toEqual(['c:waiting']);
    expect(testNet.state.signals).toEqual([{ name: 't', payload: { value: 'other' } }]);
    testNet.send(signal('s', 'third'));
    expect(testNet.variable('z')).toBe('third');
  });

  test('[K13.2] names are computed, and waits in any frame receive signals', () => {
    const testNet = new TestNet(
      program([
        net('main', [task('sub', 'i', 'o', { work: subnet('low', 'own', { key: value(7) }) })]),
        net(
          'low',
          [
            task('a', 'i', 'o', {
              work: wait({ signal: expr(['at', ['list', ['lit', 's'], ['lit', 't']], ['lit', 1]]) }),
            }),
          ],
          {
            variables: [{ name: 'key', parameter: 'required' }],
          },
        ),
      ]),
    ).start();
    expect(testNet.at('a').signal).toBe('t');
    testNet.send(signal('s', 1));
    expect(testNet.state.status).toBe('running');
    testNet.send(signal('t', 1));
    expect(testNet.state.status).toBe('completed');
  });

  test('[K13.2] a signal before the time clears the timer; a signal after it is stored', () => {
    const chain = oneNet(
      [
        task('a', 'i', 'p', { ...listens('s', 'x'), work: wait({ signal: value('s'), for: value(50) }) }),
        task('b', 'p', 'o'),
      ],
      { variables: variables('x') },
    );
    const early = new TestNet(chain).start().send(signal('s', 1));
    expect(early.asked('clearTimer')).toMatchObject([{ timer: 'wait' }]);
    expect(early.variable('x')).toBe(1);
    const late = new TestNet(chain).start().fire('a', 'wait').send(signal('s', 1));
    expect(late.variable('x')).toBeNull();
    expect(late.state.signals).toHaveLength(1);
  });

  test('[K13.2] a wait for only a time receives no signals', () => {
    const testNet = new TestNet(oneNet([task('a', 'i', 'o', { work: wait({ for: value(50) }) })])).start();
    testNet.send(signal('s', 1));
    expect(testNet.instancesUnderWay()).toEqual(['a:waiting']);
    expect(testNet.refused(signal('', 1))).toBe('malformed');
  });
});

describe('data', () => {
  const nested = program([
    net('main', [task('sub', 'i', 'p', { work: subnet('low') }), task('a', 'p', 'o')], {
      variables: [{ name: 'x', initial: 'main' }, { name: 'y' }],
    }),
    net('low', [task('l', 'i', 'o')], { variables: [{ name: 'x', initial: 'low' }] }),
  ]);

  test('[K13.3] an update sets variables of the root, or of the frame that it names', () => {
    const testNet = new TestNet(nested).start();
    testNet.send({ kind: 'dataUpdated', set: { x: { value: 1 }, y: { value: 2 } } });
    expect([testNet.variable('x'), testNet.variable('y')]).toEqual([1, 2]);
    const { child } = testNet.at('sub');
    testNet.send({ kind: 'dataUpdated', frame: child, set: { x: { value: 3 } } });
    expect(testNet.variable('x')).toBe(1);
    expect(testNet.state.frames[1]?.slots).toEqual([{ value: 3 }]);
  });

  test('[K13.3] if one name is unknown, nothing is set', () => {
    const testNet = new TestNet(nested).start();
    const before = testNet.state;
    for (const set of [
      { x: { value: 1 }, unknown: { value: 2 } },
      { unknown: { value: 2 }, x: { value: 1 } },
      { x: { value: 1 }, toString: { value: 2 } },
    ]) {
      expect(testNet.refused({ kind: 'dataUpdated', set })).toBe('unknown-name');
    }
    expect(
      testNet.refused({ kind: 'dataUpdated', frame: testNet.at('sub').child, set: { y: { value: 1 } } }),
    ).toBe('unknown-name');
    expect(testNet.state).toBe(before);
    expect(testNet.variable('x')).toBe('main');
  });

  test('[K13.3] frames that have ended, or never existed, accept no update', () => {
    const testNet = new TestNet(nested).start();
    const { child } = testNet.at('sub');
    testNet.succeed('l');
    const set = { x: { value: 1 } };
    expect(testNet.refused({ kind: 'dataUpdated', frame: child, set })).toBe('unknown-frame');
    expect(testNet.refused({ kind: 'dataUpdated', frame: 99, set })).toBe('unknown-frame');
  });

  test('[K13.3] work that begins later reads the update', () => {
    const testNet = new TestNet(
      oneNet(
        [
          task('a', 'i', 'p'),
          task('b', 'p', 'o', {
            work: { kind: 'call', connector: 'test', operation: 'b', onUncertain: 'ask', input: read('x') },
          }),
        ],
        { variables: variables('x') },
      ),
    ).start();
    testNet.send({ kind: 'dataUpdated', set: { x: { value: 'new' } } });
    expect(testNet.effects).toEqual([]);
    testNet.succeed('a');
    expect(testNet.asked('call')).toMatchObject([{ input: { value: 'new' } }]);
  });
});
