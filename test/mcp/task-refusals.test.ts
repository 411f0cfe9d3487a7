/** Tasks that are refused, tasks that stall, and users who decline. */

import { setImmediate } from 'node:timers/promises';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ann, fixtureUrl, type McpFixture, openMcpFixture } from './mcp-fixture.ts';
import { createProgramFixture, type ProgramFixture, type Served } from './program-fixture.ts';
import { type Answer, ask, framing, tasksExtension } from './raw-dispatch.ts';
import { greetByHand, type RawSession } from './raw-session.ts';
import { connectFormer, connectTestClient, type TestClientOptions } from './test-client.ts';

type Fields = Readonly<Record<string, unknown>>;

const source = `workflows:
  count:
    params: { n: { type: int, required: true } }
    graph:
      count: { call: echo, args: { text: $n } }
  question:
    graph:
      question: { type: yield, message: "How many?", expects: { n: int } }
    result: { n: $question.n }
`;
const task = { ttl: 60_000 };

describe('the real program', () => {
  let programFixture: ProgramFixture;
  let served: Served;

  beforeAll(async () => {
    programFixture = await createProgramFixture({ 'source.yaml': source });
    served = await programFixture.serve();
  });

  afterAll(() => programFixture.remove());

  describe('2025', () => {
    let session: RawSession;

    beforeAll(async () => {
      session = await greetByHand(served.url);
    });

    test('[P5.1] a tool without tasks refuses to create one', async () => {
      const { message } = await session.request('tools/call', { name: 'workflow_list', task });
      expect(message).toMatchObject({
        error: { code: -32601, message: expect.stringContaining('workflow_list') },
      });
    });

    test('[P5.1] an invalid input is refused with its violations', async () => {
      const call = { name: 'w_count', arguments: { n: 'many' }, task };
      const { message } = await session.request('tools/call', call);
      expect(message).toMatchObject({
        error: {
          code: -32602,
          message: expect.stringContaining('a whole number'),
          data: { violations: [{ path: 'n' }] },
        },
      });
    });

    test('[P5.1] a dry run is not a task, and says so', async () => {
      const call = { name: 'w_count', arguments: { n: 1, dry_run: true }, task };
      expect((await session.request('tools/call', call)).message).toMatchObject({
        error: { code: -32602, message: expect.stringContaining('without a task') },
      });
    });

    /** With the former SDK: the last message of the stream of a task. */
    const stream = async (
      human: NonNullable<TestClientOptions['human']>,
      onStatus: (task: string) => void,
    ) => {
      const client = await connectFormer(served.url, { human });
      onTestFinished(() => client.close());
      await client.listTools();
      let result: unknown;
      for await (const message of client.experimental.tasks.callToolStream(
        { name: 'w_question', arguments: {} },
        CallToolResultSchema,
        { task },
      )) {
        if (message.type === 'error') throw message.error;
        if (message.type === 'taskCreated') onStatus(message.task.taskId);
        if (message.type === 'result') result = message.result;
      }
      return result;
    };

    test('[P5.1][P4.1] an invalid answer is asked for again', async () => {
      const messages: string[] = [];
      const human = ({ message }: { readonly message: string }) => {
        messages.push(message);
        return { action: 'accept', content: { n: messages.length === 1 ? 'three' : 3 } } as const;
      };
      expect(await stream(human, () => {})).toMatchObject({
        structuredContent: { status: 'completed', result: { n: 3 } },
      });
      expect(messages).toHaveLength(2);
      expect(messages[0]).toBe('How many?');
      expect(messages[1]).toMatch(/n.*How many\?$/s);
    });

    test('[P5.1][P4.1] a user who declines is not asked again; the task ends when it is answered elsewhere', async () => {
      let asked = 0;
      let declined = (): void => {};
      const isDeclined = new Promise<void>((resolve) => {
        declined = resolve;
      });
      const human = () => {
        asked++;
        declined();
        return { action: 'decline' } as const;
      };
      let id = '';
      const result = stream(human, (created) => {
        id = created;
      });
      await isDeclined;
      const other = await connectTestClient('present, 2026', served.url, {
        human: () => ({ action: 'accept', content: { n: 4 } }),
      });
      onTestFinished(() => other.close());
      const { value } = await other.call('workitems_list', { case_id: id });
      const [item] = value['work_items'] as readonly Fields[];
      await other.call('workitems_complete', { workitem_id: item?.['workitem_id'] });
      expect(await result).toMatchObject({ structuredContent: { result: { n: 4 } } });
      expect(asked).toBe(1);
    });
  });

  describe('2026', () => {
    const given = async (method: string, params: Fields, capabilities?: Fields): Promise<Fields> => {
      const answer = await ask(
        served.url,
        method,
        params,
        capabilities === undefined ? {} : { capabilities },
      );
      if (answer.kind === 'error') throw new Error(JSON.stringify(answer.error));
      return answer.result as Fields;
    };
    /** A task that asks, and its key. */
    const begin = async (): Promise<{ readonly taskId: string; readonly key: string }> => {
      const created = await given('tools/call', { name: 'w_question', arguments: {} });
      expect(created).toMatchObject({ resultType: 'task' });
      const taskId = String(created['taskId']);
      const asking = await vi.waitFor(async () => {
        const found = await given('tasks/get', { taskId });
        expect(found).toMatchObject({ status: 'input_required' });
        return found;
      });
      const [key = ''] = Object.keys(asking['inputRequests'] as Fields);
      return { taskId, key };
    };
    const completed = { status: 'completed', result: { structuredContent: { result: { n: 5 } } } };

    test.each(['decline', 'cancel'])(
      '[P5.1][P4.1][P4.4] after “%s” a question is not asked again under the same key; a tool can answer it unless it was declined',
      async (action) => {
        const { taskId, key } = await begin();
        await given('tasks/update', { taskId, inputResponses: { [key]: { action } } });
        const after = await given('tasks/get', { taskId });
        expect(after).toMatchObject({ status: 'working' });
        expect(after).not.toHaveProperty('inputRequests');
        const answer = { workitem_id: key, output_data: { n: 5 } };
        const answered = await given('tools/call', { name: 'workitems_complete', arguments: answer });
        if (action === 'decline') {
          expect(answered['structuredContent']).toMatchObject({ error_code: 'person_required' });
        } else {
          expect(await given('tasks/get', { taskId })).toMatchObject(completed);
        }
      },
    );

    test('[P5.1] answers of a client that cannot ask are refused, and the question stays', async () => {
      const { taskId, key } = await begin();
      const inputResponses = { [key]: { action: 'accept', content: { n: 5 } } };
      const deaf = { capabilities: { extensions: { [tasksExtension]: {} } } };
      const refused: Answer = await ask(served.url, 'tasks/update', { taskId, inputResponses }, deaf);
      expect(refused).toMatchObject({ kind: 'error', error: { code: -32021 } });
      expect(await given('tasks/get', { taskId })).toMatchObject({ status: 'input_required' });
      await given('tasks/update', { taskId, inputResponses }, framing.clientCapabilities);
      await vi.waitFor(async () => expect(await given('tasks/get', { taskId })).toMatchObject(completed));
    });
  });
});

describe('a suspended run', () => {
  let mcpFixture: McpFixture;

  beforeAll(async () => {
    mcpFixture = await openMcpFixture(source);
  });

  afterAll(() => mcpFixture.close());

  test('[P5.1] waiting for its result needs no polling, and returns after it was resumed and has ended', async () => {
    const session = await greetByHand(fixtureUrl, { fetch: mcpFixture.as(ann) });
    const { message } = await session.request('tools/call', { name: 'w_question', task });
    const run = (message['result'] as { readonly task: { readonly taskId: string } }).task.taskId;
    await mcpFixture.operate('runs.get', { run, waitMs: 20_000 });
    await mcpFixture.operate('runs.suspend', { run });
    const before = mcpFixture.asked.length;
    const looks = (): readonly string[] =>
      mcpFixture.asked.slice(before).filter((name) => name === 'runs.get');
    const result = session.request('tasks/result', { taskId: run });
    await vi.waitFor(() => expect(looks()).toHaveLength(2));
    // A polling client would do so whenever others have been served.
    for (let turn = 0; turn < 200; turn++) {
      await mcpFixture.operate('runs.get', { run });
      await setImmediate();
    }
    expect(looks()).toHaveLength(2);
    await mcpFixture.operate('runs.resume', { run });
    const { items } = await mcpFixture.operate('items.list', { run });
    const [item] = items as readonly Fields[];
    await mcpFixture.operate('items.complete', { item: item?.['item'], output: { n: 6 } });
    expect((await result).message).toMatchObject({ result: { structuredContent: { result: { n: 6 } } } });
  });
});
