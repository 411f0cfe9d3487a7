import { afterEach, beforeEach, expect, test } from 'vitest';
import { submitCase } from '../../src/operations/cases/submit-case.ts';
import { callOperation } from '../../src/operations/contract/call-operation.ts';
import { registry } from '../../src/operations/registry.ts';
import { purgeRuns } from '../../src/operations/retention/purge-runs.ts';
import {
  ann,
  isOver,
  type OperationsHarness,
  openOperationsHarness,
  startTime,
} from '../operations/operations-harness.ts';

let harness: OperationsHarness;

beforeEach(async () => {
  harness = await openOperationsHarness({
    'say.yaml':
      'workflows: { say: { params: { text: str }, graph: { say: { call: echo, args: { text: $text } } } } }',
  });
});
afterEach(() => harness.close());

const submission = { spec_id: 'say', case_data: { text: 'Hi' }, idempotency_key: 'k' };

test('[F2.1] a repeat is answered from what was written with the start: nothing is ordered, opened or read again', async () => {
  const first = await harness.perform(submitCase, submission);
  const at = new Date(startTime).toISOString();
  expect(first).toMatchObject({ status: 'running', created_at: at });
  await harness.until(first.case_id, isOver);
  await harness.clock.advance(60_000);
  const idle = { ...harness.services, engine: broken('the engine'), library: broken('the library') };
  const again = await callOperation(registry, idle, ann, submitCase.name, submission);
  expect(again).toEqual(first);
});

/** Whoever uses anything of it fails. */
const broken = (what: string): never =>
  new Proxy({} as never, {
    get: () => {
      throw new Error(`Somebody has asked ${what}.`);
    },
  });

test('[F2.1] a repeat is told the same when the case was removed, and when its specification is gone', async () => {
  const { specification, ...first } = await harness.perform(submitCase, submission);
  expect(specification).toMatchObject({ spec_id: 'say' });
  await harness.until(first.case_id, isOver);
  await harness.clock.advance(1_000);
  expect(await harness.perform(purgeRuns, { olderThan: '0s' })).toMatchObject({ purged: 1 });
  expect(await harness.perform(submitCase, submission)).toEqual(first);
});
