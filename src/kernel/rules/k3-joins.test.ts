import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import {
  failing,
  flow,
  net,
  offer,
  oneNet,
  pass,
  program,
  subnet,
  task,
  value,
} from '../../testing/net-builder.ts';
import type { Task } from '../index.ts';

/** The first draw of a run by K11.3, as a second implementation. */
const firstDraw = (seed: number): number => {
  let x = (seed + 0x9e3779b9) >>> 0;
  x = (x ^ (x >>> 16)) >>> 0;
  x = Math.imul(x, 0x21f0aaad) >>> 0;
  x = (x ^ (x >>> 15)) >>> 0;
  x = Math.imul(x, 0x735a2d97) >>> 0;
  x = (x ^ (x >>> 15)) >>> 0;
  return x / 2 ** 32;
};

const fork = (...to: string[]): Task => task('fork', 'i', to, { work: pass });

/** An OR-split that takes these places of all. */
const some = (id: string, from: string, all: readonly string[], taken: readonly string[], rest = {}): Task =>
  task(id, from, [], {
    work: pass,
    split: 'or',
    flows: all.map((to) => flow(to, value(taken.includes(to)))),
    ...rest,
  });

describe('AND and XOR', () => {
  test('[K3.1] AND waits for every input place, and consumes one token from each', () => {
    const made = oneNet([
      fork('p', 'q', 'r'),
      task('a', 'p', 'x'),
      task('b', 'q', 'x'),
      task('c', 'r', 'y'),
      task('join', ['x', 'y'], null),
    ]);
    const testNet = new TestNet(made).start().succeed('a').succeed('b');
    expect(testNet.marked()).toEqual(['x', 'x']);
    expect(testNet.instancesUnderWay()).toEqual(['c:calling']);
    testNet.succeed('c');
    expect(testNet.instancesUnderWay()).toEqual(['join:calling']);
    expect(testNet.marked()).toEqual(['x']);
    expect(testNet.state.draws).toBe(0);
  });

  test('[K3.1] XOR consumes one token of one place, and fires again for the next', () => {
    const made = oneNet([
      fork('p', 'q'),
      task('a', 'p', 'x'),
      task('b', 'q', 'y'),
      task('join', ['x', 'y'], null),
    ]);
    const xor = oneNet(
      made.nets[0]!.tasks.map((each) => (each.id === 'join' ? { ...each, join: 'xor' } : each)),
    );
    const testNet = new TestNet(xor).start().succeed('b');
    expect(testNet.instancesUnderWay()).toEqual(['a:calling', 'join:calling']);
    expect([testNet.marked(), testNet.state.draws, testNet.noted('chosen')]).toEqual([[], 0, []]);
    testNet.succeed('a');
    expect(testNet.marked()).toEqual(['x']);
    testNet.succeed('join');
    expect([testNet.marked(), testNet.instancesUnderWay()]).toEqual([[], ['join:calling']]);
    expect(testNet.succeed('join').state.status).toBe('completed');
  });

  test.each([0, 1, 2, 3, 4, 5, 4_294_967_295])(
    '[K3.1] XOR chooses among marked places by seed %d',
    (seed) => {
      const made = oneNet(
        [
          fork('z', 'x', 'y', 'v'),
          task('join', ['y', 'z', 'w', 'x'], null, { join: 'xor' }),
          task('late', 'v', 'w'),
        ],
        { places: ['i', 'o', 'x', 'w', 'y', 'z', 'v'].map((id) => ({ id })) },
      );
      const testNet = new TestNet(made).start({}, seed);
      // In the order of the net; w is not marked yet.
      const among = ['x', 'y', 'z'];
      const chosen = among[Math.floor(firstDraw(seed) * 3)];
      expect(testNet.marked()).toEqual(among.filter((place) => place !== chosen));
      expect(testNet.noted('chosen')).toEqual([
        { kind: 'chosen', frame: 1, task: 'join', taken: chosen, among },
      ]);
      expect(testNet.state.draws).toBe(1);
    },
  );

  test('[K3.5] an active task is not enabled again, and its tokens wait, in every phase', () => {
    const made = oneNet([
      fork('p', 'q', 'r'),
      task('a', 'p', 'x'),
      task('b', 'q', 'x'),
      task('c', 'r', 'x'),
      task('once', 'x', null, { retry: { limit: 1, delay: 10, backoff: 'fixed' } }),
    ]);
    const testNet = new TestNet(made).start().succeed('a');
    const first = testNet.at('once').id;
    testNet.succeed('b');
    expect([testNet.marked(), testNet.effects]).toEqual([['x'], []]);
    testNet.fail('once').succeed('c');
    expect([testNet.marked(), testNet.instancesUnderWay()]).toEqual([['x', 'x'], ['once:backoff']]);
    testNet.fire('once', 'retry').succeed('once');
    expect(testNet.marked()).toEqual(['x']);
    expect(testNet.at('once')).toMatchObject({ id: first + 1, attempt: 1 });
    testNet.succeed('once').succeed('once');
    expect(testNet.state.status).toBe('completed');
  });

  test('[K3.5] a group and a sub-net keep their task active until they end', () => {
    const made = (inner: Partial<Task>) =>
      program([
        net('main', [
          fork('p', 'q'),
          task('a', 'p', 'x'),
          task('b', 'q', 'x'),
          task('once', 'x', null, inner),
        ]),
        net('sub', [task('in', 'i', 'o')]),
      ]);
    const nested = new TestNet(made({ work: subnet('sub') })).start().succeed('a').succeed('b');
    expect([nested.marked(), nested.state.frames.length]).toEqual([['x'], 2]);
    expect(nested.succeed('in').marked()).toEqual([]);
    expect(nested.instancesUnderWay()).toEqual(['once:nested', 'in:calling']);
    const items = value([1, 2]);
    const group = new TestNet(made({ each: { items, create: 'static', failures: 'abort' } })).start();
    group.succeed('a').succeed('b').succeed('once');
    expect(group.marked()).toEqual(['x']);
    group.succeed('once');
    expect([group.marked(), group.instancesUnderWay().length]).toEqual([[], 3]);
  });

  test('[K3.5] two frames of one net do not affect each other', () => {
    const made = program([
      net('main', [
        fork('p', 'q'),
        task('one', 'p', null, { work: subnet('sub') }),
        task('two', 'q', null, { work: subnet('sub') }),
      ]),
      net('sub', [task('in', 'i', 'o')]),
    ]);
    expect(new TestNet(made).start().instancesUnderWay().slice(2)).toEqual(['in:calling', 'in:calling']);
  });
});

describe('OR', () => {
  const diamond = (taken: readonly string[], rest: Partial<Task> = {}) =>
    oneNet([
      some('split', 'i', ['p', 'q', 'r'], taken),
      task('join', ['x', 'y', 'z'], 'o', { join: 'or' }),
      task('a', 'p', 'x'),
      task('b', 'q', 'y', rest),
      task('c', 'r', 'z'),
    ]);

  test('[K3.2] it waits for the taken branches, and consumes one token from each marked place', () => {
    const testNet = new TestNet(diamond(['p', 'r'])).start().succeed('a');
    expect([testNet.marked(), testNet.instancesUnderWay()]).toEqual([['x'], ['c:calling']]);
    testNet.succeed('c');
    expect([testNet.marked(), testNet.instancesUnderWay()]).toEqual([[], ['join:calling']]);
    expect(testNet.succeed('join').state.status).toBe('completed');
  });

  test('[K3.2] it fires after one branch if only one is taken, and after all if all are taken', () => {
    expect(new TestNet(diamond(['q'])).start().succeed('b').instancesUnderWay()).toEqual(['join:calling']);
    const all = new TestNet(diamond(['p', 'q', 'r'])).start().succeed('c').succeed('a');
    expect(all.instancesUnderWay()).toEqual(['b:calling']);
    expect(all.succeed('b').instancesUnderWay()).toEqual(['join:calling']);
  });

  test('[K3.2] it does not wait for a second token in a marked place, which stays there', () => {
    const made = oneNet([
      fork('p', 'q', 'r'),
      task('a', 'p', 'x'),
      task('b', 'q', 'x'),
      task('c', 'r', 'y', { flows: [flow('y', value(false)), flow(null)], split: 'xor' }),
      task('join', ['x', 'y'], null, { join: 'or' }),
    ]);
    const testNet = new TestNet(made).start().succeed('a').succeed('c');
    // “b” can bring a token only to x, which is marked.
    expect(testNet.instancesUnderWay()).toEqual(['b:calling', 'join:calling']);
    testNet.succeed('b');
    expect(testNet.marked()).toEqual(['x']);
    expect(testNet.succeed('join').instancesUnderWay()).toEqual(['join:calling']);
  });

  test('[K3.3] active work counts: calls, backoff, sub-nets and open offers', () => {
    const retry = { limit: 1, delay: 10, backoff: 'fixed' } as const;
    const backoff = new TestNet(diamond(['p', 'q'], { retry })).start().fail('b').succeed('a');
    expect(backoff.instancesUnderWay()).toEqual(['b:backoff']);
    expect(backoff.fire('b', 'retry').succeed('b').instancesUnderWay()).toEqual(['join:calling']);
    const rivals = oneNet([
      some('split', 'i', ['p', 'q'], ['p', 'q']),
      task('join', ['x', 'y'], 'o', { join: 'or' }),
      task('a', 'p', 'x'),
      task('b', 'q', 'y', { work: offer() }),
      task('none', 'q', null, { work: offer() }),
    ]);
    const open = new TestNet(rivals).start().succeed('a');
    expect(open.instancesUnderWay()).toEqual(['b:open', 'none:open']);
    const decided = open.complete('none');
    expect(decided.instancesUnderWay()).toEqual(['join:calling']);
  });

  test('[K3.3] guards and data are ignored: it waits for a flow that is never taken', () => {
    const made = oneNet([
      fork('p', 'q'),
      task('a', 'p', 'x'),
      task('b', 'q', [], { split: 'xor', flows: [flow('y', value(false)), flow(null)] }),
      task('join', ['x', 'y'], 'o', { join: 'or' }),
    ]);
    const testNet = new TestNet(made).start().succeed('a');
    expect(testNet.instancesUnderWay()).toEqual(['b:calling']);
    expect(testNet.succeed('b').instancesUnderWay()).toEqual(['join:calling']);
  });

  test('[K3.3] a catch is an additional ending: it may produce the token', () => {
    const made = oneNet([
      fork('p', 'q'),
      task('a', 'p', 'x'),
      task('b', 'q', null, { catch: { to: 'y' } }),
      task('join', ['x', 'y'], null, { join: 'or' }),
    ]);
    const testNet = new TestNet(made).start().succeed('a');
    expect(testNet.instancesUnderWay()).toEqual(['b:calling']);
    expect(testNet.fail('b').instancesUnderWay()).toEqual(['join:calling']);
    expect(testNet.marked()).toEqual([]);
    expect(new TestNet(made).start().succeed('a').succeed('b').instancesUnderWay()).toEqual(['join:calling']);
  });

  test('[K3.3] a catch cancels nothing: the region of its task may keep its tokens', () => {
    const made = (rest: Partial<Task>) =>
      oneNet([
        fork('p', 'q'),
        task('a', 'p', 'x'),
        task('gate', 'q', 'z', { cancels: { places: ['x'], tasks: [] }, ...rest }),
        task('step', 'z', 'y'),
        task('join', ['x', 'y'], null, { join: 'or' }),
      ]);
    expect(new TestNet(made({})).start().succeed('a').instancesUnderWay()).toEqual([
      'gate:calling',
      'join:calling',
    ]);
    const caught = new TestNet(made({ catch: { to: 'y' } })).start().succeed('a');
    expect(caught.instancesUnderWay()).toEqual(['gate:calling']);
  });

  test('[K3.3] work that always fails ends only by its catch', () => {
    const made = (caught: string | null) =>
      oneNet([
        fork('p', 'q'),
        task('a', 'p', 'x', { work: pass }),
        task('slow', 'q', 'r'),
        task('bad', 'r', 'y', { work: failing('own'), catch: { to: caught } }),
        task('join', ['x', 'y'], null, { join: 'or' }),
      ]);
    expect(new TestNet(made(null)).start().instancesUnderWay()).toEqual(['slow:calling', 'join:calling']);
    expect(new TestNet(made('y')).start().instancesUnderWay()).toEqual(['slow:calling']);
  });

  test('[K3.3] tokens that a cancel region will remove are not expected', () => {
    const made = (places: readonly string[], tasks: readonly string[]) =>
      oneNet([
        fork('p', 'q'),
        task('a', 'p', 'x'),
        // Every path to y passes “gate”, which empties x: x and y are never marked together.
        task('gate', 'q', 'y', { cancels: { places, tasks } }),
        task('join', ['x', 'y'], null, { join: 'or' }),
      ]);
    expect(new TestNet(made(['x'], [])).start().succeed('a').instancesUnderWay()).toEqual([
      'gate:calling',
      'join:calling',
    ]);
    expect(new TestNet(made([], ['a'])).start().succeed('a').instancesUnderWay()).toEqual(['gate:calling']);
  });

  test('[K3.3] a cancel region is emptied before the tokens of its task appear: these are expected', () => {
    const made = oneNet([
      fork('p', 'q'),
      task('a', 'p', 'x'),
      task('gate', 'q', 'y', { cancels: { places: ['y'], tasks: [] } }),
      task('join', ['x', 'y'], null, { join: 'or' }),
    ]);
    expect(new TestNet(made).start().succeed('a').instancesUnderWay()).toEqual(['gate:calling']);
  });

  test('[K3.2] a cancellation that removes the expected tokens makes it fire', () => {
    const made = oneNet([
      fork('p', 'q', 'r'),
      task('a', 'p', 'x'),
      task('b', 'q', 'y'),
      task('stop', 'r', null, { cancels: { places: [], tasks: ['b'] } }),
      task('join', ['x', 'y'], null, { join: 'or' }),
    ]);
    const testNet = new TestNet(made).start().succeed('a');
    expect(testNet.instancesUnderWay()).toEqual(['b:calling', 'stop:calling']);
    testNet.succeed('stop');
    expect(testNet.effects.map(({ kind }) => kind)).toEqual(['abortCall', 'call']);
    expect(testNet.instancesUnderWay()).toEqual(['join:calling']);
  });
});

describe('two OR-joins', () => {
  test('[K3.3] in sequence: the second waits for the first', () => {
    const made = oneNet([
      some('split', 'i', ['p', 'q', 'r'], ['p', 'q', 'r']),
      task('second', ['m', 'z'], 'o', { join: 'or' }),
      task('first', ['x', 'y'], 'm', { join: 'or' }),
      task('a', 'p', 'x'),
      task('b', 'q', 'y'),
      task('c', 'r', 'z'),
    ]);
    const testNet = new TestNet(made).start().succeed('c').succeed('a');
    expect(testNet.instancesUnderWay()).toEqual(['b:calling']);
    expect(testNet.succeed('b').instancesUnderWay()).toEqual(['first:calling']);
    expect(testNet.succeed('first').instancesUnderWay()).toEqual(['second:calling']);
  });

  test('[K3.3] each counts as XOR for the other: two that wait for each other are deadlocked', () => {
    const made = oneNet([
      fork('a', 'b'),
      task('one', ['a', 'c'], [], { join: 'or', split: 'xor', flows: [flow('d', value(false)), flow('o')] }),
      task('two', ['b', 'd'], [], { join: 'or', split: 'xor', flows: [flow('c', value(false)), flow('o')] }),
    ]);
    const { failure } = new TestNet(made).start().state;
    expect(failure).toMatchObject({ code: 'deadlocked', data: { places: ['a', 'b'] } });
  });

  test('[K3.3] a join never starts in its own analysis: it does not wait for itself', () => {
    const made = oneNet([
      fork('a'),
      task('join', ['a', 'b'], [], { join: 'or', split: 'xor', flows: [flow('b', value(false)), flow('o')] }),
    ]);
    expect(new TestNet(made).start().succeed('join').state.status).toBe('completed');
  });

  test('[K3.4] an OR-join is decided last, by the tokens that the others leave', () => {
    // “take” and the join compete for the token of x; the join is listed first, but must be decided last.
    const made = oneNet([
      task('join', ['x', 'y'], null, { join: 'or' }),
      fork('x', 'p'),
      task('a', 'p', 'y', { work: pass }),
      task('take', 'x', null),
    ]);
    const testNet = new TestNet(made).start();
    expect(testNet.instancesUnderWay()).toEqual(['take:calling', 'join:calling']);
    expect(testNet.noted('chosen')).toEqual([]);
  });

  test('[K3.4] all pass-through tasks fire before it is decided: it fires once, with all tokens', () => {
    const made = oneNet([
      task('join', ['x', 'y'], null, { join: 'or' }),
      fork('p', 'q'),
      task('a', 'p', 'x', { work: pass }),
      task('b', 'q', 'r', { work: pass }),
      task('c', 'r', 'y', { work: pass }),
    ]);
    const testNet = new TestNet(made).start();
    expect([testNet.instancesUnderWay(), testNet.marked()]).toEqual([['join:calling'], []]);
  });
});
