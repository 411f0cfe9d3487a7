/** Tests resourcing of multiple instances, choices, and copies of a run. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Json, Program } from '../../src/kernel/index.ts';
import type { Principal } from '../../src/operations/contract/principal.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { delegateItem } from '../../src/operations/items/delegate-item.ts';
import { listItems } from '../../src/operations/items/list-items.ts';
import { forkRun } from '../../src/operations/runs/fork-run.ts';
import { oneNet, task, value } from '../../src/testing/net-builder.ts';
import { type OperationsHarness, openOperationsHarness } from '../operations/operations-harness.ts';
import { errorCodeOf, operator, principalNamed } from '../operations/test-principals.ts';
import {
  bySeed,
  itemsByTask,
  openToAll,
  resourcedProgram,
  startResourcedProgram,
} from './resourced-program.ts';

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({});
});
afterEach(() => harness.close());

const names = ['ann', 'bob', 'cy'];

const offer = (who: { readonly [key: string]: Json }) =>
  ({ kind: 'offer', takes: 'hold', item: { who: { ...openToAll, ...who }, privileges: {} } }) as const;

const chosen = { subjects: names, allocatedBy: 'system' };

const itemsOf = async (program: Program) => {
  const run = await startResourcedProgram(harness, program);
  return (await harness.perform(listItems, { run }, operator)).items;
};

const several = { each: { items: value([1, 2, 3, 4, 5, 6]), create: 'static', failures: 'abort' } } as const;

test('[Y6.1] each of several instances is allocated, all of them at once if the system starts them', async () => {
  const work = offer({ ...chosen, startedBy: 'system' });
  const items = await itemsOf(oneNet([task('A', 'i', 'o', { work, ...several })]));
  expect(items).toHaveLength(6);
  expect(items.every(({ state, holder }) => state === 'held' && names.includes(holder))).toBe(true);
  // The participant chosen to start has the first.
  for (const { item, holder } of items.slice(1)) expect(holder).toBe(await bySeed(harness, item, names));
});

test('[Y6.1] if the system starts one of several competing tasks, the others are withdrawn', async () => {
  const work = offer({ ...chosen, startedBy: 'system' });
  const items = await itemsOf(oneNet([task('A', 'i', 'o', { work }), task('B', 'i', 'o', { work })]));
  expect(items).toMatchObject([{ task: 'A', state: 'held' }]);
});

test('[Y6.2] a principal that did one of several instances did the task', async () => {
  const program = oneNet([
    task('A', 'i', 'p', { work: offer({}), ...several }),
    task('B', 'p', 'o', { work: offer({ apartFrom: ['A'], subjects: names }) }),
  ]);
  const run = await startResourcedProgram(harness, program);
  const parent = (await itemsByTask(harness, run))['A'];
  await harness.perform(delegateItem, { item: parent, to: 'ann' }, operator);
  const { items } = await harness.perform(listItems, { run }, operator);
  for (const [at, { item, holder }] of items.entries()) {
    const by = holder === '' ? (names[at % 2] ?? '') : holder;
    await harness.perform(completeItem, { item, output: 1 }, principalNamed(by));
  }
  const last = (await itemsByTask(harness, run))['B'];
  const tries = names.map((name) =>
    harness.perform(completeItem, { item: last, output: {} }, principalNamed(name)),
  );
  const ends = await Promise.all(tries.map((each) => each.then(() => 'done', errorCodeOf)));
  expect(ends).toEqual(['not_offered_to_you', 'not_offered_to_you', 'done']);
});

test('[Y6.1] [W2.3] copied work is approved by principals that could have done it; allocated work, by operators', async () => {
  const program = resourcedProgram(
    [
      { id: 'A', who: chosen },
      { id: 'B', who: { offeredBy: 'user' }, privileges: {} },
      { id: 'C', who: { subjects: ['di'] } },
    ],
    'sequence',
  );
  const run = await startResourcedProgram(harness, program);
  const first = (await harness.perform(listItems, { run }, operator)).items[0];
  const one = first?.who?.chosen ?? '';
  await harness.perform(completeItem, { item: first?.item, output: {} }, principalNamed(one));
  const { B: second } = await itemsByTask(harness, run);
  await harness.perform(delegateItem, { item: second, to: 'bob' }, operator);
  const { run: before } = await harness.perform(
    completeItem,
    { item: second, output: {} },
    principalNamed('bob'),
  );
  const fork = await harness.perform(forkRun, { run, at: before.seq }, principalNamed('eve'));
  const asked = { run: fork.run, reason: 'approval' };
  const { items } = await harness.perform(listItems, asked, operator);
  const may = async (by: Principal) =>
    (await harness.perform(listItems, asked, by)).items
      .filter(({ mayAnswer }) => mayAnswer)
      .map((each) => each.task);
  expect(items.map((each) => each.task)).toEqual(['A', 'B']);
  const other = names.find((name) => name !== one) ?? '';
  expect([
    await may(principalNamed(one)),
    await may(principalNamed(other)),
    await may(operator),
    await may(principalNamed('di')),
  ]).toEqual([['A'], ['A'], ['B'], []]);
});
