/** Who may do items whose rules depend on their run: on who did what, on variables, and on the choice of the system. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Principal } from '../../src/operations/contract/principal.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { delegateItem } from '../../src/operations/items/delegate-item.ts';
import { getItem } from '../../src/operations/items/get-item.ts';
import { holdItem } from '../../src/operations/items/hold-item.ts';
import { releaseItem } from '../../src/operations/items/release-item.ts';
import { renewItem } from '../../src/operations/items/renew-item.ts';
import { skipItem } from '../../src/operations/items/skip-item.ts';
import { createKey } from '../../src/operations/keys/create-key.ts';
import { getRun } from '../../src/operations/runs/get-run.ts';
import { type OperationsHarness, openOperationsHarness } from '../operations/operations-harness.ts';
import {
  defaultScopes,
  errorCodeOf,
  listed,
  operator,
  principalNamed,
  refusals,
} from '../operations/test-principals.ts';
import {
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

const [ann, bob, cy] = [principalNamed('ann'), principalNamed('bob'), principalNamed('cy')];

const begin = (tasks: readonly ResourcedTask[], mode: 'sequence' | 'parallel', input = {}) =>
  startResourcedProgram(harness, resourcedProgram(tasks, mode), input);

const itemOf = async (run: string, task: string): Promise<string> =>
  (await itemsByTask(harness, run))[task] ?? `no item of ${task}`;

const complete = (item: string, by: Principal) => harness.perform(completeItem, { item, output: {} }, by);

const waitsOf = async (run: string, by: Principal) =>
  (await harness.perform(getRun, { run }, by)).waitingFor.map((wait) =>
    wait.kind === 'item' ? { task: wait.task, mayAnswer: wait.mayAnswer } : wait,
  );

test('[Y6.2] only the principal that completed a task may do the familiar one, regardless of other names', async () => {
  const run = await begin([{ id: 'A' }, { id: 'B', who: { roles: ['clerk'], familiar: ['A'] } }], 'sequence');
  await complete(await itemOf(run, 'A'), bob);
  const item = await itemOf(run, 'B');
  const clerk = principalNamed('di', { roles: ['clerk'] });
  expect(await refusals(harness, item, clerk)).toEqual(new Set(['not_offered_to_you']));
  expect(await listed(harness, clerk, { run })).toEqual([]);
  expect(await waitsOf(run, clerk)).toEqual([{ task: 'B', mayAnswer: false }]);
  expect(await harness.refused(completeItem, { item }, ann)).toMatchObject({
    message: `The work item “${item}” is for the principal that completed “A”, or until then for anyone with the role “clerk”.`,
  });
  expect(await harness.refused(delegateItem, { item, to: 'ann' }, bob)).toMatchObject({
    code: 'delegate_not_allowed',
  });
  expect(await listed(harness, bob, { run })).toEqual([item]);
  expect(await waitsOf(run, bob)).toEqual([{ task: 'B', mayAnswer: true }]);
  expect((await complete(item, bob)).run.status).toBe('completed');
});

test('[Y6.2] before the task is completed, the item is for the named principals; skipping does not count', async () => {
  const tasks: readonly ResourcedTask[] = [
    { id: 'A' },
    { id: 'B', who: { subjects: ['cy'], familiar: ['A'] } },
  ];
  const run = await begin(tasks, 'parallel');
  const both = await itemsByTask(harness, run);
  expect([await listed(harness, bob, { run }), await listed(harness, cy, { run })]).toEqual([
    [both['A']],
    expect.arrayContaining([both['A'], both['B']]),
  ]);
  await harness.perform(skipItem, { item: both['A'] }, bob);
  expect(await listed(harness, bob, { run })).toEqual([]);
  expect((await complete(both['B'] ?? '', cy)).run.status).toBe('completed');
});

test('[Y6.2] a principal that did a task cannot do the separated one, by any operation', async () => {
  const run = await begin([{ id: 'A' }, { id: 'B', who: { apartFrom: ['A'] } }], 'sequence');
  await complete(await itemOf(run, 'A'), ann);
  const item = await itemOf(run, 'B');
  expect(await refusals(harness, item, ann)).toEqual(new Set(['not_offered_to_you']));
  expect(await harness.refused(holdItem, { item }, ann)).toMatchObject({
    message: `The work item “${item}” is for anyone, but not for those who did “A”. You did.`,
  });
  expect([await listed(harness, ann, { run }), await listed(harness, bob, { run })]).toEqual([[], [item]]);
  expect(await harness.refused(delegateItem, { item, to: 'ann' }, bob)).toMatchObject({
    code: 'delegate_not_allowed',
  });
  expect((await complete(item, bob)).run.status).toBe('completed');
});

test('[Y6.2] skipping counts as doing for the separation of duties', async () => {
  const run = await begin([{ id: 'A' }, { id: 'B', who: { apartFrom: ['A'] } }], 'sequence');
  await harness.perform(skipItem, { item: await itemOf(run, 'A') }, ann);
  expect(await refusals(harness, await itemOf(run, 'B'), ann)).toEqual(new Set(['not_offered_to_you']));
});

test('[Y6.2] a key and the principal that created it are one person, for both rules', async () => {
  const admin = principalNamed('ann', { scopes: new Set([...defaultScopes, 'admin']) });
  await harness.perform(createKey, { name: 'night', scopes: ['workitems:manage'] }, admin);
  const key = principalNamed('key:night', { kind: 'service' });
  const run = await begin(
    [{ id: 'A' }, { id: 'B', who: { apartFrom: ['A'] } }, { id: 'C', who: { familiar: ['A'] } }],
    'sequence',
  );
  await complete(await itemOf(run, 'A'), key);
  expect(await refusals(harness, await itemOf(run, 'B'), ann)).toEqual(new Set(['not_offered_to_you']));
  await complete(await itemOf(run, 'B'), bob);
  const last = await itemOf(run, 'C');
  expect(await refusals(harness, last, bob)).toEqual(new Set(['not_offered_to_you']));
  expect((await complete(last, ann)).run.status).toBe('completed');
});

test('[Y6.2] two simultaneous requests do not let one person do both', async () => {
  for (let round = 0; round < 10; round++) {
    const run = await begin(
      [
        { id: 'A', who: { apartFrom: ['B'] } },
        { id: 'B', who: { apartFrom: ['A'] } },
      ],
      'parallel',
    );
    const items = Object.values(await itemsByTask(harness, run));
    const ends = await Promise.all(items.map((item) => complete(item, ann).then(() => 'done', errorCodeOf)));
    expect(ends.toSorted()).toEqual(['done', 'not_offered_to_you']);
  }
});

test('[Y6.2] [F2.1] a repeated request gets the same answer, even if its principal may no longer do the item', async () => {
  const run = await begin(
    [
      { id: 'A', who: { apartFrom: ['A', 'B'] } },
      { id: 'B', who: { apartFrom: ['A'] } },
    ],
    'parallel',
  );
  const { A: item = '', B: other = '' } = await itemsByTask(harness, run);
  const delegate = () => harness.perform(delegateItem, { item, to: 'bob', idempotencyKey: 'k1' }, ann);
  const answer = (value: number, idempotencyKey: string) =>
    harness.perform(completeItem, { item, output: { value }, idempotencyKey }, bob);
  expect(await delegate()).toMatchObject({ repeated: false, item: { holder: 'bob' } });
  expect(await answer(1, 'k2')).toMatchObject({ repeated: false });
  expect(await answer(1, 'k2')).toMatchObject({
    repeated: true,
    item: { state: 'completed', mayAnswer: false },
  });
  expect(await delegate()).toMatchObject({ repeated: true });
  // The key does not circumvent it.
  expect([await answer(1, 'k3').catch(errorCodeOf), await answer(2, 'k2').catch(errorCodeOf)]).toEqual([
    'not_offered_to_you',
    'idempotency_conflict',
  ]);
  expect(await refusals(harness, other, bob)).toEqual(new Set(['not_offered_to_you']));
});

test('[Y6.1] an item with an offer by a user has no assignee until an operator delegates it', async () => {
  const run = await begin([{ id: 'A', who: { offeredBy: 'user' }, privileges: {} }], 'sequence');
  const item = await itemOf(run, 'A');
  expect(await refusals(harness, item, bob)).toEqual(new Set(['not_offered_to_you']));
  expect(await harness.refused(holdItem, { item }, operator)).toMatchObject({
    code: 'not_offered_to_you',
    message: `The work item “${item}” is for no one until an administrator delegates it.`,
    suggestedAction:
      'Ask an administrator to delegate it with “items.delegate”. Administrators can delegate it to themselves.',
  });
  expect(await harness.perform(getItem, { item }, operator)).toMatchObject({
    who: { unoffered: true },
    mayAnswer: false,
  });
  await harness.perform(delegateItem, { item, to: 'bob' }, operator);
  expect([await listed(harness, bob, { run }), await listed(harness, cy, { run })]).toEqual([[item], []]);
  await harness.perform(releaseItem, { item }, bob);
  expect(await refusals(harness, item, bob)).toEqual(new Set(['not_offered_to_you']));
  await harness.perform(delegateItem, { item, to: 'bob' }, operator);
  expect((await complete(item, bob)).run.status).toBe('completed');
});

test('[Y6.1] a delegated item stays with its recipient, and is described as theirs; a requested lease ends', async () => {
  const run = await begin([{ id: 'A', who: { offeredBy: 'user' }, privileges: {} }], 'sequence');
  const item = await itemOf(run, 'A');
  const endless = { holder: 'bob', leaseUntil: null, who: { handedTo: 'bob' } };
  expect(await harness.perform(delegateItem, { item, to: 'bob' }, operator)).toMatchObject({ item: endless });
  for (const hold of [{ renew: true }, {}]) {
    await harness.perform(hold.renew ? holdItem : renewItem, { item, ...hold }, bob);
    expect(await harness.perform(getItem, { item }, bob)).toMatchObject(endless);
  }
  const refused = await harness.refused(completeItem, { item }, cy);
  expect(refused).toMatchObject({
    code: 'not_offered_to_you',
    message: `The work item “${item}” is for “bob”, to whom it was delegated.`,
  });
  expect(refused.suggestedAction).not.toContain('delegate');

  const leased = await harness.perform(delegateItem, { item, to: 'cy', leaseMs: 60_000 }, operator);
  expect(leased.item.leaseUntil).not.toBeNull();
  harness.clock.advance(60_000);
  await harness.until(run, ({ seq }) => seq > leased.run.seq);
  expect(await listed(harness, cy, { run })).toEqual([]);
  expect((await harness.perform(getItem, { item }, operator)).who).not.toHaveProperty('handedTo');
});

test('[Y6.1] an item that another than the chosen participant holds is described as theirs', async () => {
  const who = { subjects: ['ann', 'bob'], allocatedBy: 'system' };
  const run = await begin([{ id: 'A', who, privileges: {} }], 'sequence');
  const item = await itemOf(run, 'A');
  const { chosen = '' } = (await harness.perform(getItem, { item }, operator)).who ?? {};
  const other = chosen === 'ann' ? 'bob' : 'ann';
  const handed = async (to: string) =>
    (await harness.perform(delegateItem, { item, to }, operator)).item.who?.handedTo;
  expect([await handed(other), await handed(chosen)]).toEqual([other, undefined]);
});

const people = {
  kind: 'record',
  fields: [{ name: 'subjects', value: { kind: 'read', name: 'people' } }],
} as const;
const asNamed = { from: [{ variable: 'people', refers: 'participant' }] };

test('[Y6.1] an item is for the people in a variable; if the variable is empty, the item waits until it is delegated', async () => {
  const task: ResourcedTask = { id: 'A', who: asNamed, privileges: {}, whom: people };
  const named = await begin([task], 'sequence', { people: ['bob', '', 7] });
  const item = await itemOf(named, 'A');
  expect(await harness.perform(getItem, { item }, bob)).toMatchObject({
    who: { subjects: ['bob'] },
    mayAnswer: true,
  });
  expect(await refusals(harness, item, cy)).toEqual(new Set(['not_offered_to_you']));
  expect([await waitsOf(named, bob), await waitsOf(named, cy)]).toEqual([
    [{ task: 'A', mayAnswer: true }],
    [{ task: 'A', mayAnswer: false }],
  ]);
  for (const nobody of [null, [], {}, 'bob', [[]]]) {
    const run = await begin([task], 'sequence', { people: nobody });
    const unnamed = await itemOf(run, 'A');
    expect(await refusals(harness, unnamed, bob)).toEqual(new Set(['not_offered_to_you']));
    await harness.perform(delegateItem, { item: unnamed, to: 'cy' }, operator);
    expect((await complete(unnamed, cy)).run.status).toBe('completed');
  }
});

test('[Y6.1] an item stays for the people that the variable named when it was offered', async () => {
  const run = await begin([{ id: 'A', who: asNamed, whom: people }], 'sequence', { people: ['bob'] });
  const item = await itemOf(run, 'A');
  const renamed = { kind: 'dataUpdated', set: { people: { value: ['cy'] } } } as const;
  await harness.services.engine.submitEvent({ tenant: 'acme', by: 'op', run, eventInput: renamed });
  await harness.perform(holdItem, { item }, bob);
  expect(await refusals(harness, item, cy)).toEqual(new Set(['not_offered_to_you']));
  expect((await complete(item, bob)).run.status).toBe('completed');
});

test('[Y6.2] skipping and delegating need the privilege of the task, or an operator', async () => {
  const given = { skip: { roles: ['clerk'], subjects: ['bob'] }, delegate: 'all' };
  const start = async (privileges: ResourcedTask['privileges'] = given) => {
    const run = await begin(
      [{ id: 'A', who: { subjects: ['ann', 'bob', 'cy'] }, ...(privileges && { privileges }) }],
      'sequence',
    );
    return itemOf(run, 'A');
  };
  const skip = async (by: Principal, item: string) =>
    harness.perform(skipItem, { item }, by).then(() => 'done', errorCodeOf);
  const delegate = async (by: Principal, item: string) =>
    harness.perform(delegateItem, { item, to: 'cy' }, by).then(() => 'done', errorCodeOf);
  const item = await start();
  expect(await harness.refused(skipItem, { item }, ann)).toMatchObject({
    code: 'privilege_missing',
    category: 'permission',
    message: `You may answer the work item “${item}”, but not skip it. Its task “A” does not grant you that privilege.`,
  });
  const clerk = principalNamed('di', { roles: ['clerk'] });
  expect(await skip(clerk, item)).toBe('not_offered_to_you');
  expect(await skip(bob, item)).toBe('done');
  expect(await skip(principalNamed('ann', { roles: ['clerk'] }), await start())).toBe('done');
  expect(await skip(operator, await start())).toBe('done');
  expect(await delegate(ann, await start())).toBe('done');
  // Without privileges only operators may.
  expect([await skip(bob, await start({})), await delegate(bob, await start({}))]).toEqual([
    'privilege_missing',
    'privilege_missing',
  ]);
  // An item that a principal holds can be delegated with another privilege.
  const begun = await start({ reallocate: 'all' });
  expect(await delegate(ann, begun)).toBe('privilege_missing');
  await harness.perform(holdItem, { item: begun }, ann);
  expect(await delegate(bob, begun)).toBe('privilege_missing');
  expect(await delegate(ann, begun)).toBe('done');
});
