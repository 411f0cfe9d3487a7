/** Sessions of guides over REST and JSON-RPC, which take and return the same as MCP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSecuredServer, type SecuredServer, tokenOf } from '../access/secured-server.ts';
import { type Fields, goodPlan, shipping } from './guided-agent.ts';

let server: SecuredServer;
const agentToken = tokenOf('a', { subject: 'robot', kind: 'agent' });
const personToken = tokenOf('a', { subject: 'petra' });

beforeAll(async () => {
  server = await openSecuredServer({ tenants: ['a'], workflows: { 'ship.yaml': shipping } });
});

afterAll(() => server.close());

async function post(
  path: string,
  body: object,
  token = agentToken,
): Promise<Fields & { readonly status: number }> {
  const { status, json } = await server.ask(path, { token, body });
  return { ...(json as Fields), status };
}

/** The only open item of a run. */
async function openOf(run: unknown): Promise<Fields> {
  const { json } = await server.ask(`/v1/runs/${run}?waitMs=5000`, { token: agentToken });
  const [wait = {}] = (json as { readonly waitingFor: readonly Fields[] }).waitingFor;
  return wait;
}

test('[U8.1][U8.2][U8.3][U8.4] over REST: refused, accepted, confirmed by a person only, forked', async () => {
  const started = await post('/v1/runs', { workflow: 'ship-it', params: { context: { parts: [] } } });
  expect(started).toMatchObject({ status: 201 });
  const { run } = started;
  const plan = await openOf(run);
  expect(plan).toMatchObject({ task: 'plan', guide: { kind: 'step' }, mayAnswer: true });
  const item = `/v1/items/${plan['item']}`;
  expect(await post(`${item}/complete`, { output: { output: 'A plan.' } })).toMatchObject({
    status: 400,
    error_code: 'answer_refused',
    violations: [{ path: 'output.output', rule: 'contains' }, { rule: 'length' }],
  });
  const kept = await post(`${item}/complete`, { output: { output: goodPlan }, idempotencyKey: 'plan-1' });
  expect(kept).toMatchObject({ status: 200, repeated: false });
  const again = await post(`${item}/complete`, { output: { output: goodPlan }, idempotencyKey: 'plan-1' });
  expect(again).toMatchObject({ status: 200, repeated: true });
  await post(`/v1/items/${(await openOf(run))['item']}/complete`, { output: 'Released.' });
  const confirmation = `/v1/items/${(await openOf(run))['item']}/complete`;
  expect(await post(confirmation, { output: { confirmed: true } })).toMatchObject({
    status: 403,
    error_code: 'person_required',
  });
  expect(await post(confirmation, { texts: { confirmed: 'yes' } }, personToken)).toMatchObject({
    status: 200,
  });
  expect(await openOf(run)).toMatchObject({ task: 'tell' });

  const fork = await post(`/v1/runs/${run}/fork`, { step: 'plan' });
  expect(fork).toMatchObject({ status: 201, origin: { kind: 'fork', run, at: 1 } });
  expect(await openOf(fork['run'])).toMatchObject({ task: 'plan', reason: 'work' });
});

test('[U8.1][U8.2] over JSON-RPC: each answer contains the next step, and a refusal contains the issues', async () => {
  const call = async (method: string, params: object): Promise<Fields> => {
    const { json } = await server.ask('/rpc', {
      token: agentToken,
      body: { jsonrpc: '2.0', id: 1, method, params },
    });
    return json as Fields;
  };
  const started = await call('workflow_run', {
    workflow_id: 'ship-it',
    inputs: { context: { parts: ['a'] } },
  });
  const { work_item_id: workitem_id, message } = started['result'] as Fields;
  expect(message).toContain('Plan [unset: goal].');
  expect(await call('workitems_complete', { workitem_id, output_data: 'A plan.' })).toMatchObject({
    error: { data: { error_code: 'answer_refused', violations: [{ rule: 'contains' }, { rule: 'length' }] } },
  });
  expect(await call('workitems_complete', { workitem_id, output_data: goodPlan })).toMatchObject({
    result: {
      status: 'completed',
      work_items: [{ task_name: 'build-part', guide: { loops: [{ total: 1 }] } }],
    },
  });
});

test('[U8.2] refused outputs and secrets of the server are in no log', async () => {
  const { run } = await post('/v1/runs', { workflow: 'ship-it', params: { context: { parts: [] } } });
  const secret = 'the-signing-secret-of-a-is-long-enough';
  const { item } = await openOf(run);
  const refused = await post(`/v1/items/${item}/complete`, { output: `Short: ${secret} hush-hush` });
  expect(refused).toMatchObject({ status: 400 });
  await post(`/v1/items/${item}/complete`, { output: `${goodPlan} ${secret} hush-hush` });
  expect(server.logged()).toContain('answer_refused');
  expect(server.logged()).not.toMatch(/hush-hush|signing-secret/);
});
