/** Questions of runs to users of clients: many, several at once, failing ones, and invalid rounds. */
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createProgramFixture, type ProgramFixture, type Served } from './program-fixture.ts';
import { type Answer, ask, tasksExtension } from './raw-dispatch.ts';
import { connectFormer, connectTestClient, type TestClient, type TestClientOptions } from './test-client.ts';

type Fields = Readonly<Record<string, unknown>>;

const many = 12;
const numbers = Array.from({ length: many }, (_, at) => at + 1);
const quiz = `workflows:
  quiz:
    graph:
${numbers
  .map((at) => {
    const before = at === 1 ? '' : `depends_on: [q${at - 1}], `;
    return `      q${at}: { type: yield, ${before}message: "Question ${at}?", expects: { a: str } }\n`;
  })
  .join('')}    result: { last: $q${many}.a }
`;
const others = `workflows:
  pair:
    graph:
      a: { type: yield, message: "A?", expects: { x: str } }
      b: { type: yield, message: "B?", expects: { x: str } }
    result: { both: "$a.x and $b.x" }
  row:
    graph:
      a: { type: yield, message: "A?", expects: { x: str } }
      b: { type: yield, depends_on: [a], message: "B?", expects: { x: str } }
    result: { both: "$a.x and $b.x" }
  late:
    graph:
      rest: { wait: 1 s }
      ask: { type: yield, depends_on: [rest], message: "Too late?" }
`;

let programFixture: ProgramFixture;
let served: Served;
/** Cannot be asked. */
let other: TestClient;

beforeAll(async () => {
  programFixture = await createProgramFixture({ 'quiz.yaml': quiz, 'others.yaml': others });
  served = await programFixture.serve();
  other = await connectTestClient('present, 2026', served.url);
});

afterAll(async () => {
  await other.close();
  await programFixture.remove();
});

/** Open items of a run. */
async function itemsOf(run: unknown): Promise<readonly string[]> {
  const { value } = await other.call('workitems_list', { case_id: run });
  return (value['work_items'] as readonly Fields[]).map((item) => String(item['workitem_id']));
}

describe.each(['present, 2025', 'former, 2025'] as const)('%s', (kind) => {
  const come = async (human: NonNullable<TestClientOptions['human']>): Promise<TestClient> => {
    const testClient = await connectTestClient(kind, served.url, { human });
    onTestFinished(() => testClient.close());
    return testClient;
  };

  test(`[P4.1] ${many} questions, one after the other, in one call`, async () => {
    const asked: string[] = [];
    const testClient = await come(({ message }) => {
      asked.push(message);
      return { action: 'accept', content: { a: message } };
    });
    const { value } = await testClient.call('w_quiz', {});
    expect(value).toMatchObject({ status: 'completed', result: { last: `Question ${many}?` } });
    expect(asked).toEqual(numbers.map((at) => `Question ${at}?`));
  });

  test.each([
    ['A?', 'B?'],
    ['B?', 'A?'],
  ])(
    '[P4.1] the form “%s” fails: the answer to “%s” is kept, and the call returns the rest',
    async (broken) => {
      const testClient = await come(({ message }) => {
        if (message === broken) throw new Error('The window was closed.');
        return { action: 'accept', content: { x: 'mine' } };
      });
      const { value, isError } = await testClient.call('w_pair', {});
      expect(isError).toBe(false);
      expect(value).toMatchObject({ status: 'input_required', message: broken, run_id: expect.any(String) });
      expect(await itemsOf(value['run_id'])).toEqual([value['work_item_id']]);
      const answered = await other.call('workitems_complete', {
        workitem_id: value['work_item_id'],
        output_data: { x: 'theirs' },
      });
      const both = broken === 'A?' ? 'theirs and mine' : 'mine and theirs';
      expect(answered.value).toMatchObject({ case_status: 'completed', result: { both } });
    },
  );
});

test('[P4.1] answered elsewhere: the form is withdrawn, and the call returns the result', async () => {
  const client = await connectFormer(served.url, { human: () => ({ action: 'cancel' }) });
  onTestFinished(() => client.close());
  const shown = new Promise<AbortSignal>((resolve) => {
    client.setRequestHandler(ElicitRequestSchema, (_, { signal }) => {
      resolve(signal);
      return new Promise<never>(() => {});
    });
  });
  const call = client.callTool({ name: 'w_hello', arguments: { name: 'Zoe' } });
  const form = await shown;
  const { value } = await other.call('workitems_list', {});
  const item = (value['work_items'] as readonly Fields[]).find((each) =>
    JSON.stringify(each).includes('Zoe'),
  );
  await other.call('workitems_complete', {
    workitem_id: item?.['workitem_id'],
    output_data: { greeting: 'Hello' },
  });
  expect(await call).toMatchObject({ structuredContent: { status: 'completed' } });
  await new Promise<void>((resolve) => {
    if (form.aborted) resolve();
    else form.addEventListener('abort', () => resolve());
  });
});

describe('a client that takes tasks and cannot ask', () => {
  const capabilities = { extensions: { [tasksExtension]: {} } };
  const given = async (method: string, params: Fields): Promise<Fields> =>
    resultOf(await ask(served.url, method, params, { capabilities }));

  test('[P4.1][P5.1] gets the question instead of a task that would never end', async () => {
    expect(await given('tools/call', { name: 'w_row', arguments: {} })).toMatchObject({
      structuredContent: {
        status: 'input_required',
        message: 'A?',
        work_item_id: expect.any(String),
        next: expect.stringContaining('workitems_complete'),
      },
    });
  });

  test('[P4.1][P5.1] gets a task that asks later, with the question and how to answer it', async () => {
    const created = await given('tools/call', { name: 'w_late', arguments: {} });
    expect(created).toMatchObject({ resultType: 'task' });
    const { taskId } = created;
    await vi.waitFor(
      async () =>
        expect(await given('tasks/get', { taskId })).toMatchObject({
          status: 'working',
          statusMessage: expect.stringMatching(/Too late\?.*workitems_complete/),
        }),
      { timeout: 30_000 },
    );
    expect(await given('tasks/get', { taskId })).not.toHaveProperty('inputRequests');
    const [item = ''] = await itemsOf(taskId);
    expect(await given('tasks/get', { taskId })).toMatchObject({
      statusMessage: expect.stringContaining(item),
    });
  });
});

test(`[P4.1] of ${many} questions, a client of 2026 shows ten in one call; the call returns the next one`, async () => {
  const asked: string[] = [];
  const client = await connectTestClient('present, 2026', served.url, {
    human: ({ message }) => {
      asked.push(message);
      return { action: 'accept', content: { a: message } };
    },
  });
  onTestFinished(() => client.close());
  const { value, isError } = await client.call('w_quiz', {});
  expect([isError, asked.length]).toEqual([false, 10]);
  expect(value).toMatchObject({ status: 'input_required', message: 'Question 11?' });
  const { value: rest } = await client.call('workitems_complete', {
    workitem_id: value['work_item_id'],
    output_data: { a: 'eleven' },
  });
  expect(rest).toMatchObject({ case_status: 'input_required' });
  expect(await itemsOf(value['run_id'])).not.toEqual([value['work_item_id']]);
});

describe('rounds of 2026', () => {
  const capabilities = { elicitation: { form: {} } };
  const call = (params: Fields): Promise<Answer> => ask(served.url, 'tools/call', params, { capabilities });
  const refused = (code: number) => ({ kind: 'error', error: { code } });

  /** The first round of a call. */
  async function begin(
    params: Fields,
  ): Promise<{ readonly items: string[]; readonly requestState: unknown }> {
    const { inputRequests, requestState } = resultOf(await call(params));
    return { items: Object.keys(inputRequests as Fields), requestState };
  }

  const accepted = (items: readonly string[], content: Fields): Fields =>
    Object.fromEntries(items.map((item) => [item, { action: 'accept', content }]));

  test('[P4.2] the same arguments in another order continue', async () => {
    const order = { workflow_id: 'row', wait_ms: 1_000, params: {} };
    const { items, requestState } = await begin({ name: 'workflow_run', arguments: order });
    const reordered = Object.fromEntries(Object.entries(order).reverse());
    const inputResponses = accepted(items, { x: 'first' });
    const next = resultOf(
      await call({ name: 'workflow_run', arguments: reordered, inputResponses, requestState }),
    );
    expect(next).toMatchObject({ resultType: 'input_required' });
    expect(Object.keys(next['inputRequests'] as Fields)).not.toEqual(items);
  });

  test('[P4.2] answers without the state of their round are refused, and start nothing', async () => {
    const { items } = await begin({ name: 'w_row', arguments: {} });
    const before = await served.runs();
    const inputResponses = accepted(items, { x: 'first' });
    expect(await call({ name: 'w_row', arguments: {}, inputResponses })).toMatchObject(refused(-32602));
    expect(await served.runs()).toBe(before);
  });

  test('[P4.2] a round answers only the questions that it asked', async () => {
    const { items, requestState } = await begin({ name: 'w_row', arguments: {} });
    const [first = ''] = items;
    const { value } = await other.call('workitems_complete', {
      workitem_id: first,
      output_data: { x: 'first' },
    });
    const later = await itemsOf(value['case_id']);
    expect(later).toHaveLength(1);
    const inputResponses = accepted([...items, ...later], { x: 'sly' });
    const next = resultOf(await call({ name: 'w_row', arguments: {}, inputResponses, requestState }));
    expect(next).toMatchObject({ resultType: 'input_required' });
    expect(Object.keys(next['inputRequests'] as Fields)).toEqual(later);
    expect(await itemsOf(value['case_id'])).toEqual(later);
  });
});

/** Throws on an error. */
function resultOf(answer: Answer): Fields {
  if (answer.kind === 'error') throw new Error(JSON.stringify(answer.error));
  return answer.result as Fields;
}
