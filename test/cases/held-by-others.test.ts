import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Principal } from '../../src/operations/contract/principal.ts';
import { delegateItem } from '../../src/operations/items/delegate-item.ts';
import { holdItem } from '../../src/operations/items/hold-item.ts';
import { listItems } from '../../src/operations/items/list-items.ts';
import { skipItem } from '../../src/operations/items/skip-item.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import {
  ann,
  bob,
  type OperationsHarness,
  openOperationsHarness,
  startTime,
} from '../operations/operations-harness.ts';

let harness: OperationsHarness;

beforeEach(async () => {
  harness = await openOperationsHarness({
    'ask.yaml': 'workflows: { ask: { graph: { ask: { type: yield, message: What? } } } }',
  });
});
afterEach(() => harness.close());

const worker: Principal = { ...bob, scopes: new Set(['workitems:manage']) };

async function heldByAnn(): Promise<string> {
  const { run } = await harness.perform(startRun, { workflow: 'ask' });
  await harness.until(run, ({ items }) => items > 0);
  const item = (await harness.perform(listItems, { run })).items[0]?.item ?? '';
  await harness.perform(holdItem, { item, leaseMs: 60_000 });
  return item;
}

test.each([
  [skipItem, {}],
  [delegateItem, { to: 'bob' }],
] as const)('[F1.2] a held item is neither ended nor delegated by others (%#)', async (operation, more) => {
  const item = await heldByAnn();
  expect(await harness.refused(operation, { item, ...more }, worker)).toMatchObject({
    ...{ code: 'work_item_held', context: { leaseUntil: new Date(startTime + 60_000).toISOString() } },
  });
  expect(await harness.perform(listItems, {})).toMatchObject({ items: [{ item, holder: 'ann' }] });
  // Its holder may, and so may an administrator: otherwise the item would be blocked while it is held.
  for (const by of [ann, bob]) {
    const { repeated } = await harness.perform(operation, { item: await heldByAnn(), ...more }, by);
    expect(repeated).toBe(false);
  }
});
