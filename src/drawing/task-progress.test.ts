import { expect, test } from 'vitest';
import { TestNet } from '../../test/test-net.ts';
import type { Program, RunEvent, Step } from '../kernel/index.ts';
import { call, net as netOf, oneNet, program, subnet, task } from '../testing/net-builder.ts';
import { emptyProgress, type TaskProgress, updateProgress } from './task-progress.ts';

const undo = { connector: 'test', operation: 'undo' };

/** States of the tasks after each event, as one line each. */
function statesOf(of: Program, events: readonly RunEvent[]): string[] {
  const [net] = of.nets;
  const { machine } = new TestNet(of);
  if (net === undefined) return [];
  let state = machine.initial;
  let view: TaskProgress = emptyProgress;
  return events.map((event) => {
    const step = machine.advance(state, event);
    if (step.kind === 'rejection') throw new Error(step.message);
    view = updateProgress(view, net, step satisfies Step);
    state = step.state;
    return net.tasks.map(({ id }) => `${id} ${view.states.get(id)}`).join(', ');
  });
}

test('[D1] a task is running while it is retried, undone after its undo has ended, skipped when it can no longer start', () => {
  const of = oneNet([
    task('split', 'i', ['a', 'b'], { work: { kind: 'pass' } }),
    task('left', 'a', 'c', { undo }),
    task('right', 'b', 'd', { retry: { limit: 1, delay: 10, backoff: 'fixed' } }),
    task('last', ['c', 'd'], 'o'),
  ]);
  const testNet = new TestNet(of)
    .start()
    .succeed('left', 1)
    .fail('right')
    .fire('right', 'retry')
    .fail('right');
  testNet.send({
    kind: 'callSucceeded',
    instance: testNet.at('left').id,
    attempt: 1,
    output: { value: null },
  });
  expect(statesOf(of, testNet.events)).toEqual([
    'split done, left under way, right under way, last waiting',
    'split done, left done, right under way, last waiting',
    'split done, left done, right under way, last waiting',
    'split done, left done, right under way, last waiting',
    'split done, left done, right failed, last waiting',
    'split done, left undone, right failed, last skipped',
  ]);
});

test('[D1] competing offers are all running until one is taken', () => {
  const offer = { work: { kind: 'offer', item: null } } as const;
  const of = oneNet([task('yes', 'i', 'a', offer), task('no', 'i', 'a', offer), task('then', 'a', 'o')]);
  const testNet = new TestNet(of).start().hold('yes').complete('yes');
  expect(statesOf(of, testNet.events)).toEqual([
    'yes under way, no under way, then waiting',
    'yes under way, no skipped, then waiting',
    'yes done, no skipped, then under way',
  ]);
});

test('[D1] tasks of an inner net do not count for the outer one, even with the same name', () => {
  const below = netOf('below', [task('same', 'i', 'o', { work: call('x'), undo })]);
  const of = program([
    netOf('main', [task('same', 'i', 'a', { work: subnet('below') }), task('next', 'a', 'o')]),
    below,
  ]);
  const testNet = new TestNet(of).start();
  const inner = testNet.state.instances.find(({ phase }) => phase === 'calling');
  testNet.send({ kind: 'callSucceeded', instance: inner?.id ?? 0, attempt: 1, output: { value: 1 } });
  testNet.fail('next');
  const undoing = testNet.state.instances.find(({ undoes }) => undoes !== null);
  testNet.send({ kind: 'callSucceeded', instance: undoing?.id ?? 0, attempt: 1, output: { value: null } });
  expect(statesOf(of, testNet.events)).toEqual([
    'same under way, next waiting',
    'same done, next under way',
    'same done, next failed',
    'same done, next failed',
  ]);
});
