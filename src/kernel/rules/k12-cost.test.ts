import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import {
  assigns,
  call,
  flow,
  net,
  offer,
  oneNet,
  program,
  read,
  subnet,
  task,
  undo,
  value,
  variables,
  wait,
} from '../../testing/net-builder.ts';
import { expr } from '../../testing/stand-ins/sample-evaluator.ts';
import type { Json, Payload, RunState } from '../index.ts';

/** Length of the state, with each counter replaced by one of its digits. */
const weight = (state: RunState): number => JSON.stringify(state).replaceAll(/\d+/g, '0').length;

describe('finished work is removed from the state', () => {
  const many = 300;

  test('[K12.4] after many tasks in sequence', () => {
    const tasks = Array.from({ length: many }, (_, n) =>
      task(`t${n}`, n === 0 ? 'i' : `p${n}`, n === many - 1 ? 'o' : `p${n + 1}`, {
        outputs: assigns({ x: read('$output') }),
      }),
    );
    const testNet = new TestNet(oneNet(tasks, { variables: variables('x') })).start().succeed('t0', 'x');
    const early = weight(testNet.state);
    for (let n = 1; n < many - 1; n++) {
      testNet.succeed(`t${n}`, 'x');
      expect(testNet.state.instances).toHaveLength(1);
    }
    expect(weight(testNet.state)).toBe(early);
  });

  test('[K12.4] after many iterations of a loop through a nested net', () => {
    const testNet = new TestNet(
      program([
        net(
          'main',
          [
            task('begin', 'i', 'p'),
            task('body', 'p', null, {
              work: subnet('low'),
              split: 'xor',
              flows: [flow('p', read('more')), flow('o')],
              outputs: assigns({ more: read('$output') }),
            }),
          ],
          { variables: variables('more') },
        ),
        net('low', [task('a', 'i', 'p'), task('b', 'p', 'o', { work: offer() })], { result: value(true) }),
      ]),
    ).start();
    testNet.succeed('begin').succeed('a').complete('b');
    const early = weight(testNet.state);
    for (let n = 0; n < many; n++) {
      testNet.succeed('a').complete('b');
      expect(testNet.state).toMatchObject({ frames: { length: 2 }, instances: { length: 2 } });
    }
    expect(weight(testNet.state)).toBe(early);
  });

  test('[K12.4] only the results of the instances of an each remain', () => {
    const testNet = new TestNet(
      oneNet([
        task('a', 'i', 'p', {
          each: {
            items: expr(['range', ['lit', many]]),
            concurrency: 1,
            create: 'static',
            failures: 'continue',
            collect: value(1),
          },
        }),
        task('b', 'p', 'o'),
      ]),
    ).start();
    const early = weight(testNet.state);
    for (let n = 1; n < many; n++) {
      testNet.succeed('a');
      expect(testNet.state.instances).toHaveLength(2);
    }
    const perResult = '{"value":0}'.length - 'null'.length;
    expect(weight(testNet.state) - early).toBeLessThanOrEqual((many - 1) * perResult);
    testNet.succeed('a');
    expect(testNet.state.instances).toHaveLength(1);
    expect(weight(testNet.state)).toBeLessThan(early);
  });

  test('[K12.4] consumed signals, ended waits and caught failures are removed', () => {
    const testNet = new TestNet(
      oneNet([
        task('begin', 'i', 'p'),
        task('w', 'p', 'q', { work: wait({ signal: value('s') }), timeout: { after: value(1e6) } }),
        task('c', 'q', 'o', { catch: { to: 'p' } }),
      ]),
    ).start();
    testNet.succeed('begin');
    const early = weight(testNet.state);
    for (let n = 0; n < many; n++) {
      testNet.send({ kind: 'signalled', name: 's', payload: { value: n } }).fail('c', { data: { n } });
    }
    expect(weight(testNet.state)).toBe(early);
  });

  test('[K12.4] an event does not change unrelated state', () => {
    const testNet = new TestNet(
      program([
        net('main', [
          task('fork', 'i', ['p', 'q']),
          task('left', 'p', null, { work: subnet('low') }),
          task('right', 'q', null, { work: subnet('low') }),
        ]),
        net('low', [task('a', 'i', 'p'), task('b', 'p', 'o')]),
      ]),
    ).start();
    testNet.succeed('fork');
    const before = testNet.state;
    testNet.succeed('a');
    const untouched = (state: RunState) => [
      state.frames.find(({ parent }) => parent === testNet.at('right').id),
      testNet.at('right'),
      state.instances.find(({ frame }) => frame === testNet.at('right').child),
    ];
    const [frame, nested, inside] = untouched(testNet.state);
    expect(before.frames).toContain(frame);
    expect(before.instances).toContain(nested);
    expect(before.instances).toContain(inside);
  });
});

describe('large values are passed by reference', () => {
  const blob = (hash: string): Payload => ({ blob: { hash, size: 50_000_000 } });
  const counting = () => {
    const calls: string[] = [];
    const resolve = (hash: string): Json => {
      calls.push(hash);
      return [`content of ${hash}`];
    };
    return { calls, options: { resolve } };
  };

  test('[K12.4] through parameters, copies, calls, outputs, results of nets, undo and the end', () => {
    const { calls, options } = counting();
    const testNet = new TestNet(
      program([
        net(
          'main',
          [
            task('a', 'i', 'p', {
              work: call('a', { input: read('x') }),
              outputs: assigns({ y: read('$output'), z: read('$input') }),
              undo: undo('revert', { input: read('$output') }),
            }),
            task('sub', 'p', 'q', {
              work: subnet('low', 'own', { in: read('y') }),
              outputs: assigns({ x: read('$output') }),
            }),
            task('b', 'q', 'r', { work: offer(read('x')) }),
            task('c', 'r', 'o', { onUnset: 'skip', work: call('c', { input: read('z') }) }),
          ],
          {
            variables: [{ name: 'x', parameter: 'required' }, { name: 'y' }, { name: 'z' }],
            result: read('x'),
          },
        ),
        net('low', [task('l', 'i', 'o', { work: call('l', { input: read('in') }) })], {
          variables: [{ name: 'in', parameter: 'required' }],
          result: read('in'),
        }),
      ]),
      options,
    ).send({ kind: 'started', seed: 1, input: { x: blob('first') } });
    expect(testNet.asked('call')).toMatchObject([{ input: blob('first') }]);
    testNet.send({ kind: 'callSucceeded', instance: testNet.at('a').id, attempt: 1, output: blob('second') });
    expect(testNet.state.frames[0]?.undo).toMatchObject([{ input: blob('second') }]);
    expect(testNet.asked('call')).toMatchObject([{ operation: 'l', input: blob('second') }]);
    testNet.succeed('l');
    expect(testNet.state.frames[0]?.slots).toEqual([blob('second'), blob('second'), blob('first')]);
    expect(testNet.asked('offer')).toMatchObject([{ input: blob('second') }]);
    testNet.complete('b');
    expect(testNet.asked('call')).toMatchObject([{ operation: 'c', input: blob('first') }]);
    const failed = new TestNet(testNet.program, options);
    for (const event of testNet.events) failed.send(event);
    expect(failed.fail('c').asked('call')).toMatchObject([{ operation: 'revert', input: blob('second') }]);
    testNet.succeed('c');
    expect(testNet.asked('finish')).toMatchObject([{ output: blob('second') }]);
    expect(calls).toEqual([]);
  });

  test('[K12.4] through the results of an each, and as the items of the next', () => {
    const { calls, options } = counting();
    const testNet = new TestNet(
      oneNet(
        [
          task('a', 'i', 'p', {
            each: { min: 2, create: 'static', failures: 'abort' },
            outputs: assigns({ all: read('$output'), last: read('$last') }),
          }),
          task('b', 'p', 'o', {
            work: call('b', { input: read('$item') }),
            each: { items: read('all'), create: 'dynamic', failures: 'abort', collect: read('$item') },
            outputs: assigns({ all: read('$output') }),
          }),
        ],
        { variables: variables('all', 'last'), result: read('all') },
      ),
      options,
    ).start();
    for (const index of [1, 0]) {
      const { id } = testNet.member('a', index);
      testNet.send({ kind: 'callSucceeded', instance: id, attempt: 1, output: blob(`r${index}`) });
    }
    expect(testNet.state.frames[0]?.slots).toEqual([{ list: [blob('r0'), blob('r1')] }, blob('r0')]);
    expect(testNet.asked('call').map(({ input }) => input)).toEqual([blob('r0'), blob('r1')]);
    testNet.send({ kind: 'instanceAdded', instance: testNet.at('b').id, item: blob('added') });
    expect(testNet.asked('call').map(({ input }) => input)).toEqual([blob('added')]);
    testNet.succeed('b').succeed('b').succeed('b');
    expect(testNet.state.output).toEqual({ list: [blob('r0'), blob('r1'), blob('added')] });
    expect(calls).toEqual([]);
  });

  test('[K12.4] through signals and updates of data', () => {
    const { calls, options } = counting();
    const testNet = new TestNet(
      oneNet(
        [
          task('a', 'i', 'p'),
          task('b', 'p', 'o', {
            work: wait({ signal: value('s') }),
            outputs: assigns({ x: read('$output') }),
          }),
        ],
        { variables: variables('x', 'y'), result: read('x') },
      ),
      options,
    ).start();
    testNet.send({ kind: 'dataUpdated', set: { y: blob('y') } });
    testNet.send({ kind: 'signalled', name: 's', payload: blob('s') }).succeed('a');
    expect(testNet.state.output).toEqual(blob('s'));
    expect(testNet.state.frames[0]?.slots).toEqual([blob('s'), blob('y')]);
    expect(calls).toEqual([]);
  });

  test('[K12.4] a value is resolved only if an expression reads its content', () => {
    const { calls, options } = counting();
    const testNet = new TestNet(
      oneNet(
        [
          task('a', 'i', 'p', {
            outputs: assigns({ x: read('$output'), n: expr(['size', ['get', '$output']]) }),
          }),
          task('b', 'p', 'o', { work: call('b', { input: read('x') }) }),
        ],
        { variables: variables('x', 'n', 'other'), result: read('n') },
      ),
      options,
    ).start();
    testNet.send({ kind: 'dataUpdated', set: { other: blob('other') } });
    const { id } = testNet.at('a');
    const answer = { kind: 'callSucceeded', instance: id, attempt: 1, output: blob('big') } as const;
    const step = testNet.machine.advance(testNet.state, { at: testNet.now, ...answer });
    expect(step.kind).toBe('step');
    expect(calls).toEqual(['big']);
    testNet.send(answer).succeed('b');
    expect(testNet.output).toBe(1);
    expect(new Set(calls)).toEqual(new Set(['big']));
  });
});
