/** Runs as tasks, with the clients that support them: ext-tasks in both generations, and the former SDK's own. */
import {
  createTaskSessionFromClient,
  resultFromTaskOutcome,
  type TaskEnabledSession,
  toolDeclarationFromMcpTool,
} from '@modelcontextprotocol/ext-tasks/client';
import type { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createProgramFixture, type ProgramFixture, type Served } from './program-fixture.ts';
import { dispatchTo, framing } from './raw-dispatch.ts';
import { connectFormer, connectPresent } from './test-client.ts';

const files = {
  'doze.yaml': `workflows:
  doze:
    graph:
      doze: { wait: 600 }
      wake: { call: echo, args: { text: rested }, depends_on: [doze] }
`,
  'nap.yaml': 'workflows: { nap: { graph: { nap: { wait: 1 hour } } } }\n',
  'broken.yaml': 'workflows: { broken: { graph: { work: { call: fail, args: { message: It broke } } } } }\n',
};

let programFixture: ProgramFixture;
let served: Served;

beforeAll(async () => {
  programFixture = await createProgramFixture(files);
  served = await programFixture.serve();
});

afterAll(() => programFixture.remove());

const human = () => ({ action: 'accept', content: { greeting: 'Good morning' } }) as const;

describe.each(['present, 2026', 'present, 2025'] as const)('ext-tasks, %s', (kind) => {
  const isModern = kind === 'present, 2026';
  const asked: unknown[] = [];

  const open = async (): Promise<TaskEnabledSession> => {
    const client = await connectPresent(kind, served.url, {});
    const modern = { rawDispatch: dispatchTo(served.url), v2RequestFraming: framing };
    const { tools } = await client.listTools();
    const declarations = new Map(tools.map((tool) => [tool.name, toolDeclarationFromMcpTool(tool)]));
    const session = createTaskSessionFromClient(client, {
      endpointId: served.url,
      ...(isModern ? modern : {}),
      tools: { currentTool: (name) => declarations.get(name) },
      onInputRequest: async (request, { delivery, taskId }) => {
        asked.push({ request, delivery, taskId });
        // Only forms are asked for.
        return human() as never;
      },
    });
    onTestFinished(async () => {
      await session.close();
      await client.close();
    });
    return session;
  };

  const task = { preference: 'prefer' } as const;

  test('[P5.1] a task is created, polled, and returns the result of the call', async () => {
    const session = await open();
    const execution = await session.callTool('w_doze', {}, { task });
    const seen: string[] = [];
    for await (const event of execution.updates())
      seen.push(event.type === 'task' ? event.task.status : 'outcome');
    const { outcome } = await execution.settle();
    expect(seen[0]).toBe('working');
    expect(outcome.status).toBe('completed');
    expect(resultFromTaskOutcome(outcome)).toMatchObject({
      structuredContent: { status: 'completed', result: { text: 'rested' } },
    });
  });

  test('[P5.1] a failed run is an error of the tool: a completed task in 2026, a failed one in 2025', async () => {
    const session = await open();
    const execution = await session.callTool('w_broken', {}, { task });
    const { outcome } = await execution.settle();
    expect(outcome.status).toBe(isModern ? 'completed' : 'failed');
    if (isModern) expect(resultFromTaskOutcome(outcome)).toMatchObject({ isError: true });
    expect(JSON.stringify(outcome, (_, value) => (value instanceof Error ? value.message : value))).toContain(
      'It broke',
    );
  });

  test('[P5.1] cancelling a task cancels the run', async () => {
    const session = await open();
    const execution = await session.callTool('w_nap', {}, { task });
    await execution.cancel();
    const { outcome, lastTask } = await execution.settle();
    expect(outcome.status).toBe('cancelled');
    const run = await session.callTool('cases_status', { case_id: lastTask?.taskId ?? '' });
    const status = resultFromTaskOutcome((await run.settle()).outcome);
    expect(status).toMatchObject({ structuredContent: { state: 'cancelled' } });
  });

  // In 2025 its client waits until the task has ended before it requests the result, which would ask it.
  if (!isModern) return;
  test('[P5.1] a task asks, and is answered', async () => {
    const session = await open();
    const execution = await session.callTool('w_hello', { name: 'Ada' }, { task });
    const { outcome, lastTask } = await execution.settle();
    expect(asked).toEqual([
      {
        request: {
          kind: 'elicitation',
          params: expect.objectContaining({ message: 'How shall Ada be greeted?' }),
        },
        delivery: 'task-update',
        taskId: lastTask?.taskId,
      },
    ]);
    expect(outcome.status).toBe('completed');
    expect(JSON.stringify(resultFromTaskOutcome(outcome))).toContain('Good morning, Ada!');
  });
});

describe.each(['stdio', 'http'] as const)('the former SDK over %s', (way) => {
  const come = async (): Promise<FormerClient> => {
    const client = await connectFormer(way === 'http' ? served.url : programFixture.stdio(), { human });
    onTestFinished(() => client.close());
    // It does not expose which tools create tasks when it lists them.
    await client.listTools();
    return client;
  };

  test('[P5.1] callToolStream: created, asked through the result, completed', async () => {
    const client = await come();
    const stream = client.experimental.tasks.callToolStream(
      { name: 'w_hello', arguments: { name: 'Ada' } },
      CallToolResultSchema,
      { task: { ttl: 60_000 } },
    );
    const seen: string[] = [];
    let result: unknown;
    for await (const message of stream) {
      seen.push(message.type === 'taskStatus' ? message.task.status : message.type);
      if (message.type === 'result') result = message.result;
      if (message.type === 'error') throw message.error;
    }
    expect(seen[0]).toBe('taskCreated');
    expect(seen.at(-1)).toBe('result');
    expect(seen).toContain('input_required');
    expect(JSON.stringify(result)).toContain('Good morning, Ada!');
  });

  test('[P5.1] tasks are listed, read and cancelled; an ended one cannot be cancelled', async () => {
    const client = await come();
    const { tasks } = client.experimental;
    let id = '';
    for await (const message of tasks.callToolStream({ name: 'w_nap', arguments: {} }, CallToolResultSchema, {
      task: { ttl: 60_000 },
    })) {
      if (message.type !== 'taskCreated') break;
      id = message.task.taskId;
    }
    expect((await tasks.listTasks()).tasks.map(({ taskId }) => taskId)).toContain(id);
    expect(await tasks.getTask(id)).toMatchObject({ taskId: id, status: 'working' });
    expect(await tasks.cancelTask(id)).toMatchObject({ taskId: id, status: 'cancelled' });
    expect(await tasks.getTask(id)).toMatchObject({ status: 'cancelled' });
    await expect(tasks.cancelTask(id)).rejects.toMatchObject({ code: -32602 });
    await expect(tasks.getTask('run_nobody_knows')).rejects.toMatchObject({ code: -32602 });
  });
});
