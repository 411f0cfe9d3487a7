/** Webhooks for agents: the tools `cases_subscribe` and `cases_unsubscribe`. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, openToolFixture, type ToolFixture } from '../tools/tool-fixture.ts';

let tools: ToolFixture;
beforeAll(async () => {
  tools = await openToolFixture();
});
afterAll(() => tools.close());

const url = 'https://hooks.example.com/cases';
const asking = async (): Promise<string> =>
  String((await tools.succeed('workflow_run', { workflow_id: 'ask' }))['run_id']);

test('[F3.4] cases/subscribe answers as the design specifies, and the same again under its key', async () => {
  const case_id = await asking();
  const subscribeInput = {
    case_id,
    callback_url: url,
    events: ['case_completed', 'case_failed'],
    idempotency_key: 'sub-z1',
  };
  const first = await tools.succeed('cases/subscribe', subscribeInput);
  expect(first).toMatchObject({
    subscription_id: expect.stringMatching(/^sub_/),
    expires_at: expect.stringMatching(/Z$/),
    polling_fallback: expect.stringMatching(new RegExp(`/v1/cases/${case_id}/status$`)),
    secret: expect.stringMatching(/^whsec_/),
  });
  const life = Date.parse(String(first['expires_at'])) - Date.now();
  expect(Math.round(life / 60_000)).toBe(120);
  expect(await tools.succeed('cases_subscribe', subscribeInput)).toEqual(first);
  expect(await tools.refused('cases_subscribe', { ...subscribeInput, expires_in: 60 })).toMatchObject({
    error: 'idempotency_conflict',
    http_status: 409,
  });
});

test('[F3.4] with subscription_id it is renewed, and its secret is not returned again', async () => {
  const case_id = await asking();
  const { subscription_id } = await tools.succeed('cases_subscribe', { case_id, callback_url: url });
  const renewed = await tools.succeed('cases_subscribe', { subscription_id, expires_in: 86_400 });
  const life = Date.parse(String(renewed['expires_at'])) - Date.now();
  expect(Math.round(life / 3_600_000)).toBe(24);
  expect(renewed).toMatchObject({ subscription_id, case_id, callback_url: url });
  expect(renewed).not.toHaveProperty('secret');
  const moved = { subscription_id, callback_url: `${url}/new`, events: ['case_failed'] };
  expect(await tools.refused('cases_subscribe', moved)).toMatchObject({
    error: 'invalid_input',
    violations: [{ path: 'callback_url' }, { path: 'events' }],
  });
  expect(await tools.succeed('cases/unsubscribe', { subscription_id })).toEqual({ subscription_id });
  expect(await tools.refused('cases_unsubscribe', { subscription_id })).toMatchObject({
    error: 'subscription_not_found',
    http_status: 404,
  });
});

test('[F3.4][F3.5] all errors are reported at once, in the terms of the tool', async () => {
  const case_id = await asking();
  const wrong = {
    case_id,
    callback_url: 'http://127.0.0.1/',
    events: ['case_complete'],
    secret: 'short',
    expires_in: 5,
  };
  const refused = await tools.refused('cases_subscribe', wrong);
  expect(refused).toMatchObject({ error: 'invalid_input', http_status: 400 });
  const { violations } = refused as { violations: { path: string }[] };
  expect(violations.map(({ path }) => path)).toEqual(['events.0', 'secret', 'expires_in', 'callback_url']);
  expect(refused['message']).toMatch(
    /“expires_in” must be a time from a minute to 30 days\..*“callback_url” must be public, and 127\.0\.0\.1/,
  );
  expect(JSON.stringify(refused)).toContain('case_completed');
  const hidden = await tools.refused('cases_subscribe', {
    case_id,
    callback_url: 'https://[::ffff:10.0.0.1]/',
  });
  expect(hidden).toMatchObject({
    error: 'invalid_callback',
    http_status: 400,
    violations: [{ path: 'callback_url', message: expect.stringContaining('“callback_url” must be public') }],
  });
  const nothing = await tools.refused('cases_subscribe', {});
  expect(nothing).toMatchObject({ violations: [{ path: 'callback_url' }, { path: 'case_id' }] });
  expect(JSON.stringify(nothing)).not.toMatch(/“(run|workflow|url)”/);
  const both = await tools.refused('cases_subscribe', { case_id, spec_id: 'ask', callback_url: url });
  expect(both['message']).toContain('“spec_id” must be left out if “case_id” is given');
});

test('[F3.4] an agent of the design may subscribe to a case, and to no specification', async () => {
  const agent = {
    ...ann,
    scopes: new Set(['workflows:launch', 'workflows:query', 'workitems:manage'] as const),
  };
  const { status } = await tools.invoke(
    'cases_subscribe',
    { case_id: await asking(), callback_url: url },
    agent,
  );
  expect(status).toBe(200);
  expect(await tools.refused('cases_subscribe', { spec_id: 'ask', callback_url: url }, agent)).toMatchObject({
    error_code: 'missing_scope',
    http_status: 403,
    context: { scope: 'webhooks:manage' },
  });
});
