/**
 * Tests items that the system allocates to one of the named people. If it also starts them, the chosen one holds them
 * at once.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Principal } from '../../src/operations/contract/principal.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { delegateItem } from '../../src/operations/items/delegate-item.ts';
import { getItem } from '../../src/operations/items/get-item.ts';
import { holdItem } from '../../src/operations/items/hold-item.ts';
import { releaseItem } from '../../src/operations/items/release-item.ts';
import { createConnectors, createMemoryStore, openEngine } from '../../src/runtime/index.ts';
import { createFakeClock } from '../../src/testing/index.ts';
import { type OperationsHarness, openOperationsHarness } from '../operations/operations-harness.ts';
import { listed, operator, principalNamed, refusals } from '../operations/test-principals.ts';
import {
  bySeed,
  itemsByTask,
  type ResourcedTask,
  resourcedProgram,
  startResourcedProgram,
} from './resourced-program.ts';

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({});
});
afterEach(() => harness.close());

const names = ['ann', 'bob', 'cy'];
const staff = new Map(names.map((name) => [name, principalNamed(name)]));
const called = (name: string): Principal => staff.get(name) ?? principalNamed(name);

const begin = (tasks: readonly ResourcedTask[], mode: 'sequence' | 'parallel' = 'sequence') =>
  startResourcedProgram(harness, resourcedProgram(tasks, mode));

const itemOf = async (run: string, task: string): Promise<string> =>
  (await itemsByTask(harness, run))[task] ?? `no item of ${task}`;

const chosenFor = async (item: string): Promise<string> =>
  (await harness.perform(getItem, { item }, operator)).who?.chosen ?? 'nobody';

const journalOf = async (run: string) =>
  (await harness.services.store.journals.read('acme', run, 0, 100)).map(({ event }) => event);

const allocated = { subjects: names, allocatedBy: 'system' };
const started = { ...allocated, startedBy: 'system' };

test('[Y6.1] one of the named people is chosen by the seed of the run; the others do not see the item', async () => {
  for (let round = 0; round < 8; round++) {
    const run = await begin([{ id: 'A', who: allocated, privileges: {} }]);
    const item = await itemOf(run, 'A');
    const one = await chosenFor(item);
    expect(one).toBe(await bySeed(harness, item, names));
    const finding = await Promise.all(
      names.map(async (name) => (await listed(harness, called(name), { run })).length),
    );
    expect(finding).toEqual(names.map((name) => (name === one ? 1 : 0)));
    const other = called(names.find((name) => name !== one) ?? '');
    expect(await refusals(harness, item, other)).toEqual(new Set(['not_offered_to_you']));
    expect(await harness.refused(holdItem, { item }, other)).toMatchObject({
      message: `The work item “${item}” is for “${one}”, chosen by the system.`,
    });
    await harness.perform(holdItem, { item }, called(one));
    expect((await harness.perform(completeItem, { item, output: {} }, called(one))).run.status).toBe(
      'completed',
    );
  }
});

test('[Y6.1] [Y6.2] only a principal that may do the item is chosen; a familiar one is preferred', async () => {
  const run = await begin(
    [
      { id: 'A' },
      { id: 'B', who: { ...allocated, apartFrom: ['A'] } },
      { id: 'C', who: { ...started, familiar: ['A'] } },
    ],
    'sequence',
  );
  await harness.perform(completeItem, { item: await itemOf(run, 'A'), output: {} }, called('bob'));
  const second = await itemOf(run, 'B');
  const one = await chosenFor(second);
  expect(['ann', 'cy']).toContain(one);
  await harness.perform(completeItem, { item: second, output: {} }, called(one));
  expect(await harness.perform(getItem, { item: await itemOf(run, 'C') }, called('bob'))).toMatchObject({
    state: 'held',
    holder: 'bob',
  });
});

test('[Y6.1] a chosen participant who then does the separated task is no longer chosen', async () => {
  const run = await begin([{ id: 'A' }, { id: 'B', who: { ...allocated, apartFrom: ['A'] } }], 'parallel');
  const { A: first = '', B: second = '' } = await itemsByTask(harness, run);
  const before = await chosenFor(second);
  await harness.perform(completeItem, { item: first, output: {} }, called(before));
  const after = await chosenFor(second);
  expect(names.filter((name) => name !== before)).toContain(after);
  expect((await harness.perform(completeItem, { item: second, output: {} }, called(after))).run.status).toBe(
    'completed',
  );
});

test('[Y6.1] an item that the system starts is held from its offer on, in one commit', async () => {
  const { store } = harness.services;
  const commits: string[][] = [];
  const { commit } = store;
  store.commit = (units) => {
    commits.push(...units.map(({ entries }) => entries.map(({ event }) => event.kind)));
    return commit(units);
  };
  const run = await begin([
    { id: 'A', who: started },
    { id: 'B', who: started },
  ]);
  const first = await itemOf(run, 'A');
  const view = await harness.perform(getItem, { item: first }, operator);
  expect(view).toMatchObject({ state: 'held', leaseUntil: null, holder: view.who?.chosen });
  const one = called(view.holder);
  await harness.perform(completeItem, { item: first, output: {} }, one);
  const second = await itemOf(run, 'B');
  expect(await harness.perform(getItem, { item: second }, operator)).toMatchObject({ state: 'held' });
  expect(commits).toEqual([
    ['started', 'itemDelegated'],
    ['itemCompleted', 'itemDelegated'],
  ]);
  // No request for it was made.
  expect((await journalOf(run)).filter(({ kind }) => kind === 'itemDelegated').map(({ by }) => by)).toEqual([
    undefined,
    undefined,
  ]);
});

test('[Y6.1] an allocated item can be released and stays reserved, or delegated to another named person', async () => {
  const run = await begin([{ id: 'A', who: started, privileges: { delegate: 'all' } }]);
  const item = await itemOf(run, 'A');
  const one = called(await chosenFor(item));
  const other = called(names.find((name) => name !== one.subject) ?? '');
  expect((await harness.perform(releaseItem, { item }, one)).item).toMatchObject({
    state: 'offered',
    holder: '',
  });
  expect([await listed(harness, one, { run }), await listed(harness, other, { run })]).toEqual([[item], []]);
  expect(await harness.refused(delegateItem, { item, to: 'di' }, one)).toMatchObject({
    code: 'delegate_not_allowed',
  });
  await harness.perform(delegateItem, { item, to: other.subject }, one);
  expect(await listed(harness, other, { run })).toEqual([item]);
  expect((await harness.perform(completeItem, { item, output: {} }, other)).run.status).toBe('completed');
});

test('[Y6.1] if only roles are named, the first principal with the role that claims the item holds it', async () => {
  const run = await begin([{ id: 'A', who: { ...started, subjects: [], roles: ['clerk'] } }]);
  const item = await itemOf(run, 'A');
  const clerk = principalNamed('di', { roles: ['clerk'] });
  expect(await harness.perform(getItem, { item }, clerk)).toMatchObject({
    state: 'offered',
    mayAnswer: true,
  });
  expect((await harness.perform(completeItem, { item, output: {} }, clerk)).run.status).toBe('completed');
});

test('[Y6.1] an item that cannot be allocated stays offered, and its cause is committed', async () => {
  const store = createMemoryStore();
  const clock = createFakeClock(0);
  const reports: string[] = [];
  const engine = await openEngine({
    store,
    clock,
    connectors: createConnectors({ configured: [], own: [] }, () => undefined),
    evaluators: {},
    findHolder: async () => {
      throw new Error('lost');
    },
    report: (message) => reports.push(message),
  });
  const run = await startResourcedProgram(
    { services: { ...harness.services, engine } },
    resourcedProgram([{ id: 'A' }], 'sequence'),
  );
  const rows = await store.items.search('acme', { run }, { limit: 10 });
  expect(rows).toMatchObject([{ task: 'A', state: 'offered' }]);
  expect(reports).toEqual([`The work item ${rows[0]?.id} could not be assigned and stays on offer.`]);
  await engine.stop();
  await store.close();
});
