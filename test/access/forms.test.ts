/** Who answers in the forms of clients: agents speak for a person only with the right to do so. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { scopes } from '../../src/operations/index.ts';
import { connectTestClient, type TestClientKind, type TestClientOptions } from '../mcp/test-client.ts';
import { openSecuredServer, type SecuredServer, tokenOf } from './secured-server.ts';

const source = `workflows:
  pay:
    graph:
      sign: { type: yield, message: "Pay 9000?", expects: { ok: bool }, who: { kind: person } }
    result: { ok: $sign.ok }
  count:
    graph:
      ask: { type: yield, message: "How many?", expects: { n: int } }
    result: { n: $ask.n }
  strict:
    graph:
      ask: { type: yield, message: "What?", expects: { ok: bool, n: int, s: str, list: list } }
`;

type Fields = Readonly<Record<string, unknown>>;
type Human = NonNullable<TestClientOptions['human']>;

const withoutForms = scopes.filter((scope) => scope !== 'elicit:person');
const admin = tokenOf('acme', { subject: 'root', scopes: ['admin'] });

let secured: SecuredServer;
beforeAll(async () => {
  secured = await openSecuredServer({ tenants: ['acme'], workflows: { 'w.yaml': source } });
});
afterAll(() => secured.close());

async function connectAgent(kind: TestClientKind, granted: readonly string[], human: Human) {
  const token = tokenOf('acme', { subject: 'agent-7', kind: 'agent', scopes: granted });
  const client = await connectTestClient(kind, `${secured.url}/mcp`, {
    human,
    headers: { authorization: `Bearer ${token}` },
  });
  onTestFinished(() => client.close());
  return { client, token };
}

/** The changes to the work items of a run, newest first. */
async function audited({ run_id }: Fields): Promise<readonly Fields[]> {
  const { json } = await secured.ask('/v1/audit?outcome=done', { token: admin });
  const { entries } = json as { readonly entries: readonly Fields[] };
  return entries.filter(({ target }) => String(target).startsWith(`${String(run_id)}.`));
}

const complete = (item: unknown, token: string, output: unknown) =>
  secured.ask(`/v1/items/${String(item)}/complete`, { token, body: { output } });

describe.each<TestClientKind>(['present, 2026', 'former, 2025'])('a client of the kind “%s”', (kind) => {
  test('[P4.3] without elicit:person no form is shown for an item of people, and the answer says who may answer, where', async () => {
    let forms = 0;
    const { client } = await connectAgent(kind, withoutForms, () => {
      forms++;
      return { action: 'accept', content: { ok: true } };
    });
    const { value } = await client.call('w_pay', {});
    expect(value).toMatchObject({ status: 'input_required', offered_to: 'people', may_answer: false });
    expect(value['next']).toMatch(/A person must answer this.*“signalbox answer .*scope elicit:person/s);
    const again = await client.call('workitems_complete', { workitem_id: value['work_item_id'] });
    expect(again.value).toMatchObject({
      error_code: 'person_required',
      suggested_action: expect.stringMatching(/signalbox answer .* kind “person”.* scope “elicit:person”/),
    });
    expect(forms).toBe(0);
  });

  test('[P4.3] with elicit:person the user answers as a person, and the audit log names the form and the client', async () => {
    const asked: string[] = [];
    const { client } = await connectAgent(kind, scopes, ({ message }) => {
      asked.push(message);
      return { action: 'accept', content: { ok: true } };
    });
    const { value } = await client.call('w_pay', {});
    expect(value).toMatchObject({ status: 'completed', result: { ok: true } });
    expect(asked).toEqual(['Pay 9000?']);
    const entry = { subject: 'agent-7', kind: 'person', via: 'form of guest 1.0.0' };
    expect(await audited(value)).toMatchObject([{ ...entry, operation: 'items.complete' }]);
  });

  test('[P4.3] a question for anyone is shown without elicit:person, and its answer is that of the agent', async () => {
    const { client } = await connectAgent(kind, withoutForms, () => ({
      action: 'accept',
      content: { n: 3 },
    }));
    const { value } = await client.call('w_count', {});
    expect(value).toMatchObject({ status: 'completed', result: { n: 3 } });
    expect(await audited(value)).toMatchObject([
      { subject: 'agent-7', kind: 'agent', via: 'form of guest 1.0.0' },
    ]);
  });

  test('[P4.4] what the user declined, the same agent cannot answer in their place, also after a restart', async () => {
    let says: 'decline' | 'accept' = 'decline';
    const { client, token } = await connectAgent(kind, scopes, () => ({ action: says, content: { n: 3 } }));
    const { value } = await client.call('w_count', {});
    const item = value['work_item_id'];
    expect(value).toMatchObject({ status: 'input_required', message: 'How many?' });
    expect(value['next']).toMatch(/^A person must answer this, you cannot: “How many\?”/);
    const own = await client.call('workitems_complete', { workitem_id: item, output_data: { n: 3 } });
    expect(own.value).toMatchObject({
      error_code: 'person_required',
      message: expect.stringContaining('The user declined to answer'),
    });
    await secured.restart();
    expect(await complete(item, token, { n: 3 })).toMatchObject({
      status: 403,
      json: { error_code: 'person_required' },
    });
    expect(await audited(value)).toMatchObject([
      { operation: 'items.decline', kind: 'person', via: 'form of guest 1.0.0' },
    ]);
    // The user may change their mind in the form; another principal may answer anyway.
    says = 'accept';
    const next = await connectAgent(kind, scopes, () => ({ action: says, content: { n: 3 } }));
    const shown = await next.client.call('workitems_complete', { workitem_id: item });
    expect(shown.value).toMatchObject({ case_status: 'completed' });
  });

  test('[P4.4] a form that the user dismissed leaves the question to the agent', async () => {
    const { client } = await connectAgent(kind, scopes, () => ({ action: 'cancel' }));
    const { value } = await client.call('w_count', {});
    const done = await client.call('workitems_complete', {
      workitem_id: value['work_item_id'],
      output_data: { n: 3 },
    });
    expect(done.value).toMatchObject({ case_status: 'completed' });
  });
});

test('[F1.3] answers are as strict as their schema at every interface: "yes" is no boolean, "5" no whole number', async () => {
  const { client, token } = await connectAgent('present, 2026', scopes, () => ({ action: 'cancel' }));
  const { value } = await client.call('w_strict', {});
  const item = value['work_item_id'];
  const wrong = { ok: 'yes', n: '5', s: 5, list: 'x' };
  const refused = await complete(item, token, wrong);
  expect(refused).toMatchObject({ status: 400, json: { error_code: 'answer_refused' } });
  const paths = Object.keys(wrong).map((name) => ({ path: `output.${name}`, rule: 'wrong-type' }));
  expect(refused.json).toMatchObject({ violations: paths });
  const tool = await client.call('workitems_complete', { workitem_id: item, output_data: wrong });
  expect(tool.value['violations']).toHaveLength(4);
  const right = { ok: true, n: 5, s: '5', list: ['x'] };
  expect(await complete(item, token, right)).toMatchObject({ status: 200 });
});

test('[P4.4] another agent may answer what the user of the first declined', async () => {
  const { client } = await connectAgent('present, 2026', scopes, () => ({ action: 'decline' }));
  const { value } = await client.call('w_count', {});
  const other = tokenOf('acme', { subject: 'agent-8', kind: 'agent' });
  expect(await complete(value['work_item_id'], other, { n: 4 })).toMatchObject({ status: 200 });
});

test('[P4.4] nor can an agent that administrates force what its user declined', async () => {
  const all = [...scopes, 'admin'];
  const { client, token } = await connectAgent('present, 2026', all, () => ({ action: 'decline' }));
  const { value } = await client.call('w_count', {});
  const forced = await secured.ask(`/v1/items/${String(value['work_item_id'])}/force`, { token, body: {} });
  expect(forced).toMatchObject({ status: 403, json: { error_code: 'person_required' } });
});

test('[P4.4] nor can the agent answer it in a fork', async () => {
  const { client, token } = await connectAgent('present, 2026', scopes, () => ({ action: 'decline' }));
  const { value } = await client.call('w_count', {});
  const path = `/v1/runs/${String(value['run_id'])}/fork`;
  const forked = await secured.ask(path, { token, body: { at: 1 } });
  const run = String(Object(forked.json).run);
  const item = String(value['work_item_id']).replace(String(value['run_id']), run);
  expect(await complete(item, token, { n: 3 })).toMatchObject({
    status: 403,
    json: { error_code: 'person_required' },
  });
});
