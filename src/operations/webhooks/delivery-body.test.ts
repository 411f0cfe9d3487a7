import { expect, test } from 'vitest';
import { createMemoryStore, type Message } from '../../runtime/index.ts';
import { deliveryBody } from './delivery-body.ts';

const message = (event: Message['event'], body: object): Message => ({
  tenant: 'acme',
  id: 'dlv_1',
  run: 'run_1',
  event,
  target: 'sub_1',
  place: 'hooks.example.com',
  body: JSON.stringify({ seq: 3, at: 0, workflow: 'order', version: '2', ...body }),
  createdAt: 0,
  dueAt: 0,
  attempts: 0,
  failure: '',
  givenUpAt: null,
});

const bodyOf = async (event: Message['event'], body: object): Promise<unknown> =>
  JSON.parse(await deliveryBody(createMemoryStore(), message(event, body), 'https://flows.example.com/poll'));

test('[F3.1] the body of a completed case', async () => {
  expect(await bodyOf('case_completed', { output: { record: { a: { value: 1 } } } })).toEqual({
    event_type: 'case_completed',
    case_id: 'run_1',
    outcome: { a: 1 },
    timestamp: '1970-01-01T00:00:00.000Z',
    spec_id: 'order',
    specification: 'order',
    version: '2',
    subscription_id: 'sub_1',
    delivery_id: 'dlv_1',
    sequence: 3,
  });
});

test('[F3.1] an outcome that was removed with its case, or is too large, is left out with a reason', async () => {
  const blob = (size: number) => ({ output: { blob: { hash: 'f'.repeat(64), size } } });
  expect(await bodyOf('case_completed', blob(100))).toMatchObject({
    outcome: null,
    outcome_left_out: expect.stringContaining('removed together with the case'),
  });
  for (const body of [
    blob(300_000),
    {},
    { output: { list: [blob(200_000).output, blob(100_000).output] } },
  ]) {
    expect(await bodyOf('case_completed', body)).toMatchObject({
      outcome: null,
      outcome_left_out: expect.stringContaining('https://flows.example.com/poll'),
    });
  }
});

test('[F3.1] every other event has its subject and no outcome', async () => {
  const failure = { code: 'x', message: 'no' };
  expect(await bodyOf('case_failed', { failure })).toMatchObject({ outcome: null, reason: 'x', failure });
  expect(await bodyOf('case_cancelled', {})).toMatchObject({ outcome: null, reason: 'cancelled' });
  const item = { id: 'run_1.2', task: 'ask', reason: 'work' };
  expect(await bodyOf('work_item_offered', { item })).toMatchObject({
    outcome: null,
    workitem_id: 'run_1.2',
    task_name: 'ask',
    workitem_reason: 'work',
  });
});
