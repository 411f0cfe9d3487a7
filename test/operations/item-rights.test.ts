/** Who may see and answer a work item, operation by operation. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Principal } from '../../src/operations/contract/principal.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { delegateItem } from '../../src/operations/items/delegate-item.ts';
import { getItem } from '../../src/operations/items/get-item.ts';
import { holdItem } from '../../src/operations/items/hold-item.ts';
import { type ItemList, listItems } from '../../src/operations/items/list-items.ts';
import { releaseItem } from '../../src/operations/items/release-item.ts';
import { renewItem } from '../../src/operations/items/renew-item.ts';
import { exportRun } from '../../src/operations/runs/export-run.ts';
import { forkRun } from '../../src/operations/runs/fork-run.ts';
import { getRun } from '../../src/operations/runs/get-run.ts';
import { importRun } from '../../src/operations/runs/import-run.ts';
import { reopenRun } from '../../src/operations/runs/reopen-run.ts';
import { digestOf, type RunDocument } from '../../src/operations/runs/run-document.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { type OperationsHarness, openOperationsHarness } from './operations-harness.ts';
import {
  defaultScopes,
  errorCodeOf,
  firstItem,
  itemScopes,
  listed,
  operator,
  principalNamed,
  refusals,
} from './test-principals.ts';

const workflowText = `
workflows:
  approve:
    graph:
      yes:
        type: yield
        message: Pay?
        expects: { ok: bool }
        who: { roles: [manager], subjects: [cy], kind: person, four_eyes: true }
  chain:
    graph:
      yes: { type: yield, message: Pay?, who: { roles: [manager], subjects: [cy], kind: agent, four_eyes: true } }
      rest: { type: yield, depends_on: [yes], message: Anything else? }
  named:
    graph:
      ask: { type: yield, message: "Well, ann?", who: { subjects: [ann] } }
  eyes:
    graph:
      check: { call: check }
      ask: { type: yield, depends_on: [check], message: Sure?, who: { four_eyes: true } }
      rest: { type: yield, depends_on: [ask], message: Anything else? }
  free:
    graph:
      ask: { type: yield, message: Anything? }
  doubt:
    graph:
      pay: { call: pay, on_uncertain: ask }
  many:
    params: { list: list }
    graph:
      mine:
        type: foreach
        items: $list
        concurrency: 1000
        step: { type: yield, message: Mine?, who: { roles: [rare] } }
      theirs:
        type: foreach
        items: $list
        concurrency: 1000
        step: { type: yield, message: Theirs?, who: { roles: [common] } }
`;

const ann = principalNamed('ann');
const bob = principalNamed('bob', { roles: ['manager'] });
const cy = principalNamed('cy');
const robot = principalNamed('robot', { roles: ['manager'], kind: 'agent' });
/** Answers work items and cannot read runs. */
const clerk = principalNamed('clerk', { scopes: new Set(itemScopes) });

let harness: OperationsHarness;
let checks: number;
beforeEach(async () => {
  checks = 0;
  harness = await openOperationsHarness(
    { 'desk.yaml': workflowText },
    {
      pay: () => ({ kind: 'unknown' }),
      check: () =>
        checks++ === 0
          ? { kind: 'failed', failure: { code: 'busy', message: 'No.' } }
          : { kind: 'succeeded', output: 1 },
    },
  );
});
afterEach(() => harness.close());

/** @returns the run and its first open item */
async function open(workflow: string, by = ann, params: object = {}): Promise<{ run: string; item: string }> {
  const { run } = await harness.perform(startRun, { workflow, params }, by);
  return { run, item: await firstItem(harness, run) };
}

test('[W2.3] a named principal may do everything with an item, and others nothing', async () => {
  const { item } = await open('approve');
  expect(await listed(harness, bob)).toEqual([item]);
  expect(await listed(harness, cy)).toEqual([item]);
  expect(await harness.perform(getItem, { item }, bob)).toMatchObject({
    who: { roles: ['manager'], subjects: ['cy'], kind: 'person', scope: null, fourEyes: true },
    mayAnswer: true,
    personMayAnswer: true,
  });
  const other = principalNamed('di', { roles: ['Manager', 'manager ', 'managers', 'constructor'] });
  expect(await listed(harness, other)).toEqual([]);
  expect(await harness.refused(getItem, { item }, other)).toMatchObject({
    code: 'not_offered_to_you',
    category: 'permission',
    message: `The work item “${item}” is for people with the role “manager”, and for “cy”, but not for the requester.`,
  });
  expect(await refusals(harness, item, other)).toEqual(new Set(['not_offered_to_you']));
  await harness.perform(holdItem, { item }, bob);
  await harness.perform(renewItem, { item }, bob);
  await harness.perform(delegateItem, { item, to: 'cy' }, bob);
  await harness.perform(releaseItem, { item }, cy);
  const { run } = await harness.perform(completeItem, { item, output: { ok: true } }, cy);
  expect(run.status).toBe('completed');
});

test('[W2.3] items for others do not exist for principals that may not read runs', async () => {
  const { item } = await open('approve');
  const missing = await harness.refused(getItem, { item: `${item}9` }, clerk);
  const { message, ...hidden } = await harness.refused(getItem, { item }, clerk);
  expect(message).toBe(missing.message.replace(`${item}9`, item));
  expect({ ...hidden, context: missing.context, message: missing.message }).toEqual(missing);
  expect(await refusals(harness, item, clerk)).toEqual(new Set(['work_item_not_found']));
  expect(await listed(harness, clerk)).toEqual([]);
});

test('[W2.3] an administrator sees items for others and cannot answer them', async () => {
  const { item } = await open('approve');
  expect(await listed(harness, operator)).toEqual([item]);
  expect(await harness.perform(getItem, { item }, operator)).toMatchObject({ mayAnswer: false });
  expect(await refusals(harness, item, operator)).toEqual(new Set(['not_offered_to_you']));
  expect(await listed(harness, principalNamed('ad', { scopes: new Set([...itemScopes, 'admin']) }))).toEqual([
    item,
  ]);
});

test('[W2.3] agents do not answer items for people, but may bring them to a person', async () => {
  const { run, item } = await open('approve');
  expect(await listed(harness, robot)).toEqual([]);
  expect(await refusals(harness, item, robot)).toEqual(new Set(['person_required']));
  const { waitingFor } = await harness.perform(getRun, { run }, robot);
  expect(waitingFor).toMatchObject([{ item, mayAnswer: false, personMayAnswer: true }]);
  const person: Principal = { ...robot, kind: 'person' };
  expect((await harness.perform(completeItem, { item, output: { ok: true } }, person)).item.state).toBe(
    'completed',
  );
});

test('[W2.3] no one answers an item of a run that they started', async () => {
  const boss = principalNamed('boss', { roles: ['manager'] });
  const { run, item } = await open('approve', boss);
  expect(await listed(harness, boss)).toEqual([]);
  expect(await refusals(harness, item, boss)).toEqual(new Set(['four_eyes']));
  expect(await harness.refused(getItem, { item }, boss)).toMatchObject({
    category: 'permission',
    message: `You cannot answer your own request. The work item “${item}” is for people with the role “manager”, and for “cy”, but not for the requester.`,
  });
  expect((await harness.perform(getRun, { run }, boss)).waitingFor).toMatchObject([
    { mayAnswer: false, personMayAnswer: false, message: 'Pay?' },
  ]);
  expect(await listed(harness, bob)).toEqual([item]);
});

test('[W2.3] no one answers an item of a run that they reopened', async () => {
  const { run } = await harness.perform(startRun, { workflow: 'eyes' }, ann);
  await harness.until(run, ({ status }) => status === 'failed');
  await harness.perform(reopenRun, { run }, bob);
  const item = await firstItem(harness, run);
  for (const requester of [ann, bob])
    expect(await refusals(harness, item, requester)).toEqual(new Set(['four_eyes']));
  await harness.perform(completeItem, { item, output: 1 }, cy);
  const rest = await firstItem(harness, run);
  // Only that question requires four eyes.
  await harness.perform(completeItem, { item: rest, output: 1 }, ann);
});

test('[W2.3] an answer in a fork is approved by those who could have given it, and not by the principal that forked it', async () => {
  const { run, item } = await open('chain');
  // An agent answers, a person approves.
  await harness.perform(completeItem, { item, output: { ok: true } }, robot);
  const { seq } = await harness.until(run, ({ items }) => items > 0);
  const boss = principalNamed('boss', { roles: ['manager'] });
  const fork = await harness.perform(forkRun, { run, at: seq }, boss);
  expect(fork.waitingFor).toMatchObject([
    { reason: 'approval', who: { roles: ['manager'], kind: 'person' }, mayAnswer: false },
  ]);
  const [first] = (await harness.perform(listItems, { run: fork.run, reason: 'approval' }, operator)).items;
  const approval = first?.item;
  const approve = (by: Principal) =>
    harness.call(by, completeItem.name, { item: approval, output: { approved: true } }).catch(errorCodeOf);
  expect(await approve(boss)).toBe('four_eyes');
  expect(await approve(principalNamed('ann', { roles: ['manager'] }))).toBe('four_eyes');
  expect(await approve(principalNamed('di'))).toBe('not_offered_to_you');
  expect(await approve({ ...robot, scopes: new Set([...defaultScopes, 'admin']) })).toBe('person_required');
  expect(await approve(operator)).toBe('not_offered_to_you');
  expect(await approve(clerk)).toBe('work_item_not_found');
  expect(await approve(cy)).toMatchObject({ item: { state: 'completed' } });
});

test('[W2.3] a doubt is for operators', async () => {
  const { run, item } = await open('doubt');
  expect(await listed(harness, ann)).toEqual([]);
  expect(await harness.refused(completeItem, { item, output: { verdict: 'retry' } }, ann)).toMatchObject({
    code: 'not_offered_to_you',
    message: `The work item “${item}” is for operators, who have the scope “admin”.`,
  });
  expect((await harness.perform(getRun, { run }, ann)).waitingFor).toMatchObject([
    { reason: 'doubt', mayAnswer: false, who: { scope: 'admin' } },
  ]);
  const agent: Principal = { ...operator, kind: 'agent' };
  expect(await listed(harness, agent)).toEqual([item]);
  const output = { verdict: 'succeeded', output: 1 };
  expect((await harness.perform(completeItem, { item, output }, agent)).run.status).toBe('completed');
});

test('[W2.3] an item is not delegated to a subject that may not answer it, and holding it gives no right', async () => {
  const { item } = await open('named', bob);
  expect(await harness.refused(delegateItem, { item, to: 'cy' }, ann)).toMatchObject({
    code: 'delegate_not_allowed',
    category: 'validation',
    message: `The work item “${item}” cannot be delegated to “cy”. It is for “ann”.`,
  });
  const eyes = await open('approve');
  expect(await harness.refused(delegateItem, { item: eyes.item, to: 'ann' }, bob)).toMatchObject({
    code: 'delegate_not_allowed',
  });
  // The roles of di are not known yet.
  const di = principalNamed('di');
  await harness.perform(delegateItem, { item: eyes.item, to: 'di' }, bob);
  for (const operation of [completeItem, renewItem, getItem]) {
    const refusal = await harness.call(di, operation.name, { item: eyes.item }).catch(errorCodeOf);
    expect(refusal).toBe('not_offered_to_you');
  }
  expect(await listed(harness, di, { mine: true })).toEqual([]);
  // But it can be released.
  expect((await harness.perform(releaseItem, { item: eyes.item }, di)).item.state).toBe('offered');
});

async function pages(by: Principal, limit: number): Promise<readonly ItemList[]> {
  const found: ItemList[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: ItemList = await harness.perform(
      listItems,
      { limit, ...(cursor === null ? {} : { cursor }) },
      by,
    );
    found.push(page);
    cursor = page.nextCursor;
    if (cursor === null) return found;
  }
}

test('[W2.3] pages are filled with items for the caller, even if most are for others', async () => {
  const list = Array.from({ length: 40 }, (_, at) => at);
  for (let count = 0; count < 4; count++) await open('many', ann, { list });
  const rare = principalNamed('ra', { roles: ['rare'] });
  const all = await listed(harness, operator, { limit: 200 });
  const own = (await harness.perform(listItems, { limit: 200 }, rare)).items;
  expect([all.length, own.length]).toEqual([200, 160]);
  expect(new Set(own.map(({ message }) => message))).toEqual(new Set(['Mine?']));
  for (const limit of [1, 7, 40, 79, 80, 159, 160, 161]) {
    const read = await pages(rare, limit);
    expect(read.flatMap(({ items }) => items.map(({ item }) => item))).toEqual(own.map(({ item }) => item));
    // Every page but the last is full, and none is empty.
    expect(read.slice(0, -1).every(({ items }) => items.length === limit)).toBe(true);
    expect(read.length).toBe(Math.ceil(160 / limit));
  }
});

test('[W2.3] a list with almost nothing for the caller is read in bounded pieces, to its end', async () => {
  const list = Array.from({ length: 1_000 }, (_, at) => at);
  for (let count = 0; count < 3; count++) await open('many', ann, { list });
  // Items of the same time are in any order.
  harness.clock.advance(1);
  const { item } = await open('named', bob);
  const read: number[] = [];
  const { search } = harness.services.store.items;
  harness.services.store.items.search = async (...given) => {
    const found = await search(...given);
    read.push(found.length);
    return found;
  };
  const found = await pages(ann, 10);
  // 6,000 items for others come before it: three pages of at most 2,000.
  expect(found.map(({ items }) => items.map((each) => each.item))).toEqual([[], [], [], [item]]);
  expect(Math.max(...read)).toBeLessThanOrEqual(250);
}, 60_000);

test('[W2.3] an imported run keeps for whom its questions are, in a valid form', async () => {
  const { run } = await open('approve');
  const document = await harness.perform(exportRun, { run }, ann);
  const imported = await harness.perform(importRun, { document }, cy);
  const [admission] = (await harness.perform(listItems, { run: imported.run, reason: 'approval' }, bob))
    .items;
  expect(admission).toMatchObject({ who: { roles: [], kind: 'person' }, mayAnswer: true });
  await harness.perform(completeItem, { item: admission?.item, output: { approved: true } }, bob);
  const waits = async (by: Principal) =>
    (await harness.perform(getRun, { run: imported.run }, by)).waitingFor;
  expect(await waits(bob)).toMatchObject([{ mayAnswer: true }]);
  // Both the importer and the original starter requested it.
  expect(await waits(cy)).toMatchObject([{ mayAnswer: false }]);
  expect(await waits(principalNamed('ann', { roles: ['manager'] }))).toMatchObject([{ mayAnswer: false }]);
  for (const who of [
    null,
    5,
    [],
    {},
    { roles: 'all' },
    { roles: [], subjects: [], kind: 'boss', fourEyes: true },
  ]) {
    const text = JSON.stringify(document).replace(/"who":\{[^}]*\}/, `"who":${JSON.stringify(who)}`);
    const changed = JSON.parse(text) as RunDocument;
    const sealed = { ...changed, digest: digestOf(changed) };
    expect(await harness.refused(importRun, { document: sealed }, ann)).toMatchObject({
      violations: [{ path: expect.stringMatching(/^document\.program\.nets\.0\.tasks\.\d+\.work\.item$/) }],
    });
  }
});
