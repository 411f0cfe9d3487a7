import { describe, expect, test } from 'vitest';
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
import { expr } from '../../testing/sample-evaluator.ts';
import { Scene } from '../../testing/scene.ts';

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

  test('[K13.2] one goes to the oldest wait for its name, and to no other', () => {
    const scene = new Scene(three).start().send(signal('s', 1));
    expect(scene.under()).toEqual(['b:waiting', 'c:waiting']);
    expect(scene.variable('x')).toBe(1);
    expect(scene.variable('y')).toBeUndefined();
    expect(scene.state.signals).toEqual([]);
    scene.send(signal('s', 2));
    expect(scene.variable('y')).toBe(2);
    scene.send(signal('t', 3));
    expect(scene.variable('z')).toBe(3);
    expect(scene.state.status).toBe('completed');
  });

  test('[K13.2] or to the one that it names', () => {
    const scene = new Scene(three).start();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => scene.at(name).id);
    expect(scene.refused({ ...signal('s', 1), instance: c! })).toBe('wrong-phase');
    expect(scene.refused({ ...signal('s', 1), instance: 99 })).toBe('unknown-instance');
    scene.send({ ...signal('s', 1), instance: b! });
    expect(scene.under()).toEqual(['a:waiting', 'c:waiting']);
    expect(scene.variable('y')).toBe(1);
    expect(scene.refused({ ...signal('s', 1), instance: b! })).toBe('unknown-instance');
    scene.send({ ...signal('s', 2), instance: a! });
    expect(scene.variable('x')).toBe(2);
  });

  test('[K13.2] oldest means begun first, not lowest in the net', () => {
    const scene = new Scene(
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
    scene.succeed('late').send(signal('s', 1));
    expect(scene.under()).toEqual(['a:waiting']);
    expect(scene.variable('y')).toBe(1);
  });

  test('[K13.2] one that nobody waits for is kept until somebody does, in order', () => {
    const scene = new Scene(
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
    scene.send(signal('s', 'first')).send(signal('t', 'other')).send(signal('s', 'second'));
    expect(scene.state.signals.map(({ name }) => name)).toEqual(['s', 't', 's']);
    scene.succeed('begin');
    expect(scene.variable('x')).toBe('first');
    expect(scene.variable('y')).toBe('second');
    expect(scene.under()).toEqual(['c:waiting']);
    expect(scene.state.signals).toEqual([{ name: 't', payload: { value: 'other' } }]);
    scene.send(signal('s', 'third'));
    expect(scene.variable('z')).toBe('third');
  });

  test('[K13.2] names are computed, and waits in any frame listen', () => {
    const scene = new Scene(
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
    expect(scene.at('a').signal).toBe('t');
    scene.send(signal('s', 1));
    expect(scene.state.status).toBe('running');
    scene.send(signal('t', 1));
    expect(scene.state.status).toBe('completed');
  });

  test('[K13.2] a signal that comes before the time clears the timer; after it, it is kept', () => {
    const chain = oneNet(
      [
        task('a', 'i', 'p', { ...listens('s', 'x'), work: wait({ signal: value('s'), for: value(50) }) }),
        task('b', 'p', 'o'),
      ],
      { variables: variables('x') },
    );
    const early = new Scene(chain).start().send(signal('s', 1));
    expect(early.asked('clearTimer')).toMatchObject([{ timer: 'wait' }]);
    expect(early.variable('x')).toBe(1);
    const late = new Scene(chain).start().fire('a', 'wait').send(signal('s', 1));
    expect(late.variable('x')).toBeNull();
    expect(late.state.signals).toHaveLength(1);
  });

  test('[K13.2] a wait for a time alone hears nothing', () => {
    const scene = new Scene(oneNet([task('a', 'i', 'o', { work: wait({ for: value(50) }) })])).start();
    scene.send(signal('s', 1));
    expect(scene.under()).toEqual(['a:waiting']);
    expect(scene.refused(signal('', 1))).toBe('malformed');
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
    const scene = new Scene(nested).start();
    scene.send({ kind: 'dataUpdated', set: { x: { value: 1 }, y: { value: 2 } } });
    expect([scene.variable('x'), scene.variable('y')]).toEqual([1, 2]);
    const { child } = scene.at('sub');
    scene.send({ kind: 'dataUpdated', frame: child, set: { x: { value: 3 } } });
    expect(scene.variable('x')).toBe(1);
    expect(scene.state.frames[1]?.slots).toEqual([{ value: 3 }]);
  });

  test('[K13.3] where one name is unknown nothing is set', () => {
    const scene = new Scene(nested).start();
    const before = scene.state;
    for (const set of [
      { x: { value: 1 }, unknown: { value: 2 } },
      { unknown: { value: 2 }, x: { value: 1 } },
      { x: { value: 1 }, toString: { value: 2 } },
    ]) {
      expect(scene.refused({ kind: 'dataUpdated', set })).toBe('unknown-name');
    }
    expect(
      scene.refused({ kind: 'dataUpdated', frame: scene.at('sub').child, set: { y: { value: 1 } } }),
    ).toBe('unknown-name');
    expect(scene.state).toBe(before);
    expect(scene.variable('x')).toBe('main');
  });

  test('[K13.3] frames that are gone, or never were, take none', () => {
    const scene = new Scene(nested).start();
    const { child } = scene.at('sub');
    scene.succeed('l');
    const set = { x: { value: 1 } };
    expect(scene.refused({ kind: 'dataUpdated', frame: child, set })).toBe('unknown-frame');
    expect(scene.refused({ kind: 'dataUpdated', frame: 99, set })).toBe('unknown-frame');
  });

  test('[K13.3] what is set is seen by what begins afterwards', () => {
    const scene = new Scene(
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
    scene.send({ kind: 'dataUpdated', set: { x: { value: 'new' } } });
    expect(scene.effects).toEqual([]);
    scene.succeed('a');
    expect(scene.asked('call')).toMatchObject([{ input: { value: 'new' } }]);
  });
});
