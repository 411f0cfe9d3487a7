/**
 * Examples from the design of the agents' tools: the requests are sent verbatim, the answers are compared by field.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClientKind } from '../mcp/test-client.ts';
import { type Agent, type AgentServer, type Fields, openAgentServer } from './agent-server.ts';

let agentServer: AgentServer;
let agent: Agent;

beforeAll(async () => {
  agentServer = await openAgentServer();
  agent = agentServer.agent();
});

afterAll(() => agentServer.close());

const read = (text: string): Fields => JSON.parse(text);

const schemaOfSubmit = read(`{
  "name": "cases/submit",
  "description": "Submit a case to a workflow specification. Idempotent: use the same idempotency_key to safely retry.",
  "inputSchema": {
    "type": "object",
    "required": ["spec_id", "idempotency_key"],
    "properties": {
      "spec_id": {
        "type": "string",
        "description": "Workflow spec identifier (e.g., 'InvoiceApproval')"
      },
      "case_data": {
        "type": "object",
        "description": "Optional case variables (JSON object, matches spec schema)"
      },
      "idempotency_key": {
        "type": "string",
        "description": "Unique identifier for this submission. If repeated, returns same case_id."
      }
    }
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "case_id": {
        "type": "string",
        "description": "Unique case identifier"
      },
      "status": {
        "type": "string",
        "enum": ["created", "running", "completed", "failed"]
      },
      "created_at": {
        "type": "string",
        "format": "date-time"
      }
    }
  }
}`);

/** The machine-readable part of a schema. */
const bare = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key === 'description' ? undefined : value)));

/** Each tool of the inventory, with its inputs and outputs in the design. */
const inventory: Readonly<Record<string, readonly [takes: readonly string[], gives: readonly string[]]>> = {
  'cases/submit': [
    ['spec_id', 'case_data'],
    ['case_id', 'status'],
  ],
  'cases/status': [['case_id'], ['state', 'running_tasks', 'progress', 'output_data']],
  'cases/subscribe': [
    ['case_id', 'callback_url', 'events'],
    ['subscription_id', 'expires_at'],
  ],
  'workitems/list': [['case_id'], ['work_items']],
  'workitems/checkout': [['workitem_id'], ['workitem_data']],
  'workitems/complete': [
    ['workitem_id', 'output_data'],
    ['status', 'next_tasks'],
  ],
  'specifications/list': [[], ['specifications']],
  'specifications/describe': [['spec_id'], ['spec_xml', 'tasks', 'data_schema']],
};

const listedAs = (name: string): string => name.replace('/', '_');

test('[F1.1] the inventory is listed as in the design, under names that every host accepts', async () => {
  // Describing a specification requires a scope that the token of the example does not have.
  const reader = agentServer.agent({ scope: 'workflows:launch workflows:query workitems:manage specs:read' });
  const { json } = await reader.ask('/.well-known/mcp.json');
  const tools = new Map(Object(json).tools.map((tool: Fields) => [tool['name'], tool])) as ReadonlyMap<
    string,
    { readonly inputSchema: Fields; readonly outputSchema: Fields }
  >;
  for (const [name, [takes, gives]] of Object.entries(inventory)) {
    const { inputSchema, outputSchema } = tools.get(listedAs(name)) ?? {};
    const [taken, given] = [inputSchema, outputSchema].map((schema) =>
      Object.keys(Object(schema?.['properties'])),
    );
    expect([name, taken]).toEqual([name, expect.arrayContaining([...takes])]);
    expect([name, given]).toEqual([name, expect.arrayContaining([...gives])]);
  }
});

test('[F1.1] cases_submit has the schema of the design, with additions', async () => {
  const { json } = await agent.ask('/.well-known/mcp.json');
  const submit = Object(json).tools.find(({ name }: { name: string }) => name === 'cases_submit');
  expect(submit.description).toContain(schemaOfSubmit['description']);
  expect(submit.inputSchema).toMatchObject(bare(schemaOfSubmit['inputSchema']) as object);
  expect(submit.outputSchema).toMatchObject(bare(schemaOfSubmit['outputSchema']) as object);
});

test('[F1.1] every spelling of the inventory is accepted', async () => {
  for (const name of Object.keys(inventory)) {
    const { status, body } = await agent.invoke(name, { nothing: 1 });
    const isKnown = body['error_code'] === 'invalid_input' || body['error_code'] === 'missing_scope';
    expect([name, status, isKnown]).toEqual([name, name.endsWith('describe') ? 403 : 400, true]);
  }
});

describe('the examples', () => {
  test('[F1.1] 1: a message of an agent without the key that the design requires', async () => {
    const message = read(`{
  "type": "tool_use",
  "id": "call_123",
  "name": "cases_submit",
  "input": {
    "spec_id": "InvoiceApproval",
    "case_data": {
      "po_number": "PO-42",
      "vendor_id": "V-001",
      "amount": 5000.00
    }
  }
}`);
    const input = Object(message['input']);
    expect(await agent.refused(String(message['name']), input)).toMatchObject({
      http_status: 400,
      violations: [{ path: 'idempotency_key', message: '“idempotency_key” is missing: a text.' }],
    });
    const answer = await agent.use('cases_submit', { ...input, idempotency_key: 'call_123' });
    expect(answer).toMatchObject({
      case_id: expect.any(String),
      status: 'running',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  test('[F1.1] 3: an agent lists specifications, submits a case and reads the result', async () => {
    const { specifications } = await agent.use('specifications/list');
    expect(Object(specifications).map(({ spec_id }: { spec_id: string }) => spec_id)).toContain(
      'InvoiceApproval',
    );
    const { case_id } = await agent.use('cases/submit', {
      spec_id: 'InvoiceApproval',
      case_data: { po: 'PO-42', vendor: 'V-001', amt: 5000 },
      idempotency_key: 'zai-agent-1-inv-42',
    });
    const snapshot = await agent.use('cases/status', { case_id, wait_ms: 20_000 });
    expect(snapshot).toMatchObject({
      case_id,
      state: 'executing',
      // The design counts tasks; here progress is the share of done work in done work plus the shortest remaining path.
      progress: 0.5,
      running_tasks: ['Review', 'Approve'],
    });
    for (const [task, output_data] of [
      ['Review', { fits: true }],
      ['Approve', { approved: true }],
    ] as const) {
      const { work_items } = await agent.use('workitems/list', { case_id });
      const { workitem_id } = Object(work_items).find((item: Fields) => item['task_name'] === task);
      await agent.use('workitems/complete', { workitem_id, output_data });
    }
    expect(await agent.use('cases/status', { case_id, wait_ms: 20_000 })).toMatchObject({
      status: 'completed',
      state: 'completed',
      output_data: { approved: true },
    });
  });

  test('[F1.1] 9.1: a missing specification is refused', async () => {
    const refusal = await agent.refused('cases/submit', { spec_id: 'NonExistent', idempotency_key: 'z1' });
    const shown = { error: 'invalid_specification', http_status: 400 };
    expect(refusal).toMatchObject({ ...shown, retryable: false });
    expect(refusal['message']).toMatch(/^Specification 'NonExistent' not found in engine\. Available: /);
    expect(refusal['message']).toContain('“InvoiceApproval”');
  });

  const kinds: readonly TestClientKind[] = ['present, 2026', 'former, 2025'];

  test.each(kinds)(
    '[F2.1] 9.3: a retry returns the same case, over MCP (%s) and without it',
    async (kind) => {
      const attempt = { spec_id: 'Invoice', idempotency_key: `z-inv-42 ${kind}`, case_data: { po: 'PO-42' } };
      const guest = await agent.connect(kind);
      try {
        const first = await guest.call('cases_submit', attempt);
        expect(first.value).toMatchObject({ case_id: expect.any(String), status: 'running' });
        const { case_id } = first.value;
        const second = await guest.call('cases_submit', attempt);
        expect(second.value).toEqual(first.value);
        expect(await agent.use('cases/submit', attempt)).toEqual(first.value);
        const { work_items } = await agent.use('workitems/list', { spec_id: 'Invoice', case_id });
        expect(work_items).toHaveLength(1);
      } finally {
        await guest.close();
      }
    },
  );
});
