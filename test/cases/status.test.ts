import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, type AgentServer, type Fields, openAgentServer } from './agent-server.ts';

let agentServer: AgentServer;
let agent: Agent;

beforeAll(async () => {
  agentServer = await openAgentServer();
  agent = agentServer.agent({ scope: 'workflows:launch workflows:query workflows:cancel workitems:manage' });
});

afterAll(() => agentServer.close());

let count = 0;

async function submit(spec_id: string, case_data: object = {}): Promise<string> {
  const submission = { spec_id, case_data, idempotency_key: `status-${++count}` };
  return String((await agent.use('cases_submit', submission))['case_id']);
}

/** Returns the status from the tool, and compares it with the endpoint under /v1. */
async function statusOf(case_id: string): Promise<Fields> {
  const shown = await agent.use('cases_status', { case_id, wait_ms: 20_000 });
  const { status, json } = await agent.ask(`/v1/cases/${case_id}/status`);
  const { waiting_for: waitingFor, failure, ...rest } = Object(json);
  expect([status, shown]).toMatchObject([200, { ...rest, waiting_for: waitingFor }]);
  expect(Object(shown['failure'])).toMatchObject(failure ?? {});
  return shown;
}

async function itemOf(case_id: string): Promise<string> {
  const { work_items } = await agent.use('workitems_list', { case_id });
  return Object(work_items)[0].workitem_id;
}

test('[F1.1][F1.4][F1.5] a case changes from running to suspended to completed, and its progress only grows', async () => {
  const id = await submit('Invoice', { po: 'PO-1' });
  const running = await statusOf(id);
  expect(running).toMatchObject({
    ...{ status: 'running', state: 'executing', running_tasks: ['Check'] },
    ...{ spec_id: 'Invoice', version: '1.0', input_required: true, output_data: { po: 'PO-1', count: 1 } },
    waiting_for: [{ kind: 'item', task_name: 'Check', message: 'Is PO-1 paid?', holder: '' }],
  });
  expect(running).not.toHaveProperty('ended_at');
  await agent.ask(`/v1/runs/${id}/suspend`, { method: 'POST' });
  expect(await statusOf(id)).toMatchObject({ status: 'running', state: 'suspended', input_required: false });
  await agent.ask(`/v1/runs/${id}/resume`, { method: 'POST' });
  const workitem_id = await itemOf(id);
  await agent.use('workitems_complete', { workitem_id, output_data: { paid: true } });
  const ended = await statusOf(id);
  expect(ended).toMatchObject({
    ...{ status: 'completed', state: 'completed', running_tasks: [], progress: 1, waiting_for: [] },
    ...{ output_data: { po: 'PO-1', paid: true }, ended_at: expect.any(String) },
  });
  expect(Number(running['progress'])).toBeLessThan(1);
});

test('[F1.5] variables that do not fit are named, and long ones are read in pieces', async () => {
  const note = 'n'.repeat(60_000);
  const case_id = await submit('Remember', { note, more: 'm'.repeat(10_000) });
  const variables = { note, Keep: { text: 'kept' } };
  const shown = { status: 'running', output_data: variables, output_left_out: ['more'] };
  expect(await statusOf(case_id)).toMatchObject(shown);
  let [text, from] = ['', 0];
  while (Number.isInteger(from)) {
    const { output_text, output_next } = await agent.use('cases_status', { case_id, output_from: from });
    [text, from] = [text + output_text, Number(output_next)];
  }
  expect(JSON.parse(text)).toEqual(variables);
});

test('[F1.4] a case with three first tasks has no progress until one of them is done', async () => {
  const case_id = await submit('Opinions');
  const progress = [(await statusOf(case_id))['progress']];
  for (const _ of [1, 2, 3]) {
    const workitem_id = await itemOf(case_id);
    await agent.use('workitems_complete', { workitem_id, output_data: { good: true } });
    progress.push((await statusOf(case_id))['progress']);
  }
  expect(progress).toEqual([0, 0.5, 0.666, 1]);
});

test('[F1.1] a failed case has a reason; a cancelled case has failed', async () => {
  expect(await statusOf(await submit('Reject'))).toMatchObject({
    ...{ status: 'failed', state: 'failed', reason: 'error' },
    failure: { code: 'error', message: 'Not today', task_name: 'Stop' },
    output_data: { Look: { text: 'late' } },
  });
  const id = await submit('Later');
  expect(await agent.use('cases_status', { case_id: id })).toMatchObject({
    ...{ status: 'running', state: 'executing', running_tasks: ['Rest'] },
    waiting_for: [{ kind: 'timer', task_name: 'Rest', due: expect.any(String) }],
  });
  await agent.use('cases_cancel', { case_id: id });
  expect(await statusOf(id)).toMatchObject({ status: 'failed', state: 'cancelled', reason: 'cancelled' });
});

test('[F1.1] a waiting call is answered when the case ends or needs an answer, and not before', async () => {
  const id = await submit('Later');
  const look = (path: string) => agent.ask(`/v1/cases/${id}/status${path}`);
  const waits = [look('?wait_ms=20000'), agent.use('cases_status', { case_id: id, wait_ms: 20_000 })];
  let answered = 0;
  for (const wait of waits) void wait.finally(() => answered++);
  // Another question is asked and answered in the meantime.
  expect(Object((await look('')).json).status).toBe('running');
  expect(answered).toBe(0);
  await agent.use('cases_cancel', { case_id: id });
  const [byRest, byTool] = await Promise.all(waits);
  expect([Object(byRest?.json).state, Object(byTool).state]).toEqual(['cancelled', 'cancelled']);
  const preferred = await agent.ask(`/v1/cases/${id}/status`, { headers: { prefer: 'wait=20' } });
  expect(preferred.headers.get('preference-applied')).toBe('wait=20');
});

test('[F1.1] every interface reports a missing case', async () => {
  const expected = { error: 'case_not_found', http_status: 404, retryable: false };
  for (const case_id of ['9876', 'run_00000000000000000000000000', "'OR'1'='1"]) {
    const { status, body } = await agent.invoke('cases/status', { case_id });
    expect([case_id, status, body]).toMatchObject([case_id, 404, expected]);
    const byRest = await agent.ask(`/v1/cases/${encodeURIComponent(case_id)}/status`);
    expect([case_id, byRest.status, byRest.json]).toMatchObject([case_id, 404, expected]);
  }
  const guest = await agent.connect('present, 2026');
  try {
    const { isError, value } = await guest.call('cases_status', { case_id: '9876' });
    expect([isError, value]).toMatchObject([true, expected]);
  } finally {
    await guest.close();
  }
});
