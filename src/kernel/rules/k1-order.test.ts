import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import { flow, net, offer, oneNet, pass, program, subnet, task, value } from '../../testing/net-builder.ts';
import { expr } from '../../testing/stand-ins/sample-evaluator.ts';

/** The tasks in the order of their calls. */
const called = (testNet: TestNet): string[] => testNet.asked('call').map((effect) => effect.task);

describe('the order of moves', () => {
  test('[K1.3] 1 before 2: an ending frame ends before a frame above it completes', () => {
    const made = program([
      net('main', [
        task('fork', 'i', ['p', 'q'], { work: pass }),
        task('below', 'p', 'r', { work: subnet('sub'), catch: { to: 'r' } }),
        task('out', 'q', 'o'),
        task('rest', 'r', null),
      ]),
      net('sub', [
        task('fork', 'i', ['x', 'y'], { work: pass }),
        task('slow', 'x', null, { undo: { operation: 'unmake', connector: 'test' } }),
        task('bad', 'y', 'o'),
      ]),
    ]);
    const testNet = new TestNet(made).start().fail('bad');
    expect(testNet.instancesUnderWay()).toEqual(['below:nested', 'out:calling', 'slow:draining']);
    testNet.send({ kind: 'suspended' }).fail('slow').succeed('out').send({ kind: 'resumed' });
    expect(testNet.noted('frameEnded').map(({ net: name, outcome }) => [name, outcome])).toEqual([
      ['sub', 'failed'],
      ['main', 'completed'],
    ]);
    expect(testNet.noted('flow')).toEqual([{ kind: 'flow', frame: 1, task: 'below', to: 'r', caught: true }]);
    expect(testNet.noted('leftover').map(({ place }) => place)).toEqual(['r']);
  });

  test('[K1.3] 2: the lowest frame at its output completes first, and ends the frames below it', () => {
    const made = program([
      net('main', [
        task('fork', 'i', ['p', 'q'], { work: pass }),
        task('below', 'p', 'r', { work: subnet('sub') }),
        task('out', 'q', 'o'),
        task('rest', 'r', null),
      ]),
      net('sub', [task('inner', 'i', 'o')]),
    ]);
    const testNet = new TestNet(made).start().send({ kind: 'suspended' }).succeed('inner').succeed('out');
    testNet.send({ kind: 'resumed' });
    expect(testNet.noted('frameEnded').map(({ net: name, outcome }) => [name, outcome])).toEqual([
      ['sub', 'cancelled'],
      ['main', 'completed'],
    ]);
    expect(testNet.noted('started')).toEqual([]);
  });

  test('[K1.3] 2 before 4: a frame completes before any of its tasks fires', () => {
    const testNet = new TestNet(
      oneNet([task('fork', 'i', ['o', 'p'], { work: pass }), task('never', 'p', null)]),
    ).start();
    expect(testNet.state.status).toBe('completed');
    expect(testNet.asked('call')).toEqual([]);
    expect(testNet.noted('leftover')).toEqual([{ kind: 'leftover', frame: 1, place: 'p', count: 1 }]);
  });

  test('[K1.3] 3 before 4: ready instances start by id before a task fires', () => {
    const testNet = new TestNet(
      oneNet([
        task('fork', 'i', ['p', 'q'], { work: pass }),
        task('many', 'p', 'm', { each: { items: value([1, 2]), create: 'static', failures: 'abort' } }),
        task('one', 'q', 'n'),
        task('last', ['m', 'n'], 'o'),
      ]),
    ).start();
    expect(testNet.asked('call').map((effect) => [effect.task, effect.instance])).toEqual([
      ['many', 4],
      ['many', 5],
      ['one', 6],
    ]);
  });

  test('[K1.3] 4: tasks fire by frame, then in the order of the program', () => {
    const made = program([
      net('main', [
        task('fork', 'i', ['p', 'q', 'r'], { work: pass }),
        task('below', 'r', 'z', { work: subnet('sub') }),
        task('second', 'q', 'y'),
        task('third', 'p', 'x'),
        task('last', ['x', 'y', 'z'], 'o'),
      ]),
      net('sub', [task('inner', 'i', 'o')]),
    ]);
    expect(called(new TestNet(made).start())).toEqual(['second', 'third', 'inner']);
  });

  test('[K1.3] 5 after 4: an OR-join fires after every other task, even if the program lists it first', () => {
    const made = program([
      net('main', [
        task('fork', 'i', ['a', 'c', 't'], {
          work: pass,
          split: 'or',
          flows: [flow('a', value(true)), flow('c', value(false)), flow('t', value(true))],
        }),
        task('join', ['a', 'b'], 'x', { join: 'or' }),
        task('other', 'c', 'b'),
        task('below', 't', 'y', { work: subnet('sub') }),
        task('last', ['x', 'y'], 'o'),
      ]),
      net('sub', [task('inner', 'i', 'o')]),
    ]);
    expect(called(new TestNet(made).start())).toEqual(['inner', 'join']);
  });

  test('[K1.3] 6 after 5: competing offers open after the OR-joins', () => {
    const made = oneNet([
      task('fork', 'i', ['a', 'c', 's'], {
        work: pass,
        split: 'or',
        flows: [flow('a', value(true)), flow('c', value(false)), flow('s', value(true))],
      }),
      task('left', 's', 'y', { work: offer() }),
      task('right', 's', 'y', { work: offer() }),
      task('join', ['a', 'b'], 'x', { join: 'or' }),
      task('other', 'c', 'b'),
      task('last', ['x', 'y'], 'o'),
    ]);
    const testNet = new TestNet(made).start();
    expect(testNet.instancesUnderWay()).toEqual(['join:calling', 'left:open', 'right:open']);
  });

  test('[K1.3] 7: a frame at its end completes without tokens, is deadlocked with tokens, and fails if it settles', () => {
    const ends = (onFailure: 'abort' | 'settle', to: string | null, broken: boolean) => {
      const made = oneNet(
        [
          task('fork', 'i', ['p', 'q'], { work: pass }),
          task('a', 'p', to),
          task('b', 'q', [], { split: 'xor', flows: [flow('y', value(false)), flow(null)] }),
          task('both', ['x', 'y'], 'o'),
          task('also', 'y', ['x']),
        ],
        { onFailure },
      );
      const testNet = new TestNet(made).start().succeed('a');
      expect(testNet.state.status).toBe('running');
      if (broken) testNet.fail('b');
      else testNet.succeed('b');
      return testNet.state.failure?.code ?? testNet.state.status;
    };
    expect(ends('abort', null, false)).toBe('completed');
    expect(ends('abort', 'x', false)).toBe('deadlocked');
    expect(ends('settle', 'x', true)).toBe('broken');
  });

  test('[K1.3] nothing moves while the run is suspended', () => {
    const testNet = new TestNet(oneNet([task('a', 'i', 'p'), task('b', 'p', 'o')])).start();
    testNet.send({ kind: 'suspended' }).succeed('a');
    expect([testNet.effects, testNet.marked()]).toEqual([[], ['p']]);
    expect(called(testNet.send({ kind: 'resumed' }))).toEqual(['b']);
  });
});

test('[K1.4] the root frame is 1, a firing creates the instance, starting a net creates the frame', () => {
  const made = program([
    net('main', [
      task('a', 'i', 'p', { work: pass }),
      task('b', 'p', 'q', { work: subnet('sub') }),
      task('c', 'q', 'o'),
    ]),
    net('sub', [task('inner', 'i', 'o')]),
  ]);
  const testNet = new TestNet(made).start();
  expect(testNet.noted('started').map(({ task: name, instance, frame }) => [name, instance, frame])).toEqual([
    ['a', 2, 1],
    ['b', 3, 1],
    ['inner', 5, 4],
  ]);
  expect(testNet.state.frames.map(({ id, parent, above, depth }) => [id, parent, above, depth])).toEqual([
    [1, 0, 0, 1],
    [4, 3, 1, 2],
  ]);
  expect(testNet.succeed('inner').at('c').id).toBe(6);
});

test('[K1.4] members are created in item order, as many as may run, and one more when one has ended', () => {
  const each = {
    items: value([1, 2, 3, 4]),
    concurrency: 2,
    create: 'static',
    failures: 'continue',
  } as const;
  const made = oneNet([
    task('fork', 'i', ['p', 'q'], { work: pass }),
    task('many', 'p', 'r', { each }),
    task('b', 'q', 's'),
    task('c', 's', 't'),
    task('last', ['r', 't'], 'o'),
  ]);
  const members = (testNet: TestNet) =>
    testNet.state.instances.filter(({ group }) => group !== 0).map(({ id, index }) => [id, index]);
  const testNet = new TestNet(made).start();
  expect(testNet.at('many', 'group').id).toBe(3);
  expect(members(testNet)).toEqual([
    [4, 0],
    [5, 1],
  ]);
  testNet.succeed('b');
  const second = testNet.member('many', 1);
  testNet.send({ kind: 'callSucceeded', instance: second.id, attempt: 1, output: { value: 2 } });
  expect(members(testNet)).toEqual([
    [4, 0],
    [8, 2],
  ]);
  testNet.fail('many');
  expect(members(testNet)).toEqual([
    [8, 2],
    [9, 3],
  ]);
  expect(testNet.state.next).toBe(10);
});

test('[K1.4] an id is never reused: a retry keeps its id, a second firing gets a new one', () => {
  const made = oneNet([
    task('a', 'i', 'p', { retry: { limit: 1, delay: 0, backoff: 'fixed' } }),
    task('b', 'p', ['p'], {
      split: 'xor',
      flows: [flow('p', expr(['lt', ['now'], ['lit', 2_000]])), flow('o')],
    }),
  ]);
  const testNet = new TestNet(made).start().fail('a').fire('a', 'retry');
  expect(testNet.at('a').id).toBe(2);
  const first = testNet.succeed('a').at('b').id;
  expect(testNet.succeed('b').at('b').id).toBe(first + 1);
});
