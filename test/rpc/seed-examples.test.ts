/**
 * The design of the guide tools for all methods, with workflows of another language: guides have their own suite in
 * test/guides.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LineClient, openLineClient } from './line-client.ts';

let client: LineClient;

beforeAll(async () => {
  client = await openLineClient({
    'tasks.yaml': `domain: development
version: "1.0.0"
workflows:
  task_implementation:
    description: Guides through task understanding, planning, implementation and verification
    params: { task: { type: str, default: "" } }
    graph: { understand: { call: echo, args: { text: $task } } }
`,
    'broken.yaml': 'workflows: { broken: { graph: { a: { depends_on: [nobody] } } } }\n',
  });
});

afterAll(() => client.remove());

describe('workflow_list', () => {
  test('[W6.1] lists all available workflows, with parameters that are null', async () => {
    const request = `{
  "jsonrpc": "2.0",
  "id": "list-1",
  "method": "workflow_list",
  "params": null
}`;
    const answer = await client.ask(request);
    expect(answer).toMatchObject({ jsonrpc: '2.0', id: 'list-1' });
    expect(answer.result?.['workflows']).toContainEqual(
      expect.objectContaining({
        id: 'task_implementation',
        name: expect.any(String),
        description: expect.stringContaining('task understanding'),
        category: 'development',
        version: '1.0.0',
      }),
    );
    expect(await client.ask(request.replace('"list-1"', '1'))).toMatchObject({ id: 1 });
  });
});

describe('workflow_get', () => {
  const request = `{
  "jsonrpc": "2.0",
  "id": "get-1",
  "method": "workflow_get",
  "params": {
    "id": "ai-task-implementation"
  }
}`;

  test('[W6.1] shows one workflow; the guide of the example does not exist', async () => {
    expect(await client.ask(request.replace('ai-task-implementation', 'task_implementation'))).toMatchObject({
      id: 'get-1',
      result: { id: 'task_implementation', name: expect.any(String), description: expect.any(String) },
    });
    expect(await client.ask(request)).toMatchObject({
      id: 'get-1',
      error: { code: -32001, data: { workflowId: 'ai-task-implementation' } },
    });
  });

  test('[W6.1] in both modes; an unknown workflow is −32001', async () => {
    for (const mode of ['metadata', 'preview']) {
      const params = `{ "id": "task_implementation", "mode": "${mode}" }`;
      const answer = await client.ask(
        `{ "jsonrpc": "2.0", "id": 2, "method": "workflow_get", "params": ${params} }`,
      );
      expect(answer).toMatchObject({ id: 2, result: { version: '1.0.0' } });
      expect('drawing' in (answer.result ?? {})).toBe(mode === 'preview');
    }
    const answer = await client.ask(`{
  "jsonrpc": "2.0",
  "id": 2,
  "method": "workflow_get",
  "params": {
    "id": "string",
    "mode": "preview"
  }
}`);
    expect(answer).toMatchObject({ id: 2, error: { code: -32001 } });
  });

  test('[W6.1] an unknown workflow is −32001, with its id', async () => {
    const answer = await client.ask(`{
  "jsonrpc": "2.0",
  "id": "error-1",
  "method": "workflow_get",
  "params": {
    "id": "non-existent-workflow"
  }
}`);
    expect(answer).toMatchObject({
      jsonrpc: '2.0',
      id: 'error-1',
      error: {
        code: -32001,
        message: 'Workflow not found',
        data: { workflowId: 'non-existent-workflow', error_code: 'workflow_not_found', code: -32001 },
      },
    });
  });
});

describe('methods', () => {
  test('[W6.1] the nearest name is suggested', async () => {
    const answer = await client.ask('{"jsonrpc": "2.0", "id": 1, "method": "workflow_lst"}');
    expect(answer.error).toMatchObject({
      message: 'Method not found',
      data: { message: expect.stringContaining('Did you mean “workflow_list”?') },
    });
  });
});

describe('error codes', () => {
  const sound = 'workflows: { a: { graph: { a: { call: echo } } } }';
  const rows: readonly (readonly [code: number, method: string, params: object])[] = [
    [-32602, 'workflow_get', {}],
    [-32602, 'workflow_get', { id: 'a', mode: 'spoil', more: 1 }],
    [-32001, 'workflow_run', { workflow_id: 'nobody' }],
    [-32002, 'workflow_run', { workflow_id: 'broken' }],
    [-32003, 'workitems_checkout', { workitem_id: 'nobody' }],
    [-32004, 'workflow_save', { content: sound, language: 'yawl' }],
    [-32005, 'cases_status', { case_id: 'nobody' }],
    [-32006, 'workflow_save', { content: sound, path: 'tasks.yaml' }],
    [-32007, 'workflow_save', { content: sound, path: '../a.yaml' }],
  ];
  test.each(rows)('[W6.1] %i of %s', async (code, method, params) => {
    const answer = await client.ask(JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }));
    expect([answer.id, answer.error?.code, answer.error?.data['code']]).toEqual([7, code, code]);
    expect(answer.error?.data).toMatchObject({
      error_code: expect.any(String),
      message: expect.stringMatching(/\S/),
      suggested_action: expect.stringMatching(/\S/),
      correlation_id: expect.stringMatching(/\S/),
    });
  });

  test('[W6.1] all violations of the parameters are reported at once', async () => {
    const params = { id: 'a', mode: 'spoil', more: 1 };
    const answer = await client.ask(
      JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'workflow_get', params }),
    );
    const violations = answer.error?.data['violations'] as readonly { readonly path: string }[] | undefined;
    expect(violations?.map(({ path }) => path)).toEqual(['mode', 'more']);
  });
});

test('[W6.1] every spelling of a tool is a method', async () => {
  for (const method of ['workflow.list', 'workflow/list', 'workflows_list']) {
    expect(await client.ask(JSON.stringify({ jsonrpc: '2.0', id: 1, method }))).toMatchObject({
      result: { workflows: expect.any(Array) },
    });
  }
  const listed = await client.ask('{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}');
  const tools = listed.result?.['tools'] as readonly { readonly name: string }[] | undefined;
  const names = tools?.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['workflow_list', 'workflow_get', 'w_task_implementation']));
});
