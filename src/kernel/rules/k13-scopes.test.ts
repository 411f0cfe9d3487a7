import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import {
  assigns,
  call,
  net,
  offer,
  oneNet,
  program,
  read,
  record,
  subnet,
  task,
  value,
  variables,
} from '../../testing/net-builder.ts';
import { expr } from '../../testing/stand-ins/sample-evaluator.ts';
import type { Expression, Net } from '../index.ts';

/** `sub` runs `low`, then `end`. */
const over = (
  low: Net,
  scope: 'own' | 'share' | 'inherit',
  input: { readonly [name: string]: Expression } = {},
): TestNet =>
  new TestNet(
    program([
      net('main', [task('sub', 'i', 'p', { work: subnet('low', scope, input) }), task('end', 'p', 'o')], {
        variables: [
          { name: 'x', initial: 'main' },
          { name: 'y', initial: 'main' },
        ],
      }),
      low,
    ]),
  ).start();
const inputs = (testNet: TestNet) => testNet.asked('call').map(({ input }) => input);

describe('own variables', () => {
  const low = net(
    'low',
    [
      task('a', 'i', 'p', {
        work: call('a', { input: read('x') }),
        outputs: assigns({ x: read('$output') }),
      }),
      task('b', 'p', 'o', { work: call('b', { input: read('x') }) }),
    ],
    { variables: [{ name: 'x', initial: 'low', parameter: 'optional' }] },
  );

  test('[K13.5] own: only initial values, and none of the parent', () => {
    const testNet = over(low, 'own');
    expect(inputs(testNet)).toEqual([{ value: 'low' }]);
    testNet.succeed('a', 'changed');
    expect(inputs(testNet)).toEqual([{ value: 'changed' }]);
    expect(testNet.variable('x')).toBe('main');
    testNet.succeed('b');
    expect(testNet.variable('x')).toBe('main');
  });

  test('[K13.5] own: the mapping sets them once', () => {
    const testNet = over(low, 'own', { x: expr(['list', ['get', 'x'], ['get', 'y']]) });
    expect(inputs(testNet)).toEqual([{ value: ['main', 'main'] }]);
    testNet.send({ kind: 'dataUpdated', set: { x: { value: 'later' } } });
    expect(testNet.state.frames[1]?.slots).toEqual([{ value: ['main', 'main'] }]);
  });

  test('[K13.5] own: a missing required parameter fails the task', () => {
    const strict = { ...low, variables: [{ name: 'x', parameter: 'required' as const }] };
    expect(over(strict, 'own').state.failure).toMatchObject({ code: 'expression' });
    expect(inputs(over(strict, 'own', { x: value(1) }))).toEqual([{ value: 1 }]);
  });
});

describe('shared variables', () => {
  const low = net('low', [
    task('a', 'i', 'p', { work: call('a', { input: read('x') }), outputs: assigns({ x: read('$output') }) }),
    task('b', 'p', 'o', { work: call('b', { input: read('x') }) }),
  ]);

  test('[K13.5] share: reads and writes the variables of the parent directly', () => {
    const testNet = over(low, 'share');
    expect(inputs(testNet)).toEqual([{ value: 'main' }]);
    testNet.succeed('a', 'low');
    expect(testNet.variable('x')).toBe('low');
    expect(inputs(testNet)).toEqual([{ value: 'low' }]);
    expect(testNet.state.frames[1]?.slots).toEqual([]);
    testNet.send({ kind: 'dataUpdated', frame: testNet.at('sub').child, set: { y: { value: 1 } } });
    expect(testNet.variable('y')).toBe(1);
    testNet.succeed('b');
    expect(testNet.variable('x')).toBe('low');
  });

  test('[K13.5] share: the mapping writes to the parent, too', () => {
    const testNet = over(low, 'share', { x: value('mapped') });
    expect(testNet.variable('x')).toBe('mapped');
    expect(inputs(testNet)).toEqual([{ value: 'mapped' }]);
  });
});

describe('inherited variables', () => {
  const low = net(
    'low',
    [
      task('a', 'i', 'p', {
        work: call('a', { input: expr(['list', ['get', 'x'], ['get', 'y'], ['get', 'z']]) }),
        outputs: assigns({ x: read('$output') }),
      }),
      task('b', 'p', 'o', {
        work: call('b', { input: expr(['list', ['get', 'x'], ['get', 'y'], ['get', 'z']]) }),
      }),
    ],
    { variables: [{ name: 'z', initial: 'low' }] },
  );

  test('[K13.5] inherit: reads through to the parent, writes locally', () => {
    const testNet = over(low, 'inherit');
    expect(inputs(testNet)).toEqual([{ value: ['main', 'main', 'low'] }]);
    testNet.succeed('a', 'written');
    expect(inputs(testNet)).toEqual([{ value: ['written', 'main', 'low'] }]);
    expect(testNet.variable('x')).toBe('main');
    testNet.succeed('b');
    expect(testNet.variable('x')).toBe('main');
    expect(testNet.instancesUnderWay()).toEqual(['end:calling']);
  });

  test('[K13.5] inherit: changes in the parent are visible until the net writes the name', () => {
    const reader = { work: call('read', { input: read('x') }) };
    const slow = net('low', [
      task('a', 'i', 'p', { work: offer() }),
      task('b', 'p', 'q', { ...reader, outputs: assigns({ x: read('$output') }) }),
      task('c', 'q', 'r', { work: offer() }),
      task('d', 'r', 'o', reader),
    ]);
    const testNet = over(slow, 'inherit');
    const update = (json: string) => testNet.send({ kind: 'dataUpdated', set: { x: { value: json } } });
    update('once').complete('a');
    expect(inputs(testNet)).toEqual([{ value: 'once' }]);
    testNet.succeed('b', 'written');
    update('twice').complete('c');
    expect(inputs(testNet)).toEqual([{ value: 'written' }]);
    expect(testNet.variable('x')).toBe('twice');
  });

  test('[K13.3][K13.5] inherit: an update of its frame sets only names that it declares', () => {
    const testNet = over(low, 'inherit');
    const frame = testNet.at('sub').child;
    testNet.send({ kind: 'dataUpdated', frame, set: { z: { value: 'here' } } });
    for (const name of ['x', 'y']) {
      expect(testNet.refused({ kind: 'dataUpdated', frame, set: { [name]: { value: 'there' } } })).toBe(
        'unknown-name',
      );
    }
  });

  test('[K13.5] inherit: a name that the net declares is local, even while it is unset', () => {
    const declared = net('low', [task('a', 'i', 'o', { work: call('a', { input: read('x') }) })], {
      variables: variables('x'),
    });
    expect(over(declared, 'inherit').state.failure).toMatchObject({ code: 'expression' });
  });

  test('[K13.5] inherit: instances of an each do not see each other’s writes', () => {
    const each = { items: value([1, 2]), create: 'static', failures: 'abort' } as const;
    const testNet = new TestNet(
      program([
        net('main', [task('sub', 'i', 'o', { work: subnet('low', 'inherit'), each })], {
          variables: [{ name: 'x', initial: 'main' }],
        }),
        net('low', [
          task('a', 'i', 'p', { outputs: assigns({ x: read('$output') }) }),
          task('b', 'p', 'o', { work: call('b', { input: read('x') }) }),
        ]),
      ]),
    ).start();
    testNet.succeed('a', 'first');
    expect(inputs(testNet)).toEqual([{ value: 'first' }]);
    testNet.succeed('a', 'second');
    expect(inputs(testNet)).toEqual([{ value: 'second' }]);
    expect(testNet.variable('x')).toBe('main');
  });

  test('[K13.5] share below inherit: writes stop at the net that inherits', () => {
    const testNet = new TestNet(
      program([
        net('main', [task('sub', 'i', 'p', { work: subnet('mid', 'inherit') }), task('end', 'p', 'o')], {
          variables: [{ name: 'x', initial: 'main' }],
        }),
        net('mid', [
          task('deep', 'i', 'p', { work: subnet('low', 'share') }),
          task('b', 'p', 'o', { work: call('b', { input: read('x') }) }),
        ]),
        net('low', [
          task('a', 'i', 'o', {
            work: call('a', { input: read('x') }),
            outputs: assigns({ x: read('$output') }),
          }),
        ]),
      ]),
    ).start();
    expect(inputs(testNet)).toEqual([{ value: 'main' }]);
    testNet.succeed('a', 'below');
    expect(inputs(testNet)).toEqual([{ value: 'below' }]);
    expect(testNet.variable('x')).toBe('main');
  });
});

describe('unset names', () => {
  const chain = (onUnset: 'fail' | 'skip', work = call('a', { input: read('x') })) =>
    oneNet(
      [task('a', 'i', 'p', { work, onUnset, outputs: assigns({ y: value('set') }) }), task('b', 'p', 'o')],
      { variables: [{ name: 'x', parameter: 'optional' }, { name: 'y' }] },
    );

  test('[K13.5] onUnset skip: the work is skipped, without output, and the net continues', () => {
    const testNet = new TestNet(chain('skip')).start();
    expect(testNet.noted('skipped')).toMatchObject([{ task: 'a' }]);
    expect(testNet.asked('call')).toMatchObject([{ task: 'b' }]);
    expect(testNet.variable('y')).toBeUndefined();
  });

  test('[K13.5] null is not unset; without skip, an unset name fails the task', () => {
    expect(new TestNet(chain('skip')).start({ x: null }).asked('call')).toMatchObject([{ task: 'a' }]);
    expect(new TestNet(chain('fail')).start().state.failure).toMatchObject({ code: 'expression' });
  });

  test('[K13.5] onUnset skip checks all names that an expression reads, even if it does not need them', () => {
    const work = call('a', { input: expr(['list', ['lit', 1], ['get?', 'x', 0]]) });
    expect(new TestNet(chain('skip', work)).start().noted('skipped')).toHaveLength(1);
    expect(new TestNet(chain('fail', work)).start().asked('call')).toMatchObject([
      { input: { value: [1, 0] } },
    ]);
  });

  test('[K13.5] names that the expression declares optional do not cause a skip', () => {
    const input = expr(['list', ['get?', 'y', 1], ['get?', 'x', 0]]) as Extract<Expression, { kind: 'eval' }>;
    const asked = (optional: readonly string[]) =>
      new TestNet(chain('skip', call('a', { input: record({ part: { ...input, optional } }) })))
        .start()
        .asked('call')
        .map(({ task }) => task);
    expect(asked(['x', 'y'])).toEqual(['a']);
    expect(asked(['x'])).toEqual(['b']);
    expect(asked([])).toEqual(['b']);
  });

  test('[K13.5] onUnset skip applies to items and to the mapping of nets', () => {
    const item = new TestNet(
      oneNet([task('a', 'i', 'o', { work: offer(read('x')), onUnset: 'skip' })], {
        variables: variables('x'),
      }),
    ).start();
    expect(item.state.status).toBe('completed');
    const nested = new TestNet(
      program([
        net(
          'main',
          [task('a', 'i', 'o', { work: subnet('low', 'own', { v: read('x') }), onUnset: 'skip' })],
          {
            variables: variables('x'),
          },
        ),
        net('low', [task('l', 'i', 'o')], { variables: variables('v') }),
      ]),
    ).start();
    expect(nested.noted('skipped')).toMatchObject([{ task: 'a' }]);
    expect(nested.state.status).toBe('completed');
  });
});
