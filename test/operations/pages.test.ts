import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { listItems } from '../../src/operations/items/list-items.ts';
import { purgeRuns } from '../../src/operations/retention/purge-runs.ts';
import { listRuns } from '../../src/operations/runs/list-runs.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { isOver, type OperationsHarness, openOperationsHarness } from './operations-harness.ts';

const text = 'workflows: { ask: { graph: { question: { type: yield, message: What? } } } }\n';

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({ 'ask.yaml': text });
});
afterEach(() => harness.close());

/** Two at a time, so that a page also ends between runs of the same millisecond. */
async function startMany(): Promise<void> {
  for (let n = 0; n < 8; n++) {
    if (n % 2 === 0) harness.clock.advance(1_000);
    const { run } = await harness.perform(startRun, { workflow: 'ask' });
    await harness.until(run, ({ items }) => items === 1);
  }
}

/** Ends the run of an item, and removes it with all its data. */
async function remove(run: string): Promise<void> {
  const [item] = (await harness.perform(listItems, { run })).items;
  await harness.perform(completeItem, { item: item?.item, output: 1 });
  await harness.until(run, isOver);
  harness.clock.advance(1);
  expect(await harness.perform(purgeRuns, { olderThan: '0s' })).toMatchObject({ purged: 1 });
}

test.each([2, 3])('[O2.1] pages of %i runs continue even if the last shown run was purged', async (limit) => {
  await startMany();
  const all = (await harness.perform(listRuns, {})).runs.map(({ run }) => run);
  expect(all).toHaveLength(8);
  const shown: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await harness.perform(listRuns, { limit, cursor });
    shown.push(...page.runs.map(({ run }) => run));
    await remove(page.runs.at(-1)?.run ?? '');
    cursor = page.nextCursor;
  }
  expect(shown).toEqual(all);
});

test.each([2, 3])(
  '[O3.1] pages of %i items continue even if the last shown item was purged',
  async (limit) => {
    await startMany();
    const states = ['offered', 'completed'];
    const all = (await harness.perform(listItems, { states })).items.map(({ item }) => item);
    expect(all).toHaveLength(8);
    const shown: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await harness.perform(listItems, { states, limit, cursor });
      shown.push(...page.items.map(({ item }) => item));
      await remove(page.items.at(-1)?.run ?? '');
      cursor = page.nextCursor;
    }
    expect(shown).toEqual(all);
  },
);
