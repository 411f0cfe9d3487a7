/** Both SDKs in both eras, over stdio and HTTP, against the real program. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProgramFixture, type ProgramFixture, type Served } from './program-fixture.ts';
import {
  connectTestClient,
  type TestClient,
  type TestClientKind,
  type TestClientOptions,
} from './test-client.ts';

const steps = `workflows:
  steps:
    description: Takes three steps
    graph:
      one: { wait: 50 }
      two: { wait: 50, depends_on: [one] }
      three: { call: echo, args: { text: done }, depends_on: [two] }
  nap:
    description: Sleeps longer than anybody waits
    graph:
      nap: { wait: 1 hour }
`;

let programFixture: ProgramFixture;
let served: Served;

beforeAll(async () => {
  programFixture = await createProgramFixture({ 'steps.yaml': steps });
  served = await programFixture.serve();
});

afterAll(() => programFixture.remove());

const kinds: readonly TestClientKind[] = ['present, 2026', 'present, 2025', 'former, 2025'];
const ways = ['stdio', 'http'] as const;
const testClients = kinds.flatMap((kind) => ways.map((way) => ({ kind, way })));

describe.each(testClients)('$kind over $way', ({ kind, way }) => {
  /** It cannot ask its user. */
  let testClient: TestClient;
  /** It asks `human`. */
  let asking: TestClient;
  let human: NonNullable<TestClientOptions['human']>;

  beforeAll(async () => {
    const road = way === 'http' ? served.url : programFixture.stdio();
    testClient = await connectTestClient(kind, road);
    asking = await connectTestClient(kind, road, { human: (request) => human(request) });
  });

  afterAll(async () => {
    await testClient.close();
    await asking.close();
  });

  test('[P1.1][P2.3][P3.1] lists tools in one order, workflows among them, with instructions', async () => {
    const names = (await testClient.tools()).map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(['workflow_list', 'workflow_get', 'workflow_run']);
    expect(names).toEqual(
      expect.arrayContaining(['w_hello', 'w_steps', 'cases_status', 'workitems_complete']),
    );
    expect((await testClient.tools()).map(({ name }) => name)).toEqual(names);
    expect(testClient.instructions).toContain('workflow_list');
  });

  test('[P2.2][P3.2] a short run returns its result, the same as text and as structured content', async () => {
    const { value, text, isError } = await testClient.call('w_steps', {});
    expect(isError).toBe(false);
    expect(value).toMatchObject({ status: 'completed', result: { text: 'done' } });
    expect(JSON.parse(text)).toEqual(value);
  });

  test('[P4.1] the user accepts: the answer completes the work item, and the same call returns the result', async () => {
    const asked: unknown[] = [];
    human = (request) => {
      asked.push(request);
      return { action: 'accept', content: { greeting: 'Good morning', times: 2 } };
    };
    const { value } = await asking.call('w_hello', { name: 'Ada' });
    expect(value).toMatchObject({ status: 'completed' });
    expect(JSON.stringify(value['result'])).toContain('Good morning, Ada!');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      message: 'How shall Ada be greeted?',
      requestedSchema: {
        properties: { greeting: { type: 'string' }, times: { type: 'integer', default: 1 } },
        required: ['greeting'],
      },
    });
  });

  test('[P4.1] an invalid answer is asked for again, with the error', async () => {
    const messages: string[] = [];
    human = ({ message }) => {
      messages.push(message);
      const greeting = messages.length === 1 ? {} : { greeting: 'Hi' };
      return { action: 'accept', content: { ...greeting, times: 1 } };
    };
    const { value } = await asking.call('w_hello', { name: 'Ada' });
    expect(value).toMatchObject({ status: 'completed' });
    expect(messages).toHaveLength(2);
    expect(messages[1]).toContain('greeting');
  });

  test.each(['decline', 'cancel'] as const)(
    '[P4.1] the user answers with “%s”: the call returns the question and how to answer it',
    async (action) => {
      human = () => ({ action });
      const { value, isError } = await asking.call('w_hello', { name: 'Ada' });
      expect(isError).toBe(false);
      expect(value).toMatchObject({ status: 'input_required', message: 'How shall Ada be greeted?' });
      expect(String(value['next'])).toContain('workitems_complete');
      const { text } = await asking.call('cases_status', { case_id: value['run_id'] });
      expect(text).toContain(String(value['work_item_id']));
    },
  );

  test('[P3.4][P4.1] a client that cannot ask gets the question, and answers it with a tool', async () => {
    const { value } = await testClient.call('w_hello', { name: 'Ada' });
    expect(value).toMatchObject({
      status: 'input_required',
      message: 'How shall Ada be greeted?',
      expects: { greeting: { type: 'str', required: true } },
    });
    const { run_id, work_item_id } = value;
    const listed = await testClient.call('workitems_list', { case_id: run_id });
    expect(JSON.stringify(listed.value)).toContain(String(work_item_id));
    const done = await testClient.call('workitems_complete', {
      workitem_id: work_item_id,
      output_data: { greeting: 'Hello' },
    });
    expect(done.isError, done.text).toBe(false);
    const { value: status } = await testClient.call('cases_status', { case_id: run_id, wait_ms: 20_000 });
    expect(status).toMatchObject({ status: 'completed' });
    expect(JSON.stringify(status)).toContain('Hello, Ada!');
  });

  test('[P3.2] progress is reported, and increases', async () => {
    const told: number[] = [];
    const { value } = await testClient.call(
      'w_steps',
      {},
      { onProgress: ({ progress }) => told.push(progress) },
    );
    expect(value).toMatchObject({ status: 'completed' });
    expect(told.length).toBeGreaterThan(1);
    expect(told).toEqual([...new Set(told)].sort((one, other) => one - other));
  });

  test('[P3.2] a longer run returns a handle that says what to do next', async () => {
    const { value } = await testClient.call('w_nap', { wait_ms: 0 });
    expect(value).toMatchObject({ status: 'running' });
    expect(String(value['next'])).toContain('cases_status');
  });

  test('[P3.2] a cancelled call does not cancel the run', async () => {
    const leave = new AbortController();
    const call = testClient.call(
      'w_nap',
      { wait_ms: 20_000, idempotency_key: `${kind} ${way}` },
      { signal: leave.signal },
    );
    await untilStarted(testClient, `${kind} ${way}`);
    leave.abort();
    await expect(call).rejects.toThrow();
    const { value } = await testClient.call('w_nap', { wait_ms: 0, idempotency_key: `${kind} ${way}` });
    expect(value).toMatchObject({ status: 'running' });
  });

  test('[P2.4] an invalid call is reported; unknown tools are protocol errors', async () => {
    const { isError, value } = await testClient.call('cases_status', { case_id: 'run_nobody_knows' });
    expect(isError).toBe(true);
    expect(value).toMatchObject({ error_code: expect.any(String), message: expect.any(String) });
    await expect(testClient.call('w_nothing_like_it', {})).rejects.toThrow(/-32602|Unknown tool/);
  });

  test('[P1.4] tools change when a workflow is saved, and when a file changes', async () => {
    await testClient.watch();
    const name = `saved_${kind}_${way}`.replaceAll(/\W+/g, '_');
    const source = `workflows: { ${name}: { graph: { say: { call: echo, args: { text: hi } } } } }\n`;
    const saved = await testClient.call('workflow_save', { manifest_content: source, path: `${name}.yaml` });
    expect(saved.isError, saved.text).toBe(false);
    await untilListed(testClient, `w_${name}`);
    expect((await testClient.call(`w_${name}`, {})).value).toMatchObject({ status: 'completed' });
    await programFixture.write(`${name}_file.yaml`, source.replace(name, `${name}_file`));
    await untilListed(testClient, `w_${name}_file`);
  });

  test('[P1.4][P6.1] a watched run notifies when it advances', async () => {
    const { value } = await testClient.call('w_hello', { name: 'Ada' });
    const uri = `run://${String(value['run_id'])}`;
    expect(await testClient.read(uri)).toContain('input_required');
    await testClient.watch(uri);
    await testClient.call('workitems_complete', {
      workitem_id: value['work_item_id'],
      output_data: { greeting: 'Hello' },
    });
    const heard = await testClient.nextNotification('notifications/resources/updated');
    expect(heard.params).toMatchObject({ uri });
  });

  test('[P6.1] resources are listed, read and completed', async () => {
    const uris = (await testClient.resources()).map(({ uri }) => uri);
    expect(uris).toEqual(expect.arrayContaining(['workflow://default/graph', 'workflow://default/hello']));
    expect(await testClient.read('workflow://default/hello')).toContain('How shall $name be greeted?');
    expect(await testClient.read('workflow://default/graph')).toContain('w_hello');
    expect(await testClient.complete('workflow://{domain}/{name}', 'name', 'hel')).toContain('hello');
    await expect(testClient.read('workflow://default/nothing_like_it')).rejects.toThrow();
  });
});

/** Reads only after a notification. */
async function untilListed(testClient: TestClient, tool: string): Promise<void> {
  do await testClient.nextNotification('notifications/tools/list_changed');
  while (!(await testClient.tools()).some(({ name }) => name === tool));
}

/** The same key returns the same run: it shows whether the first call has begun, without waiting for it. */
async function untilStarted(testClient: TestClient, key: string): Promise<void> {
  for (;;) {
    const { value } = await testClient.call('w_nap', { wait_ms: 0, idempotency_key: key });
    if (value['run_id'] !== undefined) return;
  }
}
