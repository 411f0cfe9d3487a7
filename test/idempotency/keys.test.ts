/** The guarantees of one process for keys, with receipts of the store alone and with shared ones in front of them. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import { submitCase } from '../../src/operations/cases/submit-case.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { holdItem } from '../../src/operations/items/hold-item.ts';
import { listItems } from '../../src/operations/items/list-items.ts';
import { releaseItem } from '../../src/operations/items/release-item.ts';
import { listRuns } from '../../src/operations/runs/list-runs.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { createMemorySharedReceipts, defaultEngineLimits } from '../../src/runtime/index.ts';
import {
  bob,
  type OpenSharedReceipts,
  type OperationsHarness,
  openOperationsHarness,
  stranger,
} from '../operations/operations-harness.ts';

const workflowSource = `
workflows:
  ask:
    params: { who: { type: string, default: "" } }
    graph:
      say: { type: yield, message: "Say something" }
  nap:
    graph:
      rest: { wait: 1 hour }
`;

const life = defaultEngineLimits.receiptLife;

const backends: readonly (readonly [name: string, share: OpenSharedReceipts])[] = [
  ['sqlite', async () => undefined],
  [
    'memory',
    async ({ store, clock }) =>
      createMemorySharedReceipts({ clock, life, identity: await store.journals.identity() }),
  ],
];

describe.each(backends)('with %s', (_, share) => {
  let harness: OperationsHarness;
  const open = async (limits = {}): Promise<void> => {
    harness = await openOperationsHarness({ 'desk.yaml': workflowSource }, {}, limits, share);
  };
  beforeEach(() => open());
  afterEach(() => harness.close());

  const submission = { spec_id: 'ask', case_data: { who: 'Ann' }, idempotency_key: 'agent-1-ask-1' };
  const count = async (): Promise<number> => (await harness.perform(listRuns, {})).runs.length;
  const submit = (some: object = {}, by = bob) => harness.perform(submitCase, { ...submission, ...some }, by);

  test('[F2.1] a repeat returns the same case, in any state', async () => {
    const first = await submit();
    const { items } = await harness.perform(listItems, { run: first.case_id });
    await harness.perform(completeItem, { item: items[0]?.item, output: 1 });
    await harness.until(first.case_id, ({ endedAt }) => endedAt !== null);
    expect(await submit()).toEqual(first);
    expect(await count()).toBe(1);
  });

  test('[F2.1] fifty concurrent requests make one case, and all get the same answer', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => submit()));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await count()).toBe(1);
  });

  test('[F2.1] a caller that waits for the run does not delay a repeat', async () => {
    // The clock does not advance, so neither the run nor the wait for it ends.
    const start = { workflow: 'nap', idempotencyKey: 'k' };
    const ending = new AbortController();
    const waiting = harness.perform(startRun, { ...start, waitMs: 20_000 }, bob, ending.signal);
    const again = await harness.perform(startRun, start, bob);
    ending.abort();
    expect((await waiting).run).toBe(again.run);
    expect([await count(), again.repeated]).toEqual([1, true]);
  });

  test('[F2.1] a different input under the key is a conflict; keys of other users and other tools are independent', async () => {
    const first = await submit();
    const conflict = await harness.refused(submitCase, { ...submission, case_data: { who: 'Eve' } }, bob);
    expect(conflict.code).toBe('idempotency_conflict');
    expect((await submit({}, stranger)).case_id).not.toBe(first.case_id);
    const other = await harness.perform(
      startRun,
      { workflow: 'ask', idempotencyKey: submission.idempotency_key },
      bob,
    );
    expect(other).toMatchObject({ repeated: false });
  });

  test('[F2.1] a refusal has no receipt: a corrected request with the same key succeeds', async () => {
    expect((await harness.refused(submitCase, { ...submission, spec_id: 'no such' }, bob)).code).toMatch(/./);
    expect(
      (await harness.refused(submitCase, { ...submission, case_data: { who: 5 } as Json }, bob)).violations,
    ).toHaveLength(1);
    expect(await submit()).toMatchObject({ status: 'running' });
    expect(await count()).toBe(1);
  });

  test('[F2.1] nor does one for exceeded capacity; and a repeat needs no capacity', async () => {
    await harness.close();
    await open({ quotaRuns: 1 });
    const full = await submit({ idempotency_key: 'the one' });
    expect((await harness.refused(submitCase, submission, bob)).code).toBe('quota_exceeded');
    const again = await Promise.all([1, 2, 3].map(() => submit({ idempotency_key: 'the one' })));
    expect(again.map(({ case_id }) => case_id)).toEqual([full.case_id, full.case_id, full.case_id]);
    const { items } = await harness.perform(listItems, { run: full.case_id });
    await harness.perform(completeItem, { item: items[0]?.item, output: 1 });
    await harness.until(full.case_id, ({ endedAt }) => endedAt !== null);
    // Two at once with capacity for one: both are the same one.
    const [one, other] = await Promise.all([submit(), submit()]);
    expect(one.case_id).toBe(other.case_id);
  });

  test('[F2.2] a key is valid until its expiry, and not longer', async () => {
    const first = await submit();
    harness.clock.advance(life - 1);
    expect((await submit()).case_id).toBe(first.case_id);
    harness.clock.advance(1);
    const next = await submit();
    expect(next.case_id).not.toBe(first.case_id);
    // It is a new one, with its own expiry.
    harness.clock.advance(life - 1);
    expect((await submit()).case_id).toBe(next.case_id);
  });

  test('[F2.2] a key that is too long, or empty, is refused, and nothing is done', async () => {
    for (const idempotency_key of ['', 'k'.repeat(256), 5]) {
      expect((await harness.refused(submitCase, { ...submission, idempotency_key }, bob)).code).toBe(
        'invalid_input',
      );
    }
    for (const idempotencyKey of ['', 'k'.repeat(256)]) {
      expect((await harness.refused(startRun, { workflow: 'ask', idempotencyKey }, bob)).code).toBe(
        'invalid_input',
      );
    }
    expect(await count()).toBe(0);
    await submit({ idempotency_key: 'k'.repeat(255) });
    expect(await count()).toBe(1);
  });

  test('[F2.3] a repeated checkout returns the same item while it is held, and none after that', async () => {
    const { case_id: run } = await submit();
    await harness.until(run, ({ items }) => items > 0);
    const item = (await harness.perform(listItems, { run })).items[0]?.item ?? '';
    const hold = { item, leaseMs: 60_000, idempotencyKey: 'checkout-1' };
    const [first, second] = await Promise.all([1, 2].map(() => harness.perform(holdItem, hold)));
    expect([first?.repeated, second?.repeated].toSorted()).toEqual([false, true]);
    expect(second?.item).toEqual(first?.item);
    await harness.perform(releaseItem, { item });
    expect((await harness.refused(holdItem, hold)).code).toBe('work_item_not_held');
    await harness.perform(holdItem, { item }, bob);
    expect((await harness.refused(holdItem, hold)).code).toBe('work_item_held');
    await harness.perform(completeItem, { item, output: 'done' }, bob);
    expect((await harness.refused(holdItem, hold)).code).toBe('work_item_ended');
  });

  test('[F2.3] nor after its lease has ended', async () => {
    const { case_id: run } = await submit();
    await harness.until(run, ({ items }) => items > 0);
    const item = (await harness.perform(listItems, { run })).items[0]?.item ?? '';
    const hold = { item, leaseMs: 60_000, idempotencyKey: 'checkout-1' };
    await harness.perform(holdItem, hold);
    harness.clock.advance(60_001);
    await expect.poll(async () => (await harness.refused(holdItem, hold)).code).toBe('work_item_not_held');
  });
});
