/** Runs of question flows: their questions are work items, in the inbox and in forms of clients. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectTestClient, type TestClientKind, type TestClientOptions } from '../mcp/test-client.ts';
import { type Fields, type FlowServer, openFlowServer, shipped } from './flow-server.ts';

let server: FlowServer;
beforeAll(async () => {
  server = await openFlowServer();
  await server.save('made/backup-setup.yaml', await shipped('examples/backup-setup.yaml'));
});
afterAll(() => server.close());

type Form = Parameters<NonNullable<TestClientOptions['human']>>[0];

const questions = {
  backup: 'Do you want nightly backups?',
  source: 'What do you want to back up?',
  folder: 'Which folder holds the files?',
  bucket: 'Which bucket receives the backups?',
  region: 'In which region is the bucket?',
  days: 'How many days do you want to keep a backup?',
  full: 'After how many days does a new full backup begin?',
  alerts: 'Do you want a message when a backup fails?',
  room: 'Which chat room receives the message?',
} as const;

/** What a person enters, by question: an invalid answer first where there are two. */
const entered: Readonly<Record<string, readonly unknown[]>> = {
  [questions.backup]: [true],
  [questions.source]: ['files'],
  [questions.bucket]: ['My bucket', 'my-bucket'],
  [questions.region]: ['hel1'],
  [questions.full]: [90, 10],
};
const known = { folder: '/srv', wants_alerts: false, tags: '{"team": "web"}', note: '' };

const result = {
  answers: {
    wants_backup: true,
    source: 'files',
    folder: '/srv',
    bucket: 'my-bucket',
    region: 'hel1',
    keep_days: 30,
    full_days: 10,
    wants_alerts: false,
    tags: '{"team": "web"}',
    note: '',
  },
  operations: {},
};

/** A person who fills in forms, and what they saw. */
function createPerson() {
  const forms: Form[] = [];
  const asked: string[] = [];
  const human = (form: Form) => {
    const question = Object.values(questions).find((text) => form.message.includes(text)) ?? form.message;
    const times = asked.filter((each) => each === question).length;
    forms.push(form);
    asked.push(question);
    const value = entered[question]?.[times] ?? defaultOf(form);
    return { action: 'accept' as const, content: { value: value as string } };
  };
  return { human, forms, asked };
}

const fieldOf = (form: Form) =>
  (form as unknown as { readonly requestedSchema: { readonly properties: { readonly value: Fields } } })
    .requestedSchema.properties.value;
const defaultOf = (form: Form): unknown => fieldOf(form)['default'];

describe.each<TestClientKind>(['present, 2026', 'present, 2025', 'former, 2025'])('%s', (kind) => {
  test('[Q3.5] a flow is asked in one call, in forms with choices, bounds and defaults; known answers are not asked', async () => {
    const { human, forms, asked } = createPerson();
    const client = await connectTestClient(kind, server.mcp, { human });
    onTestFinished(() => client.close());
    const inputs = { answers: known };
    const { value } = await client.call('workflow_run', { workflow_id: 'backup-setup', params: inputs });
    expect(value).toMatchObject({ status: 'completed', result });
    const { backup, source, bucket, region, days, full } = questions;
    expect(asked).toEqual([backup, source, bucket, bucket, region, days, full, full]);
    const fieldAt = (question: string) => forms.filter((_, at) => asked[at] === question).map(fieldOf)[0];
    expect(fieldAt(backup)).toMatchObject({ type: 'boolean', default: true });
    expect(fieldAt(source)).toMatchObject({ enum: ['database', 'files', 'both'], default: 'both' });
    expect(fieldAt(region)).toMatchObject({ enum: ['fsn1', 'nbg1', 'hel1'], default: 'fsn1' });
    expect(fieldAt(days)).toMatchObject({ type: 'integer', minimum: 1, maximum: 3650, default: 30 });
    // The second form says what was wrong.
    expect(forms[3]?.message).toMatch(/\^\[a-z0-9\].*Which bucket/s);
    expect(forms[7]?.message).toMatch(/^A full backup must begin before the last one is deleted/);
  });
});

test('[Q3.5] the questions of a run are in the inbox, and their answers are validated by the same rules', async () => {
  const client = await connectTestClient('present, 2026', server.mcp);
  onTestFinished(() => client.close());
  const begun = await client.call('workflow_run', {
    workflow_id: 'backup-setup',
    params: { answers: { ...known, wants_backup: true, source: 'files', wants_alerts: true } },
  });
  const run = begun.value['run_id'];
  expect(begun.value).toMatchObject({
    status: 'input_required',
    message: expect.stringContaining(questions.bucket),
  });
  const open = async (): Promise<Fields> => {
    const { value } = await client.call('workitems_list', { case_id: run });
    const [item, ...others] = value['work_items'] as readonly Fields[];
    expect(others).toEqual([]);
    return item ?? {};
  };
  const answer = async (value: unknown) => {
    const { workitem_id } = await open();
    return client.call('workitems_complete', { workitem_id, output_data: { value } });
  };
  const refused = await answer('My bucket');
  expect(refused).toMatchObject({
    isError: true,
    value: {
      error_code: 'question_answer_refused',
      context: { question: 'bucket', workitem_id: (await open())['workitem_id'] },
      violations: [{ path: 'bucket', rule: 'regex' }],
    },
  });
  expect(await open()).toMatchObject({ task_name: 'bucket', status: 'offered' });
  for (const value of ['my-bucket', 'hel1', '30']) expect((await answer(value)).isError).toBe(false);
  expect(await open()).toMatchObject({ task_name: 'full_days' });
  expect(await answer(31)).toMatchObject({
    isError: true,
    value: { message: expect.stringContaining('A full backup must begin before') },
  });
  expect((await answer(7)).isError).toBe(false);
  // The nested workflow asks, too.
  expect(await open()).toMatchObject({ task_name: 'alerts.channel' });
  expect((await answer('chat')).isError).toBe(false);
  expect(await open()).toMatchObject({ task_name: 'alerts.room', message: questions.room });
  const last = await answer('#ops');
  expect(last.value).toMatchObject({
    case_status: 'completed',
    result: { answers: { ...result.answers, full_days: 7, wants_alerts: true, 'alerts.room': '#ops' } },
  });
});

test('[Q3.5] answers that are known in advance but not valid are asked', async () => {
  const { body } = await server.ask('POST /v1/runs', {
    workflow: 'backup-setup',
    params: { answers: { ...known, wants_backup: 'perhaps', keep_days: 0 } },
    waitMs: 5_000,
  });
  expect(body).toMatchObject({ state: 'waiting', waitingFor: [{ task: 'wants_backup' }] });
});
