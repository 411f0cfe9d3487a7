/** Tests lists of and requests for items of YAWL tasks, over MCP and REST. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSecuredServer, type SecuredServer, tokenOf } from '../access/secured-server.ts';
import { connectTestClient, type TestClient } from '../mcp/test-client.ts';
import { members, panel } from './panel-specification.ts';
import { specificationText } from './specification-text.ts';

const work = ['workitems:manage', 'workflows:query', 'workflows:launch'];
const ann = tokenOf('acme', { subject: 'ann', scopes: work });
const cy = tokenOf('acme', { subject: 'cy', scopes: work });
const op = tokenOf('acme', { subject: 'op', scopes: [...work, 'admin'] });

const byUser = '<allocate initiator="user"/><start initiator="user"/>';
const offerOf = (inside: string) => `<offer initiator="system">${inside}</offer>${byUser}`;
const apartFrom = (task: string) =>
  offerOf(
    `<distributionSet><initialSet></initialSet><constraints><constraint><name>SeparationOfDuties</name><params><param><key>familiarTask</key><value>${task}</value></param></params></constraint></constraints></distributionSet>`,
  );

/** Both nets have a task A; only the inner one has a task C. */
const twoNets = specificationText({
  uri: 'TwoNets',
  nets: [
    {
      id: 'Outer',
      begin: ['A'],
      tasks: {
        A: { to: ['Inner'] },
        Inner: { to: ['B'], does: 'Inner' },
        B: { to: ['D'], resourcing: apartFrom('A') },
        D: { to: ['E'], resourcing: offerOf('<familiarParticipant taskID="A"/>') },
        E: { to: ['o'], resourcing: apartFrom('C') },
      },
    },
    { id: 'Inner', begin: ['A'], tasks: { A: { to: ['C'], does: 'A' }, C: { to: ['o'] } } },
  ],
});

const string = '<type>string</type><namespace>http://www.w3.org/2001/XMLSchema</namespace>';

/** Shows a hint before its start, and is for cy. */
const hinting = specificationText({
  uri: 'Hinting',
  nets: [
    {
      id: 'Hinting',
      inputs: { n: 'string' },
      begin: ['Work'],
      tasks: {
        Work: {
          to: ['o'],
          resourcing: `<offer initiator="system"><distributionSet><initialSet><participant>cy</participant></initialSet></distributionSet></offer>${byUser}`,
        },
      },
    },
  ],
  work: { Work: { outputs: { said: 'string' } } },
})
  .replace(
    '<resourcing>',
    '<enablementMappings><mapping><expression query="&lt;hint&gt;{/Hinting/n/text()}&lt;/hint&gt;"/><mapsTo>hint</mapsTo></mapping></enablementMappings><resourcing>',
  )
  .replace(
    '</outputParam>\n</decomposition>\n</specification>',
    `</outputParam><enablementParam><index>0</index><name>hint</name>${string}</enablementParam>\n</decomposition>\n</specification>`,
  );

let securedServer: SecuredServer;
const testClients: TestClient[] = [];
beforeEach(async () => {
  securedServer = await openSecuredServer({
    tenants: ['acme'],
    workflows: { 'panel.yawl': panel, 'two.yawl': twoNets, 'hinting.yawl': hinting },
    services: 'participants: { cy: cy }\n',
  });
});
afterEach(async () => {
  await Promise.all(testClients.splice(0).map((testClient) => testClient.close()));
  await securedServer.close();
});

async function toolsOf(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const testClient = await connectTestClient('present, 2026', `${securedServer.url}/mcp`, { headers });
  testClients.push(testClient);
  return async (tool: string, input: object) => (await testClient.call(tool, { ...input })).value;
}

const started = async (workflow: string, params: object = {}): Promise<string> => {
  const { json } = await securedServer.ask('/v1/runs', {
    token: ann,
    body: { workflow, params, waitMs: 20_000 },
  });
  return (json as { readonly run: string }).run;
};

test('[Y3.7] [P3.4] a list shows the data of items, before their start and of each instance, unless it is long', async () => {
  const use = await toolsOf(cy);
  const hinted = await started('Hinting', { n: 'seven' });
  expect(await use('workitems_list', { case_id: hinted })).toMatchObject({
    work_items: [{ yawl_status: 'Enabled', workitem_data: { hint: 'seven' } }],
  });
  const shown = await securedServer.ask(`/v1/items/${encodeURIComponent(`${hinted}:Work`)}?xml=true`, {
    token: cy,
  });
  expect(shown.json).toMatchObject({ inputXml: '<Work><hint>seven</hint></Work>' });

  const asked = await started('Panel', { members: { member: ['ann', 'x'.repeat(3_000)] } });
  await use('workitems_checkout', { workitem_id: `${asked}:Ask` });
  const { work_items } = await use('workitems_list', { case_id: asked });
  expect(work_items).toMatchObject([
    { workitem_data: { who: 'ann' } },
    { left_out: { workitem_data: expect.stringMatching(/^30\d\d characters of JSON are left out/) } },
  ]);
});

test('[Y3.7] [Y6.1] an added instance, a forced answer and a delegation report what does not fit and what is expected', async () => {
  const [use, force] = [await toolsOf(ann), await toolsOf(op)];
  const asked = await started('Panel', members);
  await use('workitems_checkout', { workitem_id: `${asked}:Ask` });
  expect(
    await use('workitems_add_instance', { workitem_id: `${asked}.1:Ask`, instance_data: {} }),
  ).toMatchObject({
    message: expect.stringContaining('“who” must be'),
    violations: [{ path: 'instance_data' }],
  });
  const xml = '<Asking><answer>forced</answer></Asking>';
  expect(
    await force('workitems_force_complete', { workitem_id: `${asked}.2:Ask`, output_xml: xml }),
  ).toMatchObject({
    status: 'completed',
  });

  const item = { workitem_id: `${await started('Hinting', { n: 'x' })}:Work` };
  expect(await force('workitems_delegate', { ...item, to: 'cy', lease_ms: 60_000 })).toMatchObject({
    holder: 'cy',
    lease_until: expect.any(String),
  });
  const endless = await force('workitems_delegate', { ...item, to: 'cy' });
  expect([endless['holder'], endless['lease_until']]).toEqual(['cy', undefined]);
  const answered = await force('workitems_force_complete', { ...item, output_data: { said: 'x' } });
  expect(answered).toMatchObject({
    error_code: 'not_offered_to_you',
    suggested_action: 'Leave the answer out to complete the item as it is.',
  });
  expect(await force('workitems_force_complete', item)).toMatchObject({ status: 'completed' });
});

test('[Y6.2] the rule refers to the task of the same net, not one of the same id in another net; without one, to any net', async () => {
  const run = await started('TwoNets');
  const complete = async (id: string, by: string): Promise<string> => {
    const path = `/v1/items/${encodeURIComponent(`${run}${id}`)}/complete`;
    const { status, json } = await securedServer.ask(path, { token: by, body: {} });
    return status < 300 ? 'done' : (json as { readonly error_code: string }).error_code;
  };
  expect([await complete(':A', cy), await complete('.2:A', ann), await complete('.2:C', ann)]).toEqual(
    Array(3).fill('done'),
  );
  expect([await complete(':B', cy), await complete(':B', ann)]).toEqual(['not_offered_to_you', 'done']);
  expect([await complete(':D', ann), await complete(':D', cy)]).toEqual(['not_offered_to_you', 'done']);
  expect([await complete(':E', ann), await complete(':E', cy)]).toEqual(['not_offered_to_you', 'done']);
});
