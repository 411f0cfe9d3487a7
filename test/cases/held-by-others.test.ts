import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Principal } from '../../src/operations/contract/principal.ts';
import { delegateItem } from '../../src/operations/items/delegate-item.ts';
import { holdItem } from '../../src/operations/items/hold-item.ts';
import { listItems } from '../../src/operations/items/list-items.ts';
import { skipItem } from '../../src/operations/items/skip-item.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { ann, bob, type Office, openingTime, openOffice } from '../operations/office.ts';

let office: Office;

beforeEach(async () => {
  office = await openOffice({
    'ask.yaml': 'workflows: { ask: { graph: { ask: { type: yield, message: What? } } } }',
  });
});
afterEach(() => office.close());

const worker: Principal = { ...bob, scopes: new Set(['workitems:manage']) };

async function heldByAnn(): Promise<string> {
  const { run } = await office.perform(startRun, { workflow: 'ask' });
  await office.until(run, ({ items }) => items > 0);
  const item = (await office.perform(listItems, { run })).items[0]?.item ?? '';
  await office.perform(holdItem, { item, leaseMs: 60_000 });
  return item;
}

test.each([
  [skipItem, {}],
  [delegateItem, { to: 'bob' }],
] as const)(
  '[F1.2] what somebody holds is neither ended nor handed on by others (%#)',
  async (operation, more) => {
    const item = await heldByAnn();
    expect(await office.refused(operation, { item, ...more }, worker)).toMatchObject({
      ...{ code: 'work_item_held', context: { leaseUntil: new Date(openingTime + 60_000).toISOString() } },
    });
    expect(await office.perform(listItems, {})).toMatchObject({ items: [{ item, holder: 'ann' }] });
    // Its holder may, and whoever administers: else nobody could for as long.
    for (const by of [ann, bob]) {
      const { repeated } = await office.perform(operation, { item: await heldByAnn(), ...more }, by);
      expect(repeated).toBe(false);
    }
  },
);
