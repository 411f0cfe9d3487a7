import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { delegateItem } from '../../src/operations/items/delegate-item.ts';
import { getItem } from '../../src/operations/items/get-item.ts';
import { holdItem } from '../../src/operations/items/hold-item.ts';
import { listItems } from '../../src/operations/items/list-items.ts';
import { releaseItem } from '../../src/operations/items/release-item.ts';
import { renewItem } from '../../src/operations/items/renew-item.ts';
import { skipItem } from '../../src/operations/items/skip-item.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { bob, type OperationsHarness, openOperationsHarness, startTime } from './operations-harness.ts';

const workflowText = `
workflows:
  ask:
    graph:
      say: { type: yield, message: "Say something" }
`;

let harness: OperationsHarness;
let item: string;
beforeEach(async () => {
  harness = await openOperationsHarness({ 'desk.yaml': workflowText }, {});
  const { run } = await harness.perform(startRun, { workflow: 'ask' });
  await harness.until(run, ({ items }) => items > 0);
  item = (await harness.perform(listItems, { run })).items[0]?.item ?? '';
});
afterEach(() => harness.close());

const at = (ms: number): string => new Date(startTime + ms).toISOString();

test('[F1.2] workers of one account are separate: an item that the account holds is not checked out twice', async () => {
  await harness.perform(holdItem, { item, leaseMs: 60_000, idempotencyKey: 'first worker' });
  expect(await harness.refused(holdItem, { item, idempotencyKey: 'second worker' })).toMatchObject({
    code: 'work_item_held',
    message: `The work item “${item}” is held by yourself until ${at(60_000)}.`,
    suggestedAction: expect.stringContaining('renew'),
  });
});

test('[F1.2] only the holder renews a checkout', async () => {
  expect(await harness.refused(holdItem, { item, renew: true })).toMatchObject({
    code: 'work_item_not_held',
  });
  await harness.perform(holdItem, { item, leaseMs: 60_000 });
  expect(await harness.refused(holdItem, { item, renew: true }, bob)).toMatchObject({
    code: 'work_item_held',
  });
  const { item: renewed } = await harness.perform(holdItem, { item, leaseMs: 600_000, renew: true });
  expect(renewed).toMatchObject({ state: 'held', holder: 'ann', leaseUntil: at(600_000) });
});

const takeovers = [
  ['released', async () => void (await harness.perform(releaseItem, { item })), 'work_item_not_held'],
  [
    'completed',
    async () => void (await harness.perform(completeItem, { item, output: 1 })),
    'work_item_ended',
  ],
  [
    'taken by another',
    async () => {
      await harness.perform(releaseItem, { item });
      await harness.perform(holdItem, { item }, bob);
    },
    'work_item_held',
  ],
] as const;

test.each(takeovers)(
  '[F2.3] a checkout repeated after its item was %s reports that',
  async (_, leave, code) => {
    const request = { item, leaseMs: 60_000, idempotencyKey: 'once' };
    await harness.perform(holdItem, request);
    expect(await harness.perform(holdItem, request)).toMatchObject({
      repeated: true,
      item: { holder: 'ann' },
    });
    const renewal = { item, leaseMs: 90_000, idempotencyKey: 'longer' };
    await harness.perform(renewItem, renewal);
    await leave();
    expect(await harness.refused(holdItem, request)).toMatchObject({ code });
    expect(await harness.refused(renewItem, renewal)).toMatchObject({ code });
  },
);

test('[F2.3] a checkout repeated after another worker of the account took the item reports that it is held', async () => {
  const first = { item, leaseMs: 60_000, idempotencyKey: 'first worker' };
  const renewal = { item, leaseMs: 60_000, renew: true, idempotencyKey: 'longer' };
  await harness.perform(holdItem, first);
  await harness.perform(holdItem, renewal);
  expect(await harness.perform(holdItem, first)).toMatchObject({ repeated: true });
  await harness.perform(releaseItem, { item });
  await harness.perform(holdItem, { item, idempotencyKey: 'second worker' });
  for (const request of [first, renewal]) {
    expect(await harness.refused(holdItem, request)).toMatchObject({
      code: 'work_item_held',
      message: expect.stringContaining('by yourself'),
    });
  }
});

test('[F1.2] an item that is taken concurrently is neither skipped nor delegated by another principal', async () => {
  const bobWithoutAdmin = { ...bob, scopes: new Set([...bob.scopes].filter((scope) => scope !== 'admin')) };
  for (const [operation, input] of [
    [skipItem, { item }],
    [delegateItem, { item, to: 'bob' }],
  ] as const) {
    const [held, other] = await Promise.allSettled([
      harness.perform(holdItem, { item }),
      harness.call(bobWithoutAdmin, operation.name, input),
    ]);
    expect([held.status, other.status]).toEqual(['fulfilled', 'rejected']);
    expect(await harness.perform(getItem, { item })).toMatchObject({ state: 'held', holder: 'ann' });
    await harness.perform(releaseItem, { item });
  }
});

test('[F2.1] a repeated delegation returns the same, even if another principal holds the item now', async () => {
  const bobWithoutAdmin = { ...bob, scopes: new Set([...bob.scopes].filter((scope) => scope !== 'admin')) };
  const request = { item, to: 'ann', idempotencyKey: 'over to you' };
  await harness.perform(delegateItem, request, bobWithoutAdmin);
  expect(await harness.perform(delegateItem, request, bobWithoutAdmin)).toMatchObject({ repeated: true });
});

test('[F2.3] a checkout repeated after its lease has ended reports that the item is not held', async () => {
  const request = { item, leaseMs: 60_000, idempotencyKey: 'once' };
  const { run } = await harness.perform(holdItem, request);
  harness.clock.advance(60_000);
  await harness.until(run.run, ({ seq }) => seq > run.seq);
  expect(await harness.refused(holdItem, request)).toMatchObject({
    code: 'work_item_not_held',
    suggestedAction: expect.stringContaining('new key'),
  });
});
