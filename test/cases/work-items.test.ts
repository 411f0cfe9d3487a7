import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClientKind } from '../mcp/test-client.ts';
import { type Agent, type AgentServer, type Fields, openAgentServer } from './agent-server.ts';

let agentServer: AgentServer;
let agent: Agent;
let other: Agent;

beforeAll(async () => {
  agentServer = await openAgentServer();
  agent = agentServer.agent();
  other = agentServer.agent({ sub: 'z.ai-second' });
});

afterAll(() => agentServer.close());

let count = 0;

/** Submits a case with questions. @returns its work items by the name of their task */
async function ask(spec_id: string, case_data: object = {}) {
  const request = { spec_id, case_data, idempotency_key: `items-${++count}` };
  const { case_id } = await agent.use('cases_submit', request);
  await agent.use('cases_status', { case_id, wait_ms: 20_000 });
  const { work_items } = await agent.use('workitems_list', { case_id });
  const items = Object.fromEntries(
    Object(work_items).map((item: Fields) => [item['task_name'], item['workitem_id']]),
  );
  return { case_id: String(case_id), items: items as Readonly<Record<string, string>> };
}

const kinds: readonly TestClientKind[] = ['present, 2026', 'present, 2025'];

test.each(kinds)('[F1.1] work items are listed, checked out and completed over MCP (%s)', async (kind) => {
  const { case_id } = await ask('Invoice', { po: 'PO-7' });
  const guest = await agent.connect(kind);
  try {
    const { value } = await guest.call('workitems_list', { case_id });
    expect(value).toEqual({
      work_items: [
        expect.objectContaining({ case_id, task_name: 'Check', status: 'offered', spec_id: 'Invoice' }),
      ],
    });
    const [{ workitem_id }] = Object(value['work_items']);
    expect((await guest.call('workitems_checkout', { workitem_id })).value).toMatchObject({
      ...{ workitem_id, case_id, status: 'held', holder: 'z.ai-invoice-processor' },
      ...{ lease_until: expect.any(String), workitem_data: { message: 'Is PO-7 paid?' } },
      schema: { type: 'object', properties: { paid: { type: 'boolean' } }, required: ['paid'] },
    });
    const done = await guest.call('workitems_complete', { workitem_id, output_data: { paid: true } });
    expect(done.value).toMatchObject({
      ...{ workitem_id, status: 'completed', case_id, case_status: 'completed' },
      ...{ next_tasks: [], result: { po: 'PO-7', paid: true } },
    });
  } finally {
    await guest.close();
  }
});

test('[F1.2] other agents learn until when an item is held; its holder renews and releases it', async () => {
  const { items } = await ask('Invoice', { po: 'PO-8' });
  const workitem_id = items['Check'];
  const held = await agent.use('workitems_checkout', { workitem_id, lease_ms: 60_000 });
  const until = held['lease_until'];
  const conflict = { error: 'work_item_held', http_status: 409, context: { lease_until: until } };
  for (const [by, whom] of [
    [other, '“z.ai-invoice-processor”'],
    [agent, 'yourself'],
  ] as const) {
    const refusal = await by.refused('workitems_checkout', { workitem_id });
    expect(refusal).toMatchObject(conflict);
    expect(refusal['message']).toContain(`is held by ${whom} until ${until}`);
  }
  expect(
    await other.refused('workitems_complete', { workitem_id, output_data: { paid: true } }),
  ).toMatchObject(conflict);
  for (const tool of ['workitems_release', 'workitems_skip']) {
    expect(await other.refused(tool, { workitem_id })).toMatchObject({ error: 'work_item_held' });
  }
  // It survives a restart, and continues from there.
  await agentServer.reopen();
  expect(await other.refused('workitems_checkout', { workitem_id })).toMatchObject(conflict);
  const renewed = await agent.use('workitems_checkout', { workitem_id, lease_ms: 600_000, renew: true });
  expect(Date.parse(String(renewed['lease_until']))).toBeGreaterThan(Date.parse(String(until)));
  expect(await agent.use('workitems_release', { workitem_id })).toMatchObject({
    ...{ workitem_id, status: 'offered', holder: '' },
  });
  expect(await other.use('workitems_checkout', { workitem_id })).toMatchObject({ holder: 'z.ai-second' });
});

test('[F2.1][F2.3] a repeated checkout is the same one, and is refused once it has ended', async () => {
  const { items } = await ask('Invoice', { po: 'PO-9' });
  const request = { workitem_id: items['Check'], idempotency_key: 'checkout-9' };
  const first = await agent.use('workitems_checkout', request);
  expect(await agent.use('workitems_checkout', request)).toEqual({ ...first, repeated: true });
  await agent.use('workitems_release', { workitem_id: request.workitem_id });
  expect(await agent.refused('workitems_checkout', request)).toMatchObject({ http_status: 409 });
});

test('[F1.3] an invalid answer is refused with all violations, and changes nothing', async () => {
  const { case_id, items } = await ask('InvoiceApproval', { po: 'PO-10', amt: 70 });
  const workitem_id = items['Approve'];
  const before = await agent.use('cases_status', { case_id });
  const output_data = { approved: 'perhaps', limit: 1.5, raeson: 'none' };
  const refusal = await agent.refused('workitems_complete', { workitem_id, output_data });
  expect(refusal).toMatchObject({ error: 'answer_refused', http_status: 400, retryable: false });
  const violationTexts = Object(refusal['violations']).map(({ path, rule }: Fields) => `${path}: ${rule}`);
  expect(violationTexts.sort()).toEqual([
    'output_data.approved: wrong-type',
    'output_data.limit: wrong-type',
    'output_data.raeson: unknown-field',
  ]);
  for (const wrong of [{}, 'yes', null, [true]]) {
    expect(await agent.refused('workitems_complete', { workitem_id, output_data: wrong })).toMatchObject({
      error: 'answer_refused',
    });
  }
  expect(await agent.use('cases_status', { case_id })).toEqual(before);
});

test('[F1.3][F2.1] a valid answer returns the next tasks, and so does its repetition', async () => {
  const { case_id, items } = await ask('InvoiceApproval', { po: 'PO-11', amt: 70 });
  const request = {
    ...{ workitem_id: items['Approve'], output_data: { approved: true } },
    idempotency_key: 'approve-11',
  };
  const first = await agent.use('workitems_complete', request);
  expect(first).toMatchObject({
    ...{ status: 'completed', case_id, case_status: 'input_required', next_tasks: ['Review'] },
    work_items: [{ workitem_id: items['Review'], message: 'Does the invoice for PO-11 fit its order?' }],
  });
  expect(await agent.use('workitems_complete', request)).toEqual({ ...first, repeated: true });
  expect(
    await agent.refused('workitems_complete', { ...request, output_data: { approved: false } }),
  ).toMatchObject({ error: 'idempotency_conflict', http_status: 409 });
});

test('[F1.1] a skipped item is closed, and the case continues without the answer', async () => {
  const { case_id, items } = await ask('InvoiceApproval', { po: 'PO-12' });
  const request = { workitem_id: items['Review'], idempotency_key: 'skip-12' };
  const skipped = await agent.use('workitems_skip', request);
  expect(skipped).toMatchObject({
    ...{ workitem_id: items['Review'], status: 'skipped', case_id, next_tasks: ['Approve'] },
  });
  expect(await agent.use('workitems/skip', request)).toEqual({ ...skipped, repeated: true });
  expect(await agent.refused('workitems_skip', { workitem_id: items['Review'] })).toMatchObject({
    ...{ error: 'work_item_ended', http_status: 409 },
  });
  const { work_items } = await agent.use('workitems_list', { case_id, status: ['skipped'] });
  expect(work_items).toMatchObject([{ task_name: 'Review', status: 'skipped' }]);
});

test('[F1.1] a specification is described with its inputs, its tasks and their questions', async () => {
  const reader = agentServer.agent({ scope: 'specs:read' });
  const described = await reader.use('specifications/describe', { spec_id: 'InvoiceApproval' });
  expect(described).toMatchObject({
    ...{ spec_id: 'InvoiceApproval', name: 'InvoiceApproval', version: '1.0', language: 'graph' },
    ...{ spec_xml: null, source: expect.stringMatching(/^domain: invoices/) },
    data_schema: {
      type: 'object',
      properties: { po_number: { type: 'string', description: 'Purchase order' } },
    },
    tasks: [
      { task_id: 'Record', kind: 'call', after: [], operation: 'echo' },
      {
        ...{ task_id: 'Review', name: 'Review', kind: 'question', after: ['Record'] },
        description: 'Compare it with the order',
        answer_schema: { properties: { fits: { type: 'boolean' } }, required: ['fits'] },
      },
      { task_id: 'Approve', kind: 'question', answer_schema: { required: ['approved'] } },
    ],
  });
  const lean = await reader.use('specifications_describe', { spec_id: 'Invoice', include_source: false });
  expect(lean).not.toHaveProperty('source');
  expect(await agent.refused('specifications_describe', { spec_id: 'Invoice' })).toMatchObject({
    ...{ error: 'unauthorized', http_status: 403 },
    message: expect.stringContaining('“specs:read”'),
  });
  expect(await reader.refused('specifications_describe', { spec_id: 'Invoic' })).toMatchObject({
    ...{ error: 'invalid_specification', http_status: 400 },
  });
});

test('[F1.1] only runnable specifications are listed, in pages', async () => {
  const all = Object((await agent.use('specifications_list'))['specifications']);
  const ids = all.map(({ spec_id }: Fields) => spec_id);
  expect(ids).toEqual(['Archive', 'Invoice', 'InvoiceApproval', 'Later', 'Opinions', 'Reject', 'Remember']);
  const first = await agent.use('specifications_list', { limit: 2 });
  const second = await agent.use('specifications_list', { limit: 5, cursor: first['next_cursor'] });
  expect([...Object(first['specifications']), ...Object(second['specifications'])]).toEqual(all);
  expect(second).not.toHaveProperty('next_cursor');
  const { specifications } = await agent.use('specifications_list', { query: 'reviewed' });
  expect(specifications).toMatchObject([{ spec_id: 'InvoiceApproval', name: 'InvoiceApproval' }]);
});

test('[F1.6] what a worker checked out with a token, another worker of its account cannot change', async () => {
  const { items } = await ask('Invoice', { po: 'PO-T' });
  const workitem_id = items['Check'];
  const change = (tool: string, checkout_token?: string, more: object = {}) =>
    agent.invoke(tool, { workitem_id, ...more, ...(checkout_token === undefined ? {} : { checkout_token }) });
  const paid = { output_data: { paid: true } };
  expect((await change('workitems_checkout', 'first')).status).toBe(200);
  await agentServer.reopen();
  const refused = { error: 'work_item_held', context: { lease_until: expect.any(String) } };
  for (const token of [undefined, 'second']) {
    expect(await change('workitems_complete', token, paid)).toMatchObject({ status: 409, body: refused });
    expect(await change('workitems_checkout', token, { renew: true })).toMatchObject({ body: refused });
    expect(await change('workitems_release', token)).toMatchObject({ status: 409, body: refused });
    expect(await change('workitems_skip', token)).toMatchObject({ status: 409, body: refused });
  }
  const byRest = await agent.ask(`/v1/items/${workitem_id}/complete`, { body: { output: { paid: true } } });
  expect([byRest.status, byRest.json]).toMatchObject([
    409,
    { message: expect.stringContaining('with a checkout token') },
  ]);
  expect((await change('workitems_checkout', 'first', { renew: true })).status).toBe(200);
  expect((await change('workitems_release', 'first')).status).toBe(200);
  expect((await change('workitems_checkout', 'second')).status).toBe(200);
  // The first worker comes back, and does not know.
  expect(await change('workitems_checkout', 'first', { renew: true })).toMatchObject({ body: refused });
  expect(await change('workitems_complete', 'first', paid)).toMatchObject({ body: refused });
  expect(await change('workitems_complete', 'second', paid)).toMatchObject({ body: { status: 'completed' } });
});
