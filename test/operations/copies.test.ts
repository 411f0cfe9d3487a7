/** A copy of a run that waits for approvals: answers are stored meanwhile and have no effect yet. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { listItems } from '../../src/operations/items/list-items.ts';
import { forkRun } from '../../src/operations/runs/fork-run.ts';
import { getRun } from '../../src/operations/runs/get-run.ts';
import { resumeRun } from '../../src/operations/runs/resume-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { isOver, type OperationsHarness, openOperationsHarness, robot } from './operations-harness.ts';

const pair = `
workflows:
  pair:
    graph:
      one: { type: yield, message: One?, expects: { word: str } }
      two: { type: yield, message: Two?, expects: { word: str } }
`;

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({ 'pair.yaml': pair });
});
afterEach(() => harness.close());

const output = { word: 'yes' };

test('[R7.1] a copy whose last question is answered before its approval ends only with the approval', async () => {
  const { run } = await harness.perform(startRun, { workflow: 'pair' });
  await harness.until(run, ({ items }) => items === 2);
  const [first] = (await harness.perform(listItems, { run })).items;
  await harness.perform(completeItem, { item: first?.item ?? '', output });
  const { seq: at } = await harness.perform(getRun, { run });
  const copy = await harness.perform(forkRun, { run, at });
  const { items } = await harness.perform(listItems, { run: copy.run });
  const idOf = (wanted: string) => items.find(({ reason }) => reason === wanted)?.item ?? '';
  await harness.perform(completeItem, { item: idOf('work'), output }, robot);
  expect(await harness.perform(getRun, { run: copy.run })).toMatchObject({
    status: 'running',
    state: 'suspended',
    waitingFor: [{ reason: 'approval' }],
  });
  const refused = await harness.refused(resumeRun, { run: copy.run });
  expect(refused).toMatchObject({ code: 'approvals_missing', context: { missing: 1 } });
  await harness.perform(completeItem, { item: idOf('approval'), output: { approved: true } });
  await harness.until(copy.run, isOver);
  expect(await harness.perform(getRun, { run: copy.run })).toMatchObject({ status: 'completed' });
});
