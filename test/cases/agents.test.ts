import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openReceiver } from '../webhooks/receiver.ts';
import { type Agent, type AgentServer, type Fields, openAgentServer, tokenOf } from './agent-server.ts';

let agentServer: AgentServer;
let agent: Agent;

beforeAll(async () => {
  agentServer = await openAgentServer();
  agent = agentServer.agent();
});

afterAll(() => agentServer.close());

test('[F1.1] an agent submits a case and polls until the result', async () => {
  const { case_id } = await agent.use('cases_submit', {
    ...{ spec_id: 'InvoiceApproval', idempotency_key: 'e2e-1' },
    case_data: { po_number: 'PO-42', vendor_id: 'V-001', amount: 5000.0 },
  });
  let answered = 0;
  for (;;) {
    const { status, waiting_for, output_data } = await agent.use('cases_status', {
      case_id,
      wait_ms: 20_000,
    });
    if (status === 'completed') {
      expect([answered, output_data]).toEqual([2, { approved: true }]);
      return;
    }
    expect(status).toBe('running');
    const [{ workitem_id, expects }] = Object(waiting_for);
    const output_data_of_item = Object.keys(expects).includes('fits') ? { fits: true } : { approved: true };
    await agent.use('workitems_complete', { workitem_id, output_data: output_data_of_item, wait_ms: 0 });
    answered += 1;
  }
});

test('[F1.1][F3.1] 7.1: a subscriber of a case is notified of its end, and can poll instead', async () => {
  const receiver = await openReceiver();
  try {
    const submission = { spec_id: 'Invoice', case_data: { po: 'PO-42' }, idempotency_key: 'z-inv-7-1' };
    const { case_id } = await agent.use('cases/submit', submission);
    const subscribed = await agent.use('cases/subscribe', {
      case_id,
      callback_url: receiver.url,
      events: ['case_completed', 'case_failed'],
      idempotency_key: 'sub-z1',
    });
    expect(subscribed).toMatchObject({ subscription_id: expect.any(String), expires_at: expect.any(String) });
    const { work_items } = await agent.use('workitems/list', { case_id });
    const [{ workitem_id }] = Object(work_items);
    await agent.use('workitems/complete', { workitem_id, output_data: { paid: true } });
    const isNotified = async (): Promise<boolean> => receiver.receivedRequests.length > 0;
    await vi.waitUntil(isNotified, { timeout: 20_000 });
    const [{ headers, body, json }] = Object(receiver.receivedRequests);
    expect(json).toMatchObject({
      event_type: 'case_completed',
      case_id,
      outcome: { po: 'PO-42', paid: true },
      timestamp: expect.stringMatching(/Z$/),
    });
    const hmac = createHmac('sha256', String(subscribed['secret'])).update(body).digest('hex');
    expect(headers['x-yawl-signature']).toBe(`sha256=${hmac}`);
    const fallback = new URL(String(subscribed['polling_fallback']), agentServer.url);
    const polled = await agent.ask(fallback.pathname);
    expect(polled.json).toMatchObject({ case_id, status: 'completed', output_data: { paid: true } });
  } finally {
    await receiver.close();
  }
});

test('[F3.4] an agent that subscribes after a case has failed is notified of the failure, once', async () => {
  const receiver = await openReceiver();
  try {
    const submission = { spec_id: 'Reject', idempotency_key: 'z-reject-1' };
    const { case_id } = await agent.use('cases_submit', submission);
    expect(await agent.use('cases_status', { case_id, wait_ms: 20_000 })).toMatchObject({ state: 'failed' });
    const callback_url = receiver.url;
    for (const _ of [1, 2])
      await agent.use('cases_subscribe', { case_id, callback_url, idempotency_key: 's' });
    await vi.waitUntil(() => receiver.receivedRequests.length > 0, { timeout: 20_000 });
    const failure = { code: 'error', message: 'Not today' };
    expect(receiver.receivedRequests.map(({ json }) => json)).toMatchObject([
      { event_type: 'case_failed', case_id, outcome: null, reason: 'error', failure },
    ]);
  } finally {
    await receiver.close();
  }
});

test('[F1.2] concurrent agents submit their own cases, and every item is completed once', async () => {
  const agents = Array.from({ length: 10 }, (_, at) => agentServer.agent({ sub: `agent-${at}` }));
  const submitted = await Promise.all(
    agents.flatMap((each, at) =>
      Array.from({ length: 2 }, (_, turn) =>
        each.use('cases_submit', {
          ...{ spec_id: 'Invoice', case_data: { po: `PO-${at}-${turn}` } },
          // The same key, but separate for each agent.
          idempotency_key: `invoice-${turn}`,
        }),
      ),
    ),
  );
  const ids = submitted.map(({ case_id }) => String(case_id));
  expect(new Set(ids).size).toBe(20);
  const completed: string[] = [];
  await Promise.all(
    agents.map(async (each) => {
      // All agents try to take all items.
      for (const case_id of ids) {
        const { work_items } = await each.use('workitems_list', { case_id });
        for (const { workitem_id } of Object(work_items)) {
          const { status } = await each.invoke('workitems_checkout', { workitem_id });
          if (status !== 200) continue;
          await each.use('workitems_complete', { workitem_id, output_data: { paid: true }, wait_ms: 0 });
          completed.push(workitem_id);
        }
      }
    }),
  );
  expect(completed).toHaveLength(20);
  expect(new Set(completed).size).toBe(20);
  const ends = await Promise.all(
    ids.map((case_id) => agent.use('cases_status', { case_id, wait_ms: 20_000 })),
  );
  expect(ends.map(({ status }) => status)).toEqual(ids.map(() => 'completed'));
});

test('[F1.1][W1.1] an expired, forged, foreign or missing token is refused', async () => {
  const now = Math.floor(Date.now() / 1_000);
  const good = tokenOf();
  const [head = '', claims = '', signature = ''] = good.split('.');
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
  const admin = Buffer.from(
    JSON.stringify({ sub: 'z', aud: 'yawl-mcp', iss: 'zai-controller', scope: 'admin' }),
  );
  const tokens: readonly (string | undefined)[] = [
    tokenOf({ exp: now - 3_600, iat: now - 7_200 }),
    tokenOf({}, 'another secret, which is long enough, too'),
    tokenOf({ aud: 'somebody-else' }),
    tokenOf({ iss: 'somebody-else' }),
    tokenOf({ iat: now + 7_200, nbf: now + 7_200 }),
    `${head}.${admin.toString('base64url')}.${signature}`,
    `${unsigned}.${claims}.`,
    `${head}.${claims}.${signature.slice(0, -4)}AAAA`,
    undefined,
  ];
  const body = { tool: 'cases/submit', input: { spec_id: 'Archive', idempotency_key: 'forged' } };
  for (const token of tokens) {
    for (const path of ['/mcp/tools/invoke', '/v1/cases', '/mcp']) {
      const asking = {
        body: path === '/v1/cases' ? body.input : body,
        ...(token === undefined ? {} : { token }),
      };
      const { status, json, headers } = await agentServer.ask(path, asking);
      const error = path === '/mcp' ? Object(json).error.data : json;
      expect([path, status, error]).toMatchObject([path, 401, { error: 'unauthenticated' }]);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer /);
    }
  }
  expect(Object((await agent.ask('/v1/runs?workflow=Archive')).json).runs).toEqual([]);
});

const needed: Readonly<Record<string, string>> = {
  cases_submit: 'workflows:launch',
  cases_status: 'workflows:query',
  cases_cancel: 'workflows:cancel',
  workitems_list: 'workitems:manage',
  workitems_checkout: 'workitems:manage',
  workitems_complete: 'workitems:manage',
  workitems_release: 'workitems:manage',
  workitems_skip: 'workitems:manage',
  workitems_delegate: 'workitems:manage',
  workitems_suspend: 'workitems:manage',
  workitems_resume: 'workitems:manage',
  workitems_rollback: 'workitems:manage',
  workitems_add_instance: 'workitems:manage',
  workitems_force_complete: 'admin',
  cases_suspend: 'workflows:launch',
  cases_resume: 'workflows:launch',
  specifications_list: 'workflows:query',
  specifications_describe: 'specs:read',
};

test('[F1.1][W2.1] a tool without the required scope is refused with 403 and the scope, and is not listed', async () => {
  const all = [...new Set(Object.values(needed))];
  for (const [tool, scope] of Object.entries(needed)) {
    const blind = agentServer.agent({ scope: all.filter((each) => each !== scope).join(' ') });
    const { status, body } = await blind.invoke(tool, { case_id: 'x', workitem_id: 'x', spec_id: 'x' });
    expect([tool, status, body]).toMatchObject([tool, 403, { error: 'unauthorized', http_status: 403 }]);
    expect([tool, body['message']]).toEqual([tool, `“${tool}” requires the scope “${scope}”.`]);
    const { json } = await blind.ask('/.well-known/mcp.json');
    expect(Object(json).tools.map(({ name }: Fields) => name)).not.toContain(tool);
  }
  const stranger = agentServer.agent({ scope: 'workitems:manage' });
  const byRest = await stranger.ask('/v1/cases', { body: { spec_id: 'Archive', idempotency_key: 'no' } });
  expect([byRest.status, byRest.json]).toMatchObject([403, { error_code: 'missing_scope' }]);
  expect(byRest.headers.get('www-authenticate')).toContain('scope="workflows:launch"');
});
