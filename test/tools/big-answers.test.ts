import { afterAll, beforeAll, expect, test } from 'vitest';
import { petDocument, startPets } from '../catalogs/pets.ts';
import type { LocalServer } from '../servers/local-server.ts';
import { orderSpecification } from '../yawl/order-specification.ts';
import { members, panel } from '../yawl/panel-specification.ts';
import { type Answer, ann, type ClientResult, openToolFixture, type ToolFixture } from './tool-fixture.ts';

let fixture: ToolFixture;

/**
 * A list of 75,000 characters, with or without a question; a failure with a partial result of that size; questions
 * that fill pages.
 */
const bigSource = `domain: big
workflows:
  big_list:
    params: { count: { type: int, default: 900 } }
    graph:
      each: { type: foreach, items: 'range(0, $count)', step: { call: echo, args: { text: ${'x'.repeat(70)} } } }
    result: $each
  big_ask:
    graph:
      ask: { type: yield, message: "Go on?", expects: { yes: bool } }
      each:
        type: foreach
        depends_on: [ask]
        items: range(0, 900)
        step: { call: echo, args: { text: ${'x'.repeat(70)} } }
    result: $each
  big_fail:
    graph:
      each: { type: foreach, items: 'range(0, 900)', step: { call: echo, args: { text: ${'x'.repeat(70)} } } }
      stop: { call: fail, depends_on: [each], args: { message: Never, retryable: false } }
  big_questions:
    graph:
${Array.from({ length: 60 }, (_, at) => `      ask_${at}: { type: yield, message: "${'Why? '.repeat(400)}", expects: { word: str } }`).join('\n')}
  big_item:
    params: { text: str }
    graph: { ask: { type: yield, message: $text, expects: { word: str } } }
`;

beforeAll(async () => {
  fixture = await openToolFixture();
  pets = await startPets({ '/pets': manyPets });
  bigApi.content = petDocument(pets.url, manyPaths());
  await fixture.succeed('workflow_save', { content: bigSource, path: 'big.yaml' });
});

afterAll(async () => {
  await fixture.close();
  await pets.close();
});

const maxCharacters = 65_000;

function expectFit(name: string, { text, structured, isError }: ClientResult, isRefusal = false): void {
  expect([name, text.length <= maxCharacters]).toEqual([name, true]);
  expect([name, text]).toEqual([name, JSON.stringify(structured)]);
  expect([name, isError]).toEqual([name, isRefusal]);
}

const idOf = async (workflow_id: string): Promise<string> =>
  String((await fixture.invoke('workflow_run', { workflow_id, wait_ms: 20_000 })).body['run_id']);

/** A whole output, read in pieces. */
async function readOn(case_id: string): Promise<unknown> {
  let whole = '';
  for (let output_from: number | undefined = 0; output_from !== undefined; ) {
    const clientResult = await fixture.callAsClient('cases_status', { case_id, output_from });
    expectFit('cases_status', clientResult);
    expect(clientResult.structured).not.toHaveProperty('output_data');
    whole += String(clientResult.structured['output_text']);
    output_from = clientResult.structured['output_next'] as number | undefined;
    expect(clientResult.structured['output_total']).toBeGreaterThanOrEqual(whole.length);
  }
  return JSON.parse(whole);
}

const says = (run: unknown) =>
  expect.stringMatching(`900 entries .* are left out.*cases_status {"case_id": "${run}", "output_from": 0}`);

test('[P2.2] a result that is a long list is never shown as an empty one, by any tool', async () => {
  const plain = await fixture.succeed('w_big_list', { wait_ms: 20_000 });
  const list = Object(plain['result']);
  expect([list.length, plain]).toEqual([900, expect.not.objectContaining({ left_out: expect.anything() })]);

  const { structured: ran } = await fixture.callAsClient('w_big_list', { wait_ms: 20_000 });
  const { run_id } = ran;
  const stand = { left_out: says(run_id), resource: `run://${run_id}/output` };
  expect(ran).toMatchObject({ status: 'completed', left_out: { result: says(run_id) }, result: stand });

  const { structured: looked } = await fixture.callAsClient('cases_status', { case_id: run_id });
  expect(looked).toMatchObject({
    status: 'completed',
    left_out: { output_data: says(run_id) },
    output_data: stand,
  });
  expect(await readOn(String(run_id))).toEqual(list);

  const { work_item_id } = await fixture.succeed('workflow_run', { workflow_id: 'big_ask' });
  const answer = { workitem_id: work_item_id, output_data: { yes: true }, wait_ms: 20_000 };
  const { structured: answered } = await fixture.callAsClient('workitems_complete', answer);
  expect(answered).toMatchObject({
    case_status: 'completed',
    left_out: { result: says(answered['case_id']) },
    result: { left_out: says(answered['case_id']) },
  });
});

test('[P2.2] the partial result of a failed run can be read in full, too', async () => {
  const clientResult = await fixture.callAsClient('workflow_run', {
    workflow_id: 'big_fail',
    wait_ms: 20_000,
  });
  expectFit('workflow_run', clientResult, true);
  const { run_id, left_out } = clientResult.structured;
  expect(Object.keys(Object(left_out))).toEqual(['partial', 'resource']);
  expect(await readOn(String(run_id))).toMatchObject({ each: { length: 900 } });
});

test('[P2.2] a piece beyond the end is empty, and one of a small result is all of it', async () => {
  const { run_id: case_id } = await fixture.succeed('w_tell', { text: 'ä"\\' });
  expect(await readOn(String(case_id))).toBe('ä"\\');
  expect(await fixture.succeed('cases_status', { case_id, output_from: 1_000 })).toMatchObject({
    output_text: '',
    output_total: 7,
  });
});

const mistakes = `workflows: { a: { graph: {${Array.from({ length: 600 }, (_, at) => ` n${at}: { cal: echo }`)} } } }`;
const manyWorkflows = `workflows:\n${Array.from(
  { length: 250 },
  (_, at) =>
    `  crowd_${at}_${'y'.repeat(40)}: { description: ${'z'.repeat(300)}, graph: { say: { call: echo } } }`,
).join('\n')}`;
const longText = 'Long. '.repeat(15_000);
const longGuide = JSON.stringify({
  id: 'long-guide',
  name: 'A long guide',
  description: 'Passes over much, and asks for much',
  version: '1.0.0',
  steps: [
    ...Array.from({ length: 400 }, (_, at) => ({
      id: `maybe-${at}`,
      title: `${at} ${'t'.repeat(100)}`,
      prompt: 'Perhaps.',
      runCondition: { var: `reason${at}`, equals: 'yes' },
    })),
    {
      id: 'last-step',
      title: 'The last step',
      prompt: 'p'.repeat(8_000),
      validationCriteria: Array.from({ length: 400 }, (_, at) => ({
        type: 'contains',
        value: `word ${at}`,
        message: `${at} ${'m'.repeat(200)}`,
      })),
    },
  ],
});

const longAddress = `https://hooks.example.com/${'x'.repeat(1_900)}`;

/** Tools whose answers are always small. */
const brief = new Set([
  ...['cases_cancel', 'cases_submit', 'cases_subscribe', 'cases_unsubscribe', 'specifications_upload'],
  ...['workitems_add_instance', 'submit_answer', 'complete_workflow', 'cancel_workflow'],
  'describe_adapter',
  ...[
    'catalog_validate_openapi',
    'catalog_get',
    'catalog_configure',
    'catalog_set_enabled',
    'catalog_remove',
  ],
  ...['catalog_import_openapi', 'command_describe'],
]);

/** An API with long lists, and with many commands. */
let pets: LocalServer;
const manyPets = Array.from({ length: 900 }, (_, at) => ({ id: `p${at}`, name: 'n'.repeat(100) }));
const bigApi = { catalog_title: 'Big API', vendor: 'big', content: '' };
const manyPaths = () =>
  Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [
      `/things_${at}`,
      { get: { operationId: `thing${at}`, summary: 's'.repeat(200), responses: {} } },
    ]),
  );

type Input = () => object | Promise<object>;

/** Inputs that make a tool answer with much. */
const bigAnswers: Readonly<Record<string, Input>> = {
  workflow_list: () => ({ limit: 500 }),
  workflow_get: () => ({ workflow_id: `crowd_0_${'y'.repeat(40)}` }),
  workflow_run: () => ({ workflow_id: 'big_list', dry_run: true }),
  workflow_validate_manifest: () => ({ manifest_content: mistakes }),
  workflow_save: () => ({ content: manyWorkflows, path: 'crowd.yaml' }),
  cases_status: async () => ({ case_id: await idOf('big_questions') }),
  cases_cancel: async () => ({ case_id: await idOf('big_ask') }),
  workitems_list: () => ({ limit: 200 }),
  workitems_checkout: async () => ({ workitem_id: (await longQuestion())['work_item_id'] }),
  workitems_complete: async () => {
    const { work_item_id } = await fixture.succeed('workflow_run', { workflow_id: 'big_questions' });
    return { workitem_id: work_item_id, output_data: { word: 'x' } };
  },
  run_history: async () => ({ run_id: await idOf('big_list'), limit: 500, detail: true }),
  workflow_next: async () => {
    await fixture.succeed('workflow_save', { content: longGuide, path: 'long-guide.json', overwrite: true });
    return { workflowId: 'long-guide', completedSteps: [], context: {} };
  },
  workflow_validate: () => ({
    workflowId: 'long-guide',
    stepId: 'last-step',
    output: 'x',
  }),
  workflow_validate_json: () => ({
    workflowJson: JSON.stringify({ id: 'a-guide', steps: Array.from({ length: 900 }, () => ({ id: 1 })) }),
  }),
  start_workflow: () => longFlow,
  submit_answer: async () => ({ ...(await longSession()), answer_value: 'x' }),
  restore_session: async () => longSession(),
  restart_workflow: () => ({ workflow_id: 'survey' }),
  go_back: async () => answeredSession(),
  complete_workflow: async () => answeredSession(),
  cancel_workflow: async () => longSession(),
  generate_workflow: async () => {
    const { adapters } = await fixture.succeed('list_adapters');
    return { adapters: (adapters as readonly { name: string }[]).map(({ name }) => name) };
  },
  list_adapters: () => ({}),
  describe_adapter: () => ({ adapter_name: 'argocd' }),
  run_fork: async () => ({ run_id: await idOf('big_questions'), at: 1, wait_ms: 20_000 }),
  cases_subscribe: async () => ({ case_id: await idOf('big_ask'), callback_url: longAddress }),
  cases_unsubscribe: async () => {
    const order = { case_id: await idOf('big_ask'), callback_url: longAddress };
    const { subscription_id } = await fixture.succeed('cases_subscribe', order);
    return { subscription_id };
  },
  specifications_list: () => ({ limit: 500 }),
  specifications_describe: () => ({ spec_id: 'big_questions' }),
  specifications_upload: () => ({ spec_xml: orderSpecification() }),
  cases_submit: () => ({ spec_id: 'big_list', idempotency_key: 'big' }),
  workitems_release: async () => {
    const { work_item_id: workitem_id } = await longQuestion();
    await fixture.succeed('workitems_checkout', { workitem_id });
    return { workitem_id };
  },
  workitems_skip: async () => {
    const { work_item_id } = await fixture.succeed('workflow_run', { workflow_id: 'big_questions' });
    return { workitem_id: work_item_id };
  },
  workitems_delegate: async () => ({ workitem_id: (await longQuestion())['work_item_id'], to: 'bob' }),
  workitems_suspend: async () => ({ workitem_id: (await longQuestion())['work_item_id'] }),
  workitems_resume: async () => {
    const { work_item_id: workitem_id } = await longQuestion();
    await fixture.succeed('workitems_suspend', { workitem_id });
    return { workitem_id };
  },
  workitems_rollback: async () => {
    const { work_item_id: workitem_id } = await longQuestion();
    await fixture.succeed('workitems_checkout', { workitem_id });
    return { workitem_id };
  },
  workitems_force_complete: async () => {
    const { work_item_id } = await fixture.succeed('workflow_run', { workflow_id: 'big_questions' });
    return { workitem_id: work_item_id };
  },
  workitems_add_instance: async () => {
    await fixture.succeed('specifications_upload', { spec_xml: panel });
    const { run_id } = await fixture.succeed('workflow_run', { workflow_id: 'Panel', inputs: members });
    const { workitem_id } = await fixture.succeed('workitems_checkout', { workitem_id: `${run_id}:Ask` });
    return { workitem_id, instance_data: longText };
  },
  cases_suspend: async () => ({ case_id: await idOf('big_questions') }),
  cases_resume: async () => {
    const case_id = await idOf('big_questions');
    await fixture.succeed('cases_suspend', { case_id });
    return { case_id };
  },
  catalog_validate_openapi: () => ({ content: '{"openapi": "3.1.0", "paths": {"/a": 1}}' }),
  catalog_preview_import: () => ({ ...bigApi, include_command_preview: true }),
  catalog_import_openapi: () => ({ ...bigApi, overwrite: true }),
  catalog_list: async () => {
    for (let at = 0; at < 20; at++) {
      const content = petDocument('https://pets.example.com');
      await fixture.succeed('catalog_import_openapi', {
        catalog_title: `Pets ${at}`,
        vendor: `p${at}`,
        content,
      });
    }
    return {};
  },
  catalog_get: () => ({ catalog_id: 'big_api' }),
  catalog_configure: () => ({ catalog_id: 'big_api', headers: { 'X-From': 'x'.repeat(4_000) } }),
  catalog_set_enabled: () => ({ catalog_id: 'big_api', enabled: true }),
  command_search: () => ({ vendor: 'big', limit: 100 }),
  command_describe: () => ({ command: 'big.listPets' }),
  command_values: () => ({ command: 'big.showPet', parameter: 'pet_id' }),
  command_run: () => ({ command: 'big.listPets' }),
  catalog_remove: async () => {
    const { context } = await fixture.refused('catalog_remove', { catalog_id: 'big_api' });
    return { catalog_id: 'big_api', confirm_token: Object(context).confirm_token };
  },
  w_big_list: () => ({ dry_run: true }),
  w_big_questions: () => ({}),
  w_big_item: () => ({ text: longText }),
};

const longFlow = { workflow_id: 'survey' };

/** Its first question has more choices than fit. */
const survey = `version: "1.0.0"
workflow_id: survey
states:
  one: { question: { id: one, type: choice, prompt: "Which?", validation: { choices: [x, ${Array.from({ length: 2_000 }, (_, at) => `"choice ${at} ${'y'.repeat(60)}"`).join(', ')}] } } }
`;

const stateOf = ({ session_id, state_blob }: Answer) => ({ session_id, state_blob });
const longSession = async () => stateOf(await fixture.succeed('start_workflow', longFlow));
const answeredSession = async () => {
  const answered = { ...(await longSession()), answer_value: 'x', complete: false };
  return stateOf(await fixture.succeed('submit_answer', answered));
};

const longQuestion = (): Promise<Answer> =>
  fixture.succeed('workflow_run', { workflow_id: 'big_item', inputs: { text: longText } });

test('[P2.2] no answer of any tool is too big for a conversation, and its text is the same', async () => {
  const tools = await fixture.toolRegistry.list(ann, ['all']);
  const fixed = tools.map(({ name }) => name).filter((name) => !name.startsWith('w_'));
  expect(fixed.filter((name) => !Object.hasOwn(bigAnswers, name))).toEqual([]);
  await fixture.succeed('workflow_save', { content: manyWorkflows, path: 'crowd.yaml' });
  await fixture.succeed('workflow_save', { content: survey, path: 'survey.yaml' });
  for (const [name, input] of Object.entries(bigAnswers)) {
    const clientResult = await fixture.callAsClient(name, await input());
    expectFit(name, clientResult);
    // Otherwise it would prove nothing.
    const isMuch = clientResult.text.length > 3_000 || 'left_out' in clientResult.structured;
    if (!brief.has(name)) expect([name, isMuch]).toEqual([name, true]);
  }
});

test('[P2.2] no error of any tool is too big, and its text is the same', async () => {
  const many = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`${'f'.repeat(300)}${at}`, at]));
  for (const { name } of await fixture.toolRegistry.list(ann, ['default'])) {
    expectFit(name, await fixture.callAsClient(name, many), true);
  }
  for (const [name, input] of [
    ['workflow_save', { content: mistakes }],
    ['workflow_run', { manifest_content: mistakes }],
  ] as const) {
    const clientResult = await fixture.callAsClient(name, input);
    expectFit(name, clientResult, true);
    const { violations, violations_total } = clientResult.structured;
    expect(violations_total).toBe(600);
    expect(Object(violations)).toHaveLength(201);
    expect(Object(violations).at(-1).message).toMatch(/^And about 400 more\./);
  }
});

test('[P2.2][L4] a validation shows the first errors and their number; a plain call shows all that are listed', async () => {
  const { structured } = await fixture.callAsClient('workflow_validate_manifest', {
    manifest_content: mistakes,
  });
  const { length } = Object(structured['violations']);
  expect(structured).toMatchObject({
    valid: false,
    violations_total: 600,
    left_out: { violations: `The first ${length} of 201 are shown. Correct these, and validate it again.` },
  });
  const plain = await fixture.succeed('workflow_validate_manifest', { manifest_content: mistakes });
  expect(Object(plain['violations'])).toHaveLength(201);
});
