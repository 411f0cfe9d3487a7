/** Who is asked: by tools, by forms of real clients, and as tasks [W2.3]. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Principal } from '../../src/operations/index.ts';
import { ann, fixtureUrl, type McpFixture, openMcpFixture } from './mcp-fixture.ts';
import { ask } from './raw-dispatch.ts';
import { greetByHand } from './raw-session.ts';
import {
  connectTestClient,
  type TestClient,
  type TestClientKind,
  type TestClientOptions,
} from './test-client.ts';

type Fields = Readonly<Record<string, unknown>>;

const source = `workflows:
  sign:
    graph:
      sign: { type: yield, message: "Sign it?", expects: { ok: bool }, who: { roles: [manager], kind: person } }
    result: { ok: $sign.ok }
  eyes:
    graph:
      look: { type: yield, message: "Right?", expects: { ok: bool }, who: { four_eyes: true } }
    result: { ok: $look.ok }
  machine:
    graph:
      count: { type: yield, message: "How many?", expects: { n: int }, who: { kind: agent } }
    result: { n: $count.n }
  mixed:
    graph:
      theirs: { type: yield, message: "Theirs?", expects: { ok: bool }, who: { roles: [others] } }
      own: { type: yield, message: "Own?", expects: { ok: bool } }
`;

const manager: Principal = { ...ann, roles: ['manager'] };
const scopesWithout = (...left: readonly string[]) =>
  new Set([...ann.scopes].filter((scope) => !left.includes(scope)));
/** Neither of them is an administrator. */
const plain: Principal = { ...ann, scopes: scopesWithout('admin') };
const bob: Principal = { ...plain, subject: 'bob', roles: ['manager'] };

let mcpFixture: McpFixture;
beforeAll(async () => {
  mcpFixture = await openMcpFixture(source);
});
afterAll(() => mcpFixture.close());

async function come(
  kind: TestClientKind,
  principal: Principal,
  human?: NonNullable<TestClientOptions['human']>,
): Promise<TestClient> {
  const testClient = await connectTestClient(kind, fixtureUrl, {
    fetch: mcpFixture.as(principal),
    ...(human === undefined ? {} : { human }),
  });
  onTestFinished(() => testClient.close());
  return testClient;
}

const idsIn = (value: Fields): readonly unknown[] =>
  (value['work_items'] as readonly Fields[]).map((item) => item['workitem_id']);

describe.each(['present, 2026', 'present, 2025', 'former, 2025'] as const)('%s', (kind) => {
  const comeAsking = async (principal: Principal) => {
    const asked: string[] = [];
    const testClient = await come(kind, principal, ({ message }) => {
      asked.push(message);
      return { action: 'accept', content: { ok: true } };
    });
    return { testClient, asked };
  };

  test('[W2.3] an agent with the role asks its user, who is a person', async () => {
    const { testClient, asked } = await comeAsking(manager);
    expect((await testClient.call('w_sign', {})).value).toMatchObject({
      status: 'completed',
      result: { ok: true },
    });
    expect(asked).toEqual(['Sign it?']);
  });

  test('[W2.3] without the role no user is asked: the answer says for whom it is', async () => {
    const { testClient, asked } = await comeAsking(plain);
    const { value } = await testClient.call('w_sign', {});
    expect(asked).toEqual([]);
    expect(value).toMatchObject({
      status: 'input_required',
      offered_to: 'people with the role “manager”',
      may_answer: false,
      next: expect.stringMatching(/^Tell the user that this waits for another person/),
    });
  });

  test('[W2.3] with four eyes, the requester is not asked', async () => {
    const { testClient, asked } = await comeAsking(manager);
    const { value } = await testClient.call('w_eyes', {});
    expect(asked).toEqual([]);
    expect(value).toMatchObject({ status: 'input_required', may_answer: false });
    const item = value['work_item_id'];
    const own = await testClient.call('workitems_complete', { workitem_id: item, output_data: { ok: true } });
    expect(own).toMatchObject({ isError: true, value: { error_code: 'four_eyes', http_status: 403 } });
    const second = await come(kind, bob);
    const done = await second.call('workitems_complete', { workitem_id: item, output_data: { ok: true } });
    expect(done.value).toMatchObject({ case_status: 'completed', result: { ok: true } });
  });

  test('[W2.3] items for agents are not shown to their users', async () => {
    const { testClient, asked } = await comeAsking(plain);
    const { value } = await testClient.call('w_machine', {});
    expect(asked).toEqual([]);
    expect(value).toMatchObject({ may_answer: true, next: expect.stringContaining('workitems_complete') });
    const order = { workitem_id: value['work_item_id'], output_data: { n: 2 } };
    expect((await testClient.call('workitems_complete', order)).value).toMatchObject({ result: { n: 2 } });
  });

  test('[W2.3] of several questions only those for the user are asked', async () => {
    const { testClient, asked } = await comeAsking(plain);
    const { value } = await testClient.call('w_mixed', {});
    expect(asked).toEqual(['Own?']);
    expect(value).toMatchObject({ status: 'input_required', message: 'Theirs?', may_answer: false });
  });
});

describe('by tools', () => {
  const begin = async (workflow: string) => {
    const testClient = await come('present, 2026', plain);
    const { value } = await testClient.call(workflow, {});
    return { testClient, run: value['run_id'], item: value['work_item_id'] };
  };

  test('[W2.3] an item for others is not listed, and refused when named', async () => {
    const { testClient, run, item } = await begin('w_sign');
    expect(idsIn((await testClient.call('workitems_list', { case_id: run })).value)).toEqual([]);
    for (const tool of ['workitems_checkout', 'workitems_complete']) {
      const { isError, value } = await testClient.call(tool, { workitem_id: item });
      expect({ isError, value }).toMatchObject({
        isError: true,
        value: { error_code: 'not_offered_to_you', category: 'permission', error: 'unauthorized' },
      });
    }
    const clerk = await come('present, 2026', { ...plain, scopes: new Set(['workitems:manage']) });
    const { value } = await clerk.call('workitems_complete', { workitem_id: item });
    expect(value).toMatchObject({ error_code: 'work_item_not_found' });
    expect(JSON.stringify(value)).not.toContain('manager');
  });

  test('[W2.3] those an item is for, and administrators, find it; the run says for whom it is', async () => {
    const { testClient, run, item } = await begin('w_sign');
    const person = await come('present, 2026', { ...bob, kind: 'person' });
    expect(idsIn((await person.call('workitems_list', { case_id: run })).value)).toEqual([item]);
    const operator = await come('present, 2026', ann);
    expect((await operator.call('workitems_list', { case_id: run })).value).toMatchObject({
      work_items: [{ workitem_id: item, offered_to: 'people with the role “manager”', may_answer: false }],
    });
    const waits = [{ kind: 'item', workitem_id: item, message: 'Sign it?', may_answer: false }];
    expect((await testClient.call('cases_status', { case_id: run })).value).toMatchObject({
      waiting_for: waits,
    });
    expect(JSON.parse(await testClient.read(`run://${run}/state`))).toMatchObject({ waiting_for: waits });
    const done = await person.call('workitems_complete', { workitem_id: item, output_data: { ok: true } });
    expect(done.value).toMatchObject({ case_status: 'completed' });
  });
});

describe('as tasks', () => {
  const statusOf = async (workflow: string, principal: Principal) => {
    const begun = await mcpFixture.operateAs(principal, 'runs.start', { workflow, waitMs: 5_000 });
    const taskId = String(begun['run']);
    const modern = await ask(fixtureUrl, 'tasks/get', { taskId }, { fetch: mcpFixture.as(principal) });
    const session = await greetByHand(fixtureUrl, {
      fetch: mcpFixture.as(principal),
      capabilities: { elicitation: { form: {} } },
    });
    const { message } = await session.request('tasks/get', { taskId });
    return {
      taskId,
      modern: modern.kind === 'result' ? (modern.result as unknown as Fields) : {},
      legacy: message['result'],
    };
  };

  test('[W2.3] a task requires input if its client can give it, and is working if others must', async () => {
    const asking = await statusOf('sign', manager);
    expect(asking.modern).toMatchObject({ status: 'input_required', inputRequests: expect.anything() });
    expect(asking.legacy).toMatchObject({ status: 'input_required' });
    for (const [workflow, principal] of [
      ['sign', plain],
      ['eyes', manager],
      ['machine', manager],
    ] as const) {
      const waiting = await statusOf(workflow, principal);
      expect(waiting.modern).toMatchObject({ status: 'working' });
      expect(waiting.modern).not.toHaveProperty('inputRequests');
      expect(waiting.legacy).toMatchObject({ status: 'working' });
    }
  });

  test('[W2.3] an answer to an unasked question is refused', async () => {
    const { taskId } = await statusOf('sign', plain);
    const { items } = await mcpFixture.operate('items.list', { run: taskId });
    const key = String((items as readonly Fields[])[0]?.['item']);
    const inputResponses = { [key]: { action: 'accept', content: { ok: true } } };
    await ask(fixtureUrl, 'tasks/update', { taskId, inputResponses }, { fetch: mcpFixture.as(plain) });
    expect(await mcpFixture.operate('runs.get', { run: taskId })).toMatchObject({
      status: 'running',
      openItems: 1,
    });
  });
});
