import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, type AgentServer, type Fields, openAgentServer } from './agent-server.ts';

let agentServer: AgentServer;
let agent: Agent;

beforeAll(async () => {
  agentServer = await openAgentServer();
  agent = agentServer.agent();
});

afterAll(() => agentServer.close());

let count = 0;
const freshKey = (): string => `z-agent1-${++count}`;

const submit = (spec_id: string, case_data: object = {}, idempotency_key = freshKey()) =>
  agent.use('cases_submit', { spec_id, case_data, idempotency_key });

/** Counts the cases of a specification, regardless of their status. */
async function casesOf(spec: string): Promise<readonly Fields[]> {
  return Object((await agent.ask(`/v1/runs?workflow=${spec}&limit=100`)).json).runs;
}

test('[F1.1] a case is submitted over REST as with a tool: 201, with the location of its status', async () => {
  const body = { spec_id: 'Archive', case_data: { note: 'one' }, idempotency_key: freshKey() };
  const made = await agent.ask('/v1/cases', { body });
  const { case_id, status, created_at } = Object(made.json);
  expect([made.status, made.json]).toEqual([
    201,
    {
      ...{ case_id: expect.any(String), status: 'running', created_at: expect.any(String) },
      specification: {
        ...{ spec_id: 'Archive', version: '1.0' },
        revision: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    },
  ]);
  expect(made.headers.get('location')).toBe(`${agentServer.url}/v1/cases/${case_id}/status`);
  const where = `${made.headers.get('location')}?wait_ms=20000`.slice(agentServer.url.length);
  expect((await agent.ask(where)).json).toMatchObject({ case_id, status: 'completed', output_data: 'one' });
  // The tool has already done the same: one key, one principal, one operation.
  expect(await agent.use('cases_submit', body)).toMatchObject({ case_id, status, created_at });
  const byHeader = await agent.ask('/v1/cases', {
    body: { spec_id: body.spec_id, case_data: body.case_data },
    headers: { 'idempotency-key': body.idempotency_key },
  });
  expect([byHeader.status, byHeader.json]).toEqual([201, made.json]);
  const refused = await agent.ask('/v1/cases', { body: { spec_id: 'Archive' } });
  expect([refused.status, refused.json]).toMatchObject([400, { violations: [{ path: 'idempotency_key' }] }]);
});

test('[F2.1] a repeated submission gets the first answer, regardless of the current state of the case', async () => {
  const key = freshKey();
  const first = await submit('Archive', { note: 'soon over' }, key);
  expect(first['status']).toBe('running');
  const { case_id } = first;
  await agent.use('cases_status', { case_id, wait_ms: 20_000 });
  expect(await submit('Archive', { note: 'soon over' }, key)).toEqual(first);
  await agentServer.reopen();
  expect(await submit('Archive', { note: 'soon over' }, key)).toEqual(first);
});

test('[F2.1] concurrent identical submissions start one case, and all get the same answer', async () => {
  const key = freshKey();
  const before = (await casesOf('Invoice')).length;
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit('Invoice', { po: 'PO-1' }, key)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await casesOf('Invoice')).toHaveLength(before + 1);
});

test('[F2.1] another input under a key is a conflict; the same key of another principal is independent', async () => {
  const key = freshKey();
  const { case_id } = await submit('Invoice', { po: 'PO-2' }, key);
  const other = { spec_id: 'Invoice', case_data: { po: 'PO-3' }, idempotency_key: key };
  expect(await agent.refused('cases_submit', other)).toMatchObject({
    ...{ error: 'idempotency_conflict', http_status: 409, retryable: false },
  });
  expect(await agent.refused('cases_submit', { ...other, spec_id: 'Archive', case_data: {} })).toMatchObject({
    error: 'idempotency_conflict',
  });
  // A run that is started with another operation is another request.
  const run = await agent.use('workflow_run', {
    ...{ workflow_id: 'Invoice', inputs: { po: 'PO-2' }, idempotency_key: key, wait_ms: 0 },
  });
  expect(run['run_id']).not.toBe(case_id);
  const neighbour = agentServer.agent({ sub: 'another-agent' });
  const theirs = await neighbour.use('cases_submit', other);
  expect(theirs['case_id']).not.toBe(case_id);
});

test('[F2.1] a refusal is not stored: the same key works for the corrected input', async () => {
  const key = freshKey();
  const submission = { spec_id: 'Invoice', idempotency_key: key };
  expect(await agent.refused('cases_submit', submission)).toMatchObject({ error_code: 'invalid_parameters' });
  expect(await submit('Invoice', { po: 'PO-4' }, key)).toMatchObject({ status: 'running' });
});

test('[F1.1] invalid case data is refused with all violations, and nothing is submitted', async () => {
  const before = await casesOf('Invoice');
  const wrong = { spec_id: 'Invoice', case_data: { count: 'many', op: 1 }, idempotency_key: freshKey() };
  const paths = ['case_data.count', 'case_data.op', 'case_data.po'];
  const refusal = await agent.refused('cases_submit', wrong);
  expect(refusal).toMatchObject({ http_status: 400, error_code: 'invalid_parameters', retryable: false });
  const problemsOf = (of: Fields): readonly string[] =>
    Object(of['violations'])
      .map(({ path }: Fields) => path)
      .sort();
  expect(problemsOf(refusal)).toEqual(paths);
  const byRest = await agent.ask('/v1/cases', { body: wrong });
  expect([byRest.status, problemsOf(Object(byRest.json))]).toEqual([400, paths]);
  // Also together with another violation.
  const { idempotency_key: _, ...keyless } = wrong;
  expect(problemsOf(await agent.refused('cases_submit', keyless))).toEqual([...paths, 'idempotency_key']);
  expect(await casesOf('Invoice')).toEqual(before);
});

test('[F2.2] a key has 1 to 255 characters without control characters, for every operation', async () => {
  const started = { workflow_id: 'Archive', wait_ms: 0 };
  for (const key of ['k', 'ключ-7', 'agent 1, invoice 42', 'x'.repeat(255)]) {
    expect(await submit('Archive', {}, key)).toMatchObject({ status: 'running' });
    expect(await agent.use('workflow_run', { ...started, idempotency_key: key })).toHaveProperty('run_id');
    const byRest = { workflow: 'Archive', idempotencyKey: `${key.slice(0, 254)}r` };
    expect((await agent.ask('/v1/runs', { body: byRest })).status).toBe(201);
  }
  for (const key of [
    '',
    ' ',
    ' k',
    'a\nb',
    'a\u0000b',
    '\u200b',
    '\ud800',
    'x'.repeat(256),
    7,
    null,
    ['k'],
  ]) {
    for (const [tool, input] of [
      ['cases_submit', { spec_id: 'Archive' }],
      ['workflow_run', started],
      ['w_Archive', {}],
      ['workitems_release', { workitem_id: 'w1' }],
    ] as const) {
      const refusal = await agent.refused(tool, { ...input, idempotency_key: key });
      expect([key, tool, refusal]).toMatchObject([key, tool, { violations: [{ path: 'idempotency_key' }] }]);
    }
    const body = { workflow: 'Archive', idempotencyKey: key };
    expect([key, (await agent.ask('/v1/runs', { body })).json]).toMatchObject([
      key,
      { violations: [{ path: 'idempotencyKey' }] },
    ]);
  }
});

test('[F1.1] each violation is reported once, and no case data is dropped silently', async () => {
  const problemsOf = async (case_data: unknown): Promise<readonly string[]> => {
    const submission = { spec_id: 'Archive', case_data, idempotency_key: freshKey() };
    const byTool = await agent.refused('cases_submit', submission);
    const byRest = Object((await agent.ask('/v1/cases', { body: submission })).json);
    const pathsOf = ({ violations }: Fields) => Object(violations).map(({ path }: Fields) => path);
    expect(pathsOf(byRest)).toEqual(pathsOf(byTool));
    return pathsOf(byTool);
  };
  expect(await problemsOf([])).toEqual(['case_data']);
  expect(await problemsOf('text')).toEqual(['case_data']);
  expect(await problemsOf(JSON.parse('{"__proto__": 1}'))).toEqual(['case_data.__proto__']);
  expect(await problemsOf(JSON.parse('{"note": [{"a": 1}, {"__proto__": {"b": 2}}]}'))).toEqual([
    'case_data.note.1.__proto__',
  ]);
  expect(await problemsOf(JSON.parse('{"constructor": 1}'))).toEqual(['case_data.constructor']);
});

test('[F1.1] case data is never interpreted', async () => {
  const hostile = [
    "'; DROP TABLE runs; --",
    "Robert'); DELETE FROM receipts WHERE ('1'='1",
    '1 OR 1=1',
    `\${env.A2A_JWT_SECRET}`,
    '$Keep.note',
    '{"__proto__": {"admin": true}}',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '\u0000\u202e\ud83d\ude00',
  ];
  const cases = await Promise.all(
    hostile.map(async (note) => {
      const key = `${freshKey()} ${note.replaceAll(/[^\x20-\x7e]/g, '')}`.trim();
      const { case_id } = await submit('Archive', { note: { text: note, [note]: [note] } }, key);
      return { note, case_id };
    }),
  );
  for (const { note, case_id } of cases) {
    const { status, output_data } = await agent.use('cases_status', { case_id, wait_ms: 20_000 });
    expect([status, output_data]).toEqual(['completed', { text: note, [note]: [note] }]);
  }
  // An id is looked up verbatim, and a declared type is validated.
  for (const text of hostile) {
    const submission = { spec_id: text, idempotency_key: freshKey() };
    expect((await agent.refused('cases_submit', submission))['error']).toBe('invalid_specification');
    const listed = await agent.refused('workitems_list', { spec_id: text });
    expect(listed).toMatchObject({ error: 'invalid_specification', context: { spec_id: text } });
    const ofCase = await agent.refused('workitems_list', { case_id: text });
    expect(['case_not_found', 'invalid_input']).toContain(ofCase['error']);
    expect(
      await agent.refused('cases_submit', {
        ...submission,
        spec_id: 'Invoice',
        case_data: { po: 'x', count: text },
      }),
    ).toMatchObject({ violations: [{ path: 'case_data.count', rule: 'wrong-type' }] });
  }
  expect((await casesOf('Archive')).length).toBeGreaterThan(hostile.length);
});
