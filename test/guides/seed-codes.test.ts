/** The protocol of the guides' tools, over a pipe and over HTTP: every code of the design is reached. */
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, openRpcInterfaces, type RpcInterfaces, rpcNames } from './seed-interfaces.ts';

let rpcInterfaces: RpcInterfaces;

const step = { id: 'only-step', title: 'Only', prompt: 'Do it' };
const guide = (id: string, ...steps: readonly object[]): string =>
  JSON.stringify({ id, name: id, description: 'For a test', version: '1.0.0', steps });
const checked = (id: string, criterion: object): string =>
  guide(id, { ...step, validationCriteria: [{ message: 'Be good', ...criterion }] });

beforeAll(async () => {
  rpcInterfaces = await openRpcInterfaces({
    'no-steps.json': guide('no-steps'),
    'bad-pattern.json': checked('bad-pattern', { type: 'regex', pattern: '(' }),
    'bad-schema.json': checked('bad-schema', { type: 'schema', schema: { type: 'strin' } }),
  });
}, 60_000);

afterAll(() => rpcInterfaces.close());

const loops = 'coding-task-workflow-with-loops';
const beforeTheLoop = [
  'phase-0-intelligent-triage',
  'phase-1-read-the-code',
  'phase-3-plan',
  'phase-4-note-where-you-start',
];
const sound = guide('sound-guide', step);
const output = 'anything';

const codes: readonly (readonly [code: number, method: unknown, params?: unknown])[] = [
  [-32600, 7, {}],
  [-32601, 'workflow_forget', {}],
  [-32602, 'workflow_next', undefined],
  [-32602, 'workflow_next', null],
  [-32602, 'workflow_next', ['ai-task-implementation']],
  [-32602, 'workflow_next', { workflowId: 'ai-task-implementation' }],
  [-32602, 'workflow_next', { workflowId: 'ai-task-implementation', completedSteps: 'understand' }],
  [-32602, 'workflow_get', { id: 'ai-task-implementation', mode: 'everything' }],
  [-32602, 'workflow_validate', { workflowId: 'ai-task-implementation', stepId: 'understand' }],
  [-32602, 'workflow_validate_json', {}],
  [-32602, 'workflow_validate_json', { workflowJson: '' }],
  [-32602, 'workflow_next', { workflowId: loops, completedSteps: [], context: { big: 'x'.repeat(300_000) } }],
  [-32001, 'workflow_get', { id: 'nobody' }],
  [-32001, 'workflow_next', { workflowId: 'nobody', completedSteps: [] }],
  [-32001, 'workflow_validate', { workflowId: 'nobody', stepId: 'understand', output }],
  [-32002, 'workflow_get', { id: 'no-steps' }],
  [-32002, 'workflow_next', { workflowId: 'no-steps', completedSteps: [] }],
  [-32002, 'workflow_validate', { workflowId: 'bad-schema', stepId: 'only-step', output }],
  [-32003, 'workflow_next', { workflowId: loops, currentStep: 'nobody', completedSteps: [] }],
  [-32003, 'workflow_validate', { workflowId: loops, stepId: 'nobody', output }],
  [-32004, 'workflow_validate', { workflowId: 'bad-pattern', stepId: 'only-step', output }],
  [
    -32005,
    'workflow_next',
    { workflowId: loops, completedSteps: beforeTheLoop, context: { taskComplexity: 'Large' } },
  ],
  [-32006, 'workflow_save', { content: sound, path: 'auth-implementation.json' }],
  [-32007, 'workflow_save', { content: sound, path: '../sound.json' }],
];

describe.each(rpcNames)('%s', (name) => {
  const ask = async (message: unknown): Promise<Answer> =>
    (await rpcInterfaces.senderFor(name)(
      typeof message === 'string' ? message : JSON.stringify(message),
    )) as Answer;
  const call = (method: unknown, params?: unknown) => ask({ jsonrpc: '2.0', id: 'c', method, params });

  test.each(codes)('[U7.1] %i of %s', async (code, method, params) => {
    const { id, error } = await call(method, params);
    expect([id, error?.code]).toEqual(['c', code]);
    expect(error?.data).toMatchObject({ code, suggested_action: expect.stringMatching(/\S/) });
  });

  test('[U7.1] invalid JSON is −32700, and has no id', async () => {
    expect(await ask('{"jsonrpc": "2.0", "id": 1,')).toMatchObject({ id: null, error: { code: -32700 } });
  });

  test('[U7.1] a forged token is −32007', async () => {
    const params = { workflowId: 'ai-task-implementation', completedSteps: [] };
    const { result } = await call('workflow_next', params);
    const token = String(result?.['token']);
    const turned = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    const { error } = await call('workflow_next', { workflowId: 'ai-task-implementation', token: turned });
    expect(error).toMatchObject({ code: -32007 });
  });

  test('[U7.1] a batch is answered in its order, without its notifications', async () => {
    const answers = await rpcInterfaces.senderFor(name)(
      JSON.stringify([
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'workflow_next',
          params: { workflowId: 'auth-implementation', completedSteps: [] },
        },
        { jsonrpc: '2.0', method: 'workflow_list' },
        { jsonrpc: '2.0', id: 'two', method: 'workflow_get', params: { id: 'nobody' } },
      ]),
    );
    expect(answers).toMatchObject([
      { id: 1, result: { step: { id: 'create-middleware' } } },
      { id: 'two', error: { code: -32001 } },
    ]);
  });

  test('[U7.1] initialize describes the server, and tools are listed with valid schemas', async () => {
    const clientInfo = { name: 'agent', version: '1' };
    const greeting = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    expect(await call('initialize', greeting)).toMatchObject({
      result: { protocolVersion: '2025-06-18', serverInfo: { name: 'signalbox' } },
    });
    const { result } = await call('tools/list');
    const tools = result?.['tools'] as readonly Listed[];
    const own = tools.filter(({ name: tool }) => guideTools.includes(tool));
    expect(own.map(({ name: tool }) => tool).toSorted()).toEqual(guideTools);
    for (const { inputSchema, outputSchema } of own) {
      const ajv = new Ajv({ strict: false });
      expect([ajv.validateSchema(inputSchema), ajv.validateSchema(outputSchema)]).toEqual([true, true]);
    }
  });
});

interface Listed {
  readonly name: string;
  readonly inputSchema: object;
  readonly outputSchema: object;
}

const guideTools = [
  'workflow_get',
  'workflow_list',
  'workflow_next',
  'workflow_validate',
  'workflow_validate_json',
];

test('[U7.1] a notification is executed and not answered', async () => {
  const quiet = '{"jsonrpc": "2.0", "method": "workflow_next", "params": {"workflowId": "nobody"}}';
  expect(await rpcInterfaces.senderFor('POST /rpc')(quiet)).toBeUndefined();
  // On a pipe the next answer belongs to the next request.
  const next = '{"jsonrpc": "2.0", "id": "after", "method": "workflow_list"}';
  rpcInterfaces.send(quiet);
  expect(await rpcInterfaces.senderFor('signalbox rpc')(next)).toMatchObject({ id: 'after' });
});

test('[U7.1] shutdown is answered with null, and comes last', async () => {
  const last = '{"jsonrpc": "2.0", "id": "end", "method": "shutdown"}';
  for (const name of rpcNames) {
    expect(await rpcInterfaces.senderFor(name)(last)).toEqual({ jsonrpc: '2.0', id: 'end', result: null });
  }
});
