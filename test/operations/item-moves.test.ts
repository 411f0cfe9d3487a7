/**
 * Requests on work items besides answering them, in every language: who may make them, and for whom the item does not
 * exist.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addItem } from '../../src/operations/items/add-item.ts';
import { forceItem } from '../../src/operations/items/force-item.ts';
import { holdItem } from '../../src/operations/items/hold-item.ts';
import { resumeItem } from '../../src/operations/items/resume-item.ts';
import { rollBackItem } from '../../src/operations/items/roll-back-item.ts';
import { suspendItem } from '../../src/operations/items/suspend-item.ts';
import { forkRun } from '../../src/operations/runs/fork-run.ts';
import { getRun } from '../../src/operations/runs/get-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { oneNet, task } from '../../src/testing/net-builder.ts';
import { startCase } from '../yawl/start-case.ts';
import { ann, type OperationsHarness, openOperationsHarness } from './operations-harness.ts';
import { firstItem, itemScopes, listed, operator, principalNamed } from './test-principals.ts';

const workflowText = `
workflows:
  ask:
    graph:
      say: { type: yield, message: "Which word?", expects: { word: str }, who: { roles: [clerk] } }
    result: $say.word
  eyes:
    graph:
      look: { type: yield, message: "Right?", who: { four_eyes: true } }
      rest: { type: yield, depends_on: [look], message: "Anything else?" }
  doubt:
    graph:
      pay: { call: pay, on_uncertain: ask }
`;

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({ 'desk.yaml': workflowText }, { pay: () => ({ kind: 'unknown' }) });
});
afterEach(() => harness.close());

const clerk = principalNamed('cleo', { roles: ['clerk'] });
const other = principalNamed('otto', { scopes: new Set(itemScopes) });
const starter = { ...operator, subject: 'sue' };

async function asked(workflow: string): Promise<string> {
  const { run } = await harness.perform(startRun, { workflow }, starter);
  return firstItem(harness, run);
}

test('[Y3.7] [W2.3] an administrator completes an item as it is, and answers only items for them', async () => {
  const item = await asked('ask');
  expect(await harness.refused(forceItem, { item, output: { word: 'x' } }, operator)).toMatchObject({
    code: 'not_offered_to_you',
  });
  const done = await harness.perform(forceItem, { item }, operator);
  expect(done.item).toMatchObject({ state: 'completed' });
  const own = { ...operator, roles: ['clerk'] };
  const again = await asked('ask');
  expect(await harness.refused(forceItem, { item: again, output: {} }, own)).toMatchObject({
    code: 'answer_refused',
  });
  const { run } = await harness.perform(forceItem, { item: again, output: { word: 'yes' } }, own);
  expect(await harness.perform(getRun, { run: run.run })).toMatchObject({
    status: 'completed',
    output: 'yes',
  });
});

test('[Y3.7] [W2.3] no one forces their own request, an approval or a doubt', async () => {
  const item = await asked('eyes');
  expect(await harness.refused(forceItem, { item }, starter)).toMatchObject({ code: 'four_eyes' });
  await harness.perform(forceItem, { item }, operator);
  const doubt = await asked('doubt');
  expect(await harness.refused(forceItem, { item: doubt }, operator)).toMatchObject({
    code: 'verdict_required',
  });
  const { run } = await harness.perform(forkRun, { run: item.split('.')[0], at: 2 }, starter);
  const [approval] = await listed(harness, operator, { run, reason: 'approval' });
  for (const operation of [suspendItem, resumeItem, rollBackItem, forceItem]) {
    expect([operation.name, await harness.refused(operation, { item: approval }, ann)]).toMatchObject([
      operation.name,
      { code: 'approval_only' },
    ]);
  }
});

test('[Y3.7] [W2.3] a principal that an item is not for can neither suspend it nor find it by its YAWL id', async () => {
  const item = await asked('ask');
  for (const operation of [suspendItem, resumeItem, rollBackItem]) {
    expect(await harness.refused(operation, { item }, other)).toMatchObject({ code: 'work_item_not_found' });
  }
  await harness.perform(suspendItem, { item }, clerk);
  expect(await harness.refused(holdItem, { item }, clerk)).toMatchObject({ code: 'work_item_paused' });
  await harness.perform(resumeItem, { item }, clerk);
  const who = { roles: ['clerk'], subjects: [], kind: null, fourEyes: false };
  const work = { kind: 'offer', item: { language: 'yawl', who }, takes: 'hold' } as const;
  const run = await startCase(harness, oneNet([task('Ask', 'i', 'o', { work })]));
  expect(await harness.refused(holdItem, { item: `${run}:Ask` }, other)).toMatchObject({
    code: 'work_item_not_found',
    message: `The work item “${run}:Ask” does not exist.`,
    context: { item: `${run}:Ask` },
  });
  const stranger = { ...clerk, tenant: 'other' };
  expect(await harness.refused(holdItem, { item: `${run}:Ask` }, stranger)).toMatchObject({
    code: 'work_item_not_found',
  });
  expect(await harness.perform(holdItem, { item: `${run}:Ask` }, clerk)).toMatchObject({ repeated: false });
});

test('[Y3.7] a request under a key is done once, even if the item has changed since', async () => {
  const item = await asked('ask');
  const request = { item, idempotencyKey: 'k' };
  expect(await harness.perform(suspendItem, request, clerk)).toMatchObject({ repeated: false });
  await harness.perform(resumeItem, request, clerk);
  expect(await harness.perform(suspendItem, request, clerk)).toMatchObject({
    repeated: true,
    item: { paused: false },
  });
  await harness.perform(holdItem, { item }, clerk);
  await harness.perform(rollBackItem, request, clerk);
  expect(await harness.perform(rollBackItem, request, clerk)).toMatchObject({ repeated: true });
  expect(await harness.refused(addItem, { item, input: 1 }, clerk)).toMatchObject({ code: 'wrong_state' });
  await harness.perform(forceItem, request, operator);
  expect(await harness.perform(forceItem, request, operator)).toMatchObject({
    repeated: true,
    item: { state: 'completed' },
  });
});
