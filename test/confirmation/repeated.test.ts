/** A confirmation and an idempotency key: a refusal does not use the key up, and a repetition is not asked again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnyOperation, createRegistry, registry } from '../../src/operations/index.ts';
import { openRestFixture, openRestFixtureAt, type RestFixture } from '../rest/rest-fixture.ts';

const source =
  'workflows: { say: { params: { text: str }, graph: { say: { call: echo, args: { text: $text } } } } }';

let started = 0;
/** Starting a run asks for a confirmation of how many there are. */
const start: AnyOperation = {
  ...registry.get('runs.start'),
  confirmation: async () => ({ message: 'A run starts.', bound: started }),
  async perform(...given) {
    const run = await registry.get('runs.start').perform(...given);
    started += 1;
    return run;
  },
};
const confirming = createRegistry(
  registry.names.map((name) => (name === start.name ? start : registry.get(name))),
);

let fixture: RestFixture;
/** Another process of the same folder. */
let attached: RestFixture;
beforeAll(async () => {
  fixture = await openRestFixture({ 'say.yaml': source }, confirming);
  attached = await openRestFixtureAt(fixture.folder, confirming);
});
afterAll(async () => {
  await attached.close();
  await fixture.close();
});

const send = (body: object, by = fixture) => by.ask('POST /v1/runs', { body: { workflow: 'say', ...body } });

test('[O4.2][F2.1] the key is free until the confirmed call, and a repetition returns its result without a question', async () => {
  const body = { params: { text: 'Hi' }, idempotencyKey: 'k-1' };
  const asked = await send(body);
  expect([asked.status, started]).toEqual([428, 0]);
  const confirmToken = asked.textAt('context.confirm_token');
  const done = await send({ ...body, confirmToken });
  expect([done.status, done.body]).toEqual([201, expect.objectContaining({ repeated: false })]);
  for (const again of [await send(body), await send({ ...body, confirmToken })]) {
    expect(again.body).toMatchObject({ repeated: true, run: done.textAt('run') });
  }
  expect((await send({ ...body, params: { text: 'Ho' } })).textAt('error_code')).toBe('idempotency_conflict');
});

test('[O4.2] the key is not part of what is confirmed', async () => {
  const asked = await send({ params: { text: 'Hi' }, idempotencyKey: 'k-2' });
  const confirmToken = asked.textAt('context.confirm_token');
  expect((await send({ params: { text: 'Hi' }, idempotencyKey: 'k-3', confirmToken })).status).toBe(201);
});

test('[O4.2][R6.1] every process of the data folder accepts the token', async () => {
  const asked = await send({ params: { text: 'Hi' } }, attached);
  expect(asked.status).toBe(428);
  const confirmToken = asked.textAt('context.confirm_token');
  expect((await send({ params: { text: 'Hi' }, confirmToken })).status).toBe(201);
  expect((await send({ params: { text: 'Hi' }, confirmToken }, attached)).status).toBe(428);
});
