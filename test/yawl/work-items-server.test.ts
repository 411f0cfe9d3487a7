/** Tests items of a real specification on a real server, over MCP and REST, across a restart. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSecuredServer, type SecuredServer, tokenOf } from '../access/secured-server.ts';
import { connectTestClient, type TestClient } from '../mcp/test-client.ts';
import { members, panel } from './panel-specification.ts';

const work = ['workitems:manage', 'workflows:query', 'workflows:launch'];
const ann = tokenOf('acme', { subject: 'ann', scopes: work });
const bob = tokenOf('acme', { subject: 'bob', scopes: work });
const op = tokenOf('acme', { subject: 'op', scopes: [...work, 'admin'] });

let securedServer: SecuredServer;
const testClients: TestClient[] = [];
beforeEach(async () => {
  securedServer = await openSecuredServer({ tenants: ['acme'], workflows: { 'panel.yawl': panel } });
});
afterEach(async () => {
  await Promise.all(testClients.splice(0).map((testClient) => testClient.close()));
  await securedServer.close();
});

async function connect(token: string): Promise<TestClient> {
  const testClient = await connectTestClient('present, 2026', `${securedServer.url}/mcp`, {
    headers: { authorization: `Bearer ${token}` },
  });
  testClients.push(testClient);
  return testClient;
}

const send = async (path: string, token: string, body: object = {}) => {
  const { status, json } = await securedServer.ask(path, { token, body });
  return { status, json: json as never } as { readonly status: number; readonly json: never };
};

const started = async (token: string): Promise<string> => {
  const { json } = await send('/v1/runs', token, { workflow: 'Panel', params: members, waitMs: 20_000 });
  return (json as { readonly run: string }).run;
};

const at = (run: string, id: string): string => `/v1/items/${encodeURIComponent(`${run}${id}`)}`;

test('[Y3.7] [F2.3] instances are claimed, added, suspended, rolled back and forced, across a restart', async () => {
  const run = await started(ann);
  let agent = await connect(ann);
  expect((await agent.call('workitems_list', { case_id: run })).value).toMatchObject({
    work_items: [{ yawl_id: `${run}:Ask`, yawl_status: 'Enabled', task_name: 'Ask' }],
  });
  const request = { workitem_id: `${run}:Ask`, idempotency_key: 'first' };
  const taken = (await agent.call('workitems_checkout', request)).value;
  expect(taken).toMatchObject({
    ...{ yawl_id: `${run}.1:Ask`, yawl_status: 'Executing', holder: 'ann' },
    workitem_data: { who: 'ann' },
    parent_id: expect.any(String),
    sibling_ids: { length: 1 },
  });
  const other = await connect(bob);
  expect((await other.call('workitems_checkout', { workitem_id: `${run}:Ask` })).value).toMatchObject({
    error_code: 'work_item_divided',
    message: expect.stringContaining(`Available: “${run}.2:Ask”.`),
  });
  const mismatch = { workitem_id: `${run}.1:Ask`, instance_data: { name: 'cy' } };
  expect((await agent.call('workitems_add_instance', mismatch)).value).toMatchObject({
    error_code: 'answer_refused',
    violations: [{ path: 'instance_data' }],
  });
  const added = await agent.call('workitems_add_instance', {
    workitem_id: `${run}.1:Ask`,
    instance_data: 'cy',
    idempotency_key: 'one more',
  });
  expect(added.value).toMatchObject({ yawl_id: `${run}.3:Ask`, yawl_status: 'Fired' });

  await securedServer.restart();
  agent = await connect(ann);
  expect((await agent.call('workitems_checkout', request)).value).toMatchObject({
    repeated: true,
    workitem_id: taken['workitem_id'],
    yawl_id: `${run}.1:Ask`,
  });
  expect((await send(`${at(run, '.3:Ask')}/hold`, bob)).json).toMatchObject({
    item: { input: { who: 'cy' }, holder: 'bob', yawlStatus: 'Executing' },
  });
  expect((await send(`${at(run, '.3:Ask')}/suspend`, bob)).json).toMatchObject({
    item: { yawlStatus: 'Suspended', paused: true },
  });
  expect((await send(`${at(run, '.3:Ask')}/complete`, bob, { output: { answer: 'x' } })).json).toMatchObject({
    error_code: 'work_item_paused',
  });
  expect((await send(`${at(run, '.3:Ask')}/resume`, bob)).status).toBe(200);
  expect((await send(`${at(run, '.3:Ask')}/rollback`, bob)).json).toMatchObject({
    item: { yawlStatus: 'Fired', holder: '' },
  });
  const { status } = await send(`${at(run, '.2:Ask')}/force`, op, { output: { answer: 'forced' } });
  expect(status).toBe(200);
  await agent.call('workitems_complete', { workitem_id: `${run}.1:Ask`, output_data: { answer: 'mine' } });
  await send(`${at(run, '.3:Ask')}/complete`, bob, { output: { answer: 'last' } });
  const { json } = await securedServer.ask(`/v1/items?run=${run}&states=completed&states=withdrawn`, {
    token: op,
  });
  const items = (json as { readonly items: readonly { yawlId: string; yawlStatus: string }[] }).items;
  expect(items.map(({ yawlId, yawlStatus }) => `${yawlId.replace(run, '')} ${yawlStatus}`).sort()).toEqual([
    '.1:Ask Complete',
    '.2:Ask ForcedComplete',
    '.3:Ask Complete',
    ':Ask Complete',
  ]);
  // The composite task is the fourth execution of its net.
  expect((await agent.call('cases_status', { case_id: run, wait_ms: 20_000 })).value).toMatchObject({
    waiting_for: [
      { yawl_id: `${run}.4:Read`, yawl_status: 'Enabled' },
      { yawl_id: `${run}.4:Refuse`, yawl_status: 'Enabled' },
    ],
  });
});

test('[Y7.3] the state of a case is a marking, at every interface', async () => {
  const run = await started(ann);
  const agent = await connect(ann);
  const marking = async () =>
    (await agent.call('cases_status', { case_id: run, marking: true })).value['marking'];
  expect(await marking()).toEqual([
    { case_id: run, net: 'Panel', conditions: [{ id: 'i', tokens: 1, next: ['Ask'] }], tasks: [] },
  ]);
  await send(`${at(run, ':Ask')}/hold`, ann);
  const asking = { id: 'Ask', active: 2, entered: 1, executing: 1, complete: 0 };
  expect(await marking()).toMatchObject([
    {
      conditions: [],
      tasks: [
        {
          ...asking,
          instances: [
            { case_id: `${run}.1`, state: 'executing' },
            { case_id: `${run}.2`, state: 'entered' },
          ],
        },
      ],
    },
  ]);
  await send(`${at(run, '.1:Ask')}/complete`, ann, { output: { answer: 'a' } });
  expect(await marking()).toMatchObject([
    { tasks: [{ ...asking, executing: 0, complete: 1, instances: [{ case_id: `${run}.2` }] }] },
  ]);
  await send(`${at(run, '.2:Ask')}/complete`, ann, { output: { answer: 'b' } });
  await send(`${at(run, '.3:Read')}/complete`, ann);
  const { json } = await securedServer.ask(`/v1/cases/${run}/status?marking=true&xml=true`, { token: ann });
  expect(json).toMatchObject({
    marking: [
      { case_id: run, net: 'Panel', tasks: [{ id: 'Judge', executing: 1 }] },
      {
        ...{ case_id: `${run}.3`, net: 'Judging', task: 'Judge' },
        conditions: [{ id: 'done', tokens: 1, next: ['Sign'] }],
      },
    ],
    marking_xml:
      `<caseState caseID="${run}" specID="Panel">` +
      `<task id="Judge"><mi_active><identifier>${run}.3</identifier></mi_active><mi_entered></mi_entered>` +
      `<mi_executing><identifier>${run}.3</identifier></mi_executing><mi_complete count="0"/></task>` +
      `<condition id="done"><identifier>${run}.3</identifier><flowsInto><nextElementRef id="Sign"/></flowsInto></condition>` +
      '</caseState>',
  });
  await send(`${at(run, '.3:Sign')}/complete`, ann);
  expect(await marking()).toEqual([]);
  const ended = await agent.call('cases_status', { case_id: run, marking: true, include_xml: true });
  expect(ended.value['marking_xml']).toBe(`<caseState caseID="${run}" specID="Panel"/>`);
});

test('[Y3.8] a case is suspended and resumed by tools: open offers stay, nothing new starts', async () => {
  const run = await started(ann);
  const agent = await connect(ann);
  expect((await agent.call('cases_suspend', { case_id: run })).value).toMatchObject({ state: 'suspended' });
  expect((await agent.call('workitems_checkout', { workitem_id: `${run}:Ask` })).value).toMatchObject({
    error_code: 'work_item_paused',
    suggested_action: expect.stringContaining('“cases_resume”'),
  });
  expect((await agent.call('cases_resume', { case_id: run })).value).toMatchObject({ state: 'executing' });
  expect((await agent.call('workitems_checkout', { workitem_id: `${run}:Ask` })).isError).toBe(false);
});
