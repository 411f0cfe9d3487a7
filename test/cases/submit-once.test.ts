import { afterEach, beforeEach, expect, test } from 'vitest';
import { submitCase } from '../../src/operations/cases/submit-case.ts';
import { registry } from '../../src/operations/registry.ts';
import { purgeRuns } from '../../src/operations/retention/purge-runs.ts';
import { callOperation } from '../../src/server/pipeline/pipeline.ts';
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

test('[F2.1] a repeated submission is answered from the receipt: nothing is requested, opened or read again', async () => {
  const first = await harness.perform(submitCase, submission);
  const at = new Date(startTime).toISOString();
  expect(first).toMatchObject({ status: 'running', created_at: at });
  await harness.until(first.case_id, isOver);
  await harness.clock.advance(60_000);
  const idle = { ...harness.services, engine: broken('the engine'), library: broken('the library') };
  const again = await callOperation(registry, idle, ann, submitCase.name, submission);
  expect(again).toEqual(first);
});

/** Throws on any use. */
const broken = (what: string): never =>
  new Proxy({} as never, {
    get: () => {
      throw new Error(`${what} was used.`);
    },
  });

test('[F2.1] a repeated submission gets the same answer after the case or its specification was removed', async () => {
  const { specification, ...first } = await harness.perform(submitCase, submission);
  expect(specification).toMatchObject({ spec_id: 'say' });
  await harness.until(first.case_id, isOver);
  await harness.clock.advance(1_000);
  expect(await harness.perform(purgeRuns, { olderThan: '0s' })).toMatchObject({ purged: 1 });
  expect(await harness.perform(submitCase, submission)).toEqual(first);
});
