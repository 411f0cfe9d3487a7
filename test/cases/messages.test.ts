/** Errors for agents use the terms of cases, with ids and tools that agents know. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Agent, type AgentServer, type Fields, openAgentServer } from './agent-server.ts';

let agentServer: AgentServer;
let agent: Agent;

beforeAll(async () => {
  agentServer = await openAgentServer();
  agent = agentServer.agent({
    scope: 'workflows:launch workflows:query workflows:cancel workitems:manage specs:read webhooks:manage',
  });
});

afterAll(() => agentServer.close());

let count = 0;

async function submit(spec_id: string, case_data: object = {}): Promise<string> {
  const submission = { spec_id, case_data, idempotency_key: `words-${++count}` };
  return String((await agent.use('cases_submit', submission))['case_id']);
}

const itemsOf = async (asked: object): Promise<readonly Fields[]> =>
  Object((await agent.use('workitems_list', asked))['work_items']);

test('[F1.1][P2.4] an error for a missing case names the case and tools that find one', async () => {
  const callback_url = 'http://127.0.0.1:9/hook';
  for (const [tool, input] of [
    ['cases_status', {}],
    ['cases_cancel', {}],
    ['workitems_list', {}],
    ['cases_subscribe', { callback_url }],
  ] as const) {
    const refusal = await agent.refused(tool, { ...input, case_id: '9876' });
    expect([tool, refusal]).toMatchObject([
      tool,
      {
        ...{ error: 'case_not_found', http_status: 404, message: 'The case “9876” does not exist.' },
        ...{ context: { case_id: '9876', run_id: '9876' } },
        suggested_action: expect.stringMatching(/^Use the id that “cases_submit” returned/),
      },
    ]);
  }
  // Tools for runs answer in terms of runs.
  expect(await agent.refused('run_history', { run_id: '9876' })).toMatchObject({
    ...{ message: 'The run “9876” does not exist.', context: { run_id: '9876' } },
    suggested_action: expect.stringContaining('“workflow_run”'),
  });
  expect(await agent.refused('run_history', { run_id: '9876' })).not.toHaveProperty('context.case_id');
});

test('[F1.1][P2.4] an error for a missing specification suggests specifications_list', async () => {
  for (const [tool, input] of [
    ['cases_submit', { idempotency_key: 'words' }],
    ['specifications_describe', {}],
    ['workitems_list', {}],
    ['cases_subscribe', { callback_url: 'http://127.0.0.1:9/hook' }],
  ] as const) {
    const refusal = await agent.refused(tool, { ...input, spec_id: 'Invoic' });
    expect([tool, refusal]).toMatchObject([
      tool,
      {
        ...{ error: 'invalid_specification', http_status: 400, retryable: false },
        ...{ context: { spec_id: 'Invoic', workflow_id: 'Invoic' } },
        suggested_action: 'Use “Invoice”, or find it with “specifications_list”.',
      },
    ]);
    expect([tool, refusal['message']]).toEqual([tool, expect.stringMatching(/specification/i)]);
    expect([tool, refusal['message']]).not.toEqual([tool, expect.stringMatching(/workflow/i)]);
  }
  expect(await agent.refused('workflow_run', { workflow_id: 'Invoic' })).toMatchObject({
    ...{ message: 'The workflow “Invoic” does not exist. Did you mean “Invoice”?' },
    suggested_action: 'Use “Invoice”, or find it with “workflow_list”.',
  });
});

test('[P2.4] an error for an invalid id names its field', async () => {
  for (const [tool, field] of [
    ['cases_status', 'case_id'],
    ['cases_cancel', 'case_id'],
    ['workitems_list', 'case_id'],
    ['workitems_checkout', 'workitem_id'],
    ['workitems_complete', 'workitem_id'],
    ['run_history', 'run_id'],
  ] as const) {
    const refusal = await agent.refused(tool, { [field]: 'a\u0000b' });
    expect([tool, refusal]).toMatchObject([tool, { error: 'invalid_input', violations: [{ path: field }] }]);
    expect([tool, refusal['message']]).toEqual([
      tool,
      expect.stringContaining(`“${field}” must be the id of a `),
    ]);
  }
});

test('[F1.1] over REST, too, a case of a missing specification is 400 and invalid_specification', async () => {
  const body = { spec_id: 'NonExistent', idempotency_key: 'z1' };
  const { status, json } = await agent.ask('/v1/cases', { body });
  expect([status, json]).toMatchObject([
    400,
    {
      ...{ error: 'invalid_specification', error_code: 'invalid_specification', http_status: 400 },
      detail: expect.stringMatching(/^Specification 'NonExistent' not found in engine\. Available: /),
    },
  ]);
});

test('[P2.4] an error for an ended case suggests a new submission, and errors for items have both id fields', async () => {
  const case_id = await submit('Archive');
  await agent.use('cases_status', { case_id, wait_ms: 20_000 });
  expect(await agent.refused('cases_cancel', { case_id })).toMatchObject({
    ...{ error: 'run_ended', message: 'The run is completed.', context: { case_id } },
    suggested_action: expect.stringMatching(/^Start it again with “cases_submit” under a new key/),
  });
  expect(await agent.refused('workitems_complete', { workitem_id: 'w1' })).toMatchObject({
    ...{ error: 'work_item_not_found', context: { workitem_id: 'w1', work_item_id: 'w1' } },
  });
  expect(await agent.refused('cases_unsubscribe', { subscription_id: 'sub_1' })).toMatchObject({
    context: { subscription_id: 'sub_1' },
  });
  const reader = agentServer.agent({ scope: 'workitems:manage' });
  expect(await reader.refused('specifications_list')).toMatchObject({
    ...{ error: 'unauthorized', context: { tool: 'specifications_list' } },
    message: '“specifications_list” requires the scope “workflows:query”.',
  });
});

test('[F1.1] listing items of a missing case is refused instead of returning an empty list, over REST too', async () => {
  const case_id = await submit('Archive');
  await agent.use('cases_status', { case_id, wait_ms: 20_000 });
  expect(await itemsOf({ case_id, spec_id: 'Archive' })).toEqual([]);
  expect((await agent.ask('/v1/items?run=9876')).json).toMatchObject({ error_code: 'run_not_found' });
  const byRest = await agent.ask('/v1/items?workflow=Invoic');
  expect([byRest.status, byRest.json]).toMatchObject([404, { error_code: 'workflow_not_found' }]);
  // A caller that may only work on items does not learn which cases exist.
  const worker = agentServer.agent({ sub: 'worker', scope: 'workitems:manage' });
  for (const asked of [{ case_id: '9876' }, { case_id }, { spec_id: 'Invoic' }, { spec_id: 'Archive' }]) {
    expect(await worker.use('workitems_list', asked)).toEqual({ work_items: [] });
  }
});

test('[F1.1] a specification is listed and accepted as spec_id and workflow_id, and items have one spelling of each field', async () => {
  const { json } = await agent.ask('/.well-known/mcp.json');
  const listed = Object(json).tools.find(({ name }: Fields) => name === 'workitems_list');
  expect(Object.keys(listed.inputSchema.properties)).toEqual(expect.arrayContaining(['case_id', 'spec_id']));
  const case_id = await submit('InvoiceApproval', { po: 'PO-1' });
  await agent.use('cases_status', { case_id, wait_ms: 20_000 });
  const items = await itemsOf({ spec_id: 'InvoiceApproval' });
  expect(await itemsOf({ workflow_id: 'InvoiceApproval' })).toEqual(items);
  const [first] = items;
  const workitem_id = first?.['workitem_id'];
  expect(first).toMatchObject({ workitem_id, task_name: 'Review' });
  for (const twin of ['work_item_id', 'step_id', 'run_id', 'workflow_id'])
    expect(first).not.toHaveProperty(twin);
  expect(await agent.use('workitems_checkout', { workitem_id })).toMatchObject({ workitem_id });
  expect(await agent.use('workitems_skip', { workitem_id })).toMatchObject({
    ...{ workitem_id, task_name: 'Review' },
    work_items: [{ workitem_id: items[1]?.['workitem_id'] }],
  });
});

test('[F1.1] the entries of lists have their main fields', async () => {
  const submitted = await agent.use('cases_submit', {
    ...{ spec_id: 'InvoiceApproval', case_data: { po: 'PO-3' }, idempotency_key: 'entries' },
  });
  expect(Object.keys(Object(submitted['specification']))).toEqual(['spec_id', 'version', 'revision']);
  const { case_id } = submitted;
  const fieldsOf = (answer: Fields, list: string): readonly string[] =>
    Object.keys(Object(answer[list])[0] ?? {});
  const status = await agent.use('cases_status', { case_id, wait_ms: 20_000 });
  expect(fieldsOf(status, 'waiting_for')).toEqual(expect.arrayContaining(['kind', 'task_name']));
  const items = await agent.use('workitems_list', { case_id });
  const names = ['workitem_id', 'task_name'];
  expect(fieldsOf(items, 'work_items')).toEqual(
    expect.arrayContaining([...names, 'case_id', 'spec_id', 'status', 'message', 'created_at']),
  );
  expect(fieldsOf(items, 'work_items')).not.toContain('lease_until');
  const [{ workitem_id }] = Object(items['work_items']);
  const after = await agent.use('workitems_skip', { workitem_id });
  expect(fieldsOf(after, 'work_items')).toEqual(expect.arrayContaining(names));
  expect(fieldsOf(await agent.use('specifications_list'), 'specifications')).toContain('spec_id');
  const described = await agent.use('specifications_describe', { spec_id: 'InvoiceApproval' });
  expect(fieldsOf(described, 'tasks')).toContain('task_id');
});

test('[F1.1] items of a removed specification stay', async () => {
  const case_id = await submit('Invoice', { po: 'PO-2' });
  await agent.use('cases_status', { case_id, wait_ms: 20_000 });
  const [before] = await itemsOf({ case_id });
  await rm(join(agentServer.folder, 'workflows', 'invoices.yaml'));
  await vi.waitFor(
    async () => expect((await agent.use('specifications_list'))['specifications']).toEqual([]),
    { timeout: 20_000 },
  );
  expect(await itemsOf({ spec_id: 'Invoice' })).toEqual([before]);
  await agent.use('workitems_complete', {
    workitem_id: before?.['workitem_id'],
    output_data: { paid: true },
  });
  expect(await itemsOf({ spec_id: 'Invoice' })).toEqual([]);
  expect(await agent.refused('workitems_list', { spec_id: 'Invoic' })).toMatchObject({
    error: 'invalid_specification',
  });
});
