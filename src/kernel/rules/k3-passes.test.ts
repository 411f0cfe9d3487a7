import { expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import { flow, oneNet, pass, task, value } from '../../testing/net-builder.ts';
import { link, type Task } from '../index.ts';

/**
 * A loop whose body has two joins: `early` waits for `a` and for `b`, which is left out; `late` waits for `early` and for
 * `c`. Without `ignores`, each waits for a token that another iteration could produce.
 */
const loop = (ignores: readonly string[]) => {
  const or = { join: 'or', ...(ignores.length === 0 ? {} : { ignores }) } as const;
  const tasks: readonly Task[] = [
    task('head', ['i', 'back'], ['to-a', 'to-b', 'to-c'], { work: pass, join: 'xor' }),
    task('a', 'to-a', 'a-done'),
    task('b', 'to-b', [], {
      work: pass,
      split: 'xor',
      flows: [flow('b-done', value(false)), { to: null, default: true }],
    }),
    task('c', 'to-c', 'c-done'),
    task('early', ['a-done', 'b-done'], 'early-done', or),
    task('late', ['early-done', 'c-done'], 'decide', or),
    task('choose', 'decide', [], {
      work: pass,
      split: 'xor',
      flows: [flow('again', value(false)), { to: 'o', default: true }],
    }),
    task('again', 'again', 'back', { work: pass }),
  ];
  return oneNet(tasks);
};

test('[K3.3] OR-joins of one loop wait for each other because of the next iteration', () => {
  const testNet = new TestNet(loop([])).start().succeed('c').succeed('a');
  expect(testNet.state.failure?.code).toBe('deadlocked');
});

test('[K3.3] an OR-join does not wait for tokens that could only come through a task that it ignores', () => {
  const testNet = new TestNet(loop(['again'])).start().succeed('c');
  expect(testNet.instancesUnderWay()).toEqual(['a:calling']);
  testNet.succeed('a');
  expect(testNet.instancesUnderWay()).toEqual(['early:calling']);
  testNet.succeed('early').succeed('late');
  expect(testNet.state.status).toBe('completed');
});

test('[K14.1] a task that an OR-join ignores must exist', () => {
  const linked = link(loop(['once-more']));
  const problems = linked.kind === 'problems' ? linked.problems : [];
  expect(problems.map(({ code, task: id }) => [code, id])).toEqual([
    ['unknown-task', 'early'],
    ['unknown-task', 'late'],
  ]);
});
