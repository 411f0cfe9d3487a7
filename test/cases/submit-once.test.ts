import { afterEach, beforeEach, expect, test } from 'vitest';
import { submitCase } from '../../src/operations/cases/submit-case.ts';
import { callOperation } from '../../src/operations/contract/call-operation.ts';
import { registry } from '../../src/operations/registry.ts';
import { purgeRuns } from '../../src/operations/retention/purge-runs.ts';
import { ann, isOver, type Office, openingTime, openOffice } from '../operations/office.ts';

let office: Office;

beforeEach(async () => {
  office = await openOffice({
    'say.yaml':
      'workflows: { say: { params: { text: str }, graph: { say: { call: echo, args: { text: $text } } } } }',
  });
});
afterEach(() => office.close());

const order = { spec_id: 'say', case_data: { text: 'Hi' }, idempotency_key: 'k' };

test('[F2.1] a repeat is answered from what was written with the start: nothing is ordered, opened or read again', async () => {
  const first = await office.perform(submitCase, order);
  const at = new Date(openingTime).toISOString();
  expect(first).toMatchObject({ status: 'running', created_at: at });
  await office.until(first.case_id, isOver);
  await office.clock.advance(60_000);
  const idle = { ...office.services, engine: broken('the engine'), library: broken('the library') };
  const again = await callOperation(registry, idle, ann, submitCase.name, order);
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
  const { specification, ...first } = await office.perform(submitCase, order);
  expect(specification).toMatchObject({ spec_id: 'say' });
  await office.until(first.case_id, isOver);
  await office.clock.advance(1_000);
  expect(await office.perform(purgeRuns, { olderThan: '0s' })).toMatchObject({ purged: 1 });
  expect(await office.perform(submitCase, order)).toEqual(first);
});
