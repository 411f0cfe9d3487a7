import { fromJsonSchema } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OperationError, registry } from '../../src/operations/index.ts';
import { describeError } from '../../src/server/errors/error-codes.ts';
import type { JsonObject, Tool } from '../../src/server/mcp/contract/tool.ts';
import { toolFor } from '../../src/server/mcp/registry/name-tools.ts';
import { petDocument, startPets } from '../catalogs/pets.ts';
import type { LocalServer } from '../servers/local-server.ts';
import { orderSpecification } from '../yawl/order-specification.ts';
import { members, panel } from '../yawl/panel-specification.ts';
import { ann, openToolFixture, type ToolFixture } from './tool-fixture.ts';

let fixture: ToolFixture;
let pets: LocalServer;
let tools: readonly Tool[];

beforeAll(async () => {
  fixture = await openToolFixture();
  pets = await startPets();
  tools = await fixture.toolRegistry.list(ann, ['all']);
});

afterAll(async () => {
  await fixture.close();
  await pets.close();
});

interface Example {
  readonly input: (fixture: ToolFixture) => object | Promise<object>;
  readonly gives: object;
}

const newDocument = 'domain: new\nworkflows: { brand_new: { graph: { say: { call: echo } } } }';
const started = async (at: ToolFixture, workflow_id: string): Promise<string> =>
  String((await at.succeed('workflow_run', { workflow_id }))['run_id']);
const openItem = async (at: ToolFixture): Promise<string> =>
  String((await at.succeed('workflow_run', { workflow_id: 'ask' }))['work_item_id']);

const stateOf = ({ session_id, state_blob }: Awaited<ReturnType<ToolFixture['succeed']>>) => ({
  session_id,
  state_blob,
});
const begunSession = async (at: ToolFixture) =>
  stateOf(await at.succeed('start_workflow', { workflow_id: 'hetzner-setup' }));

/** An instance of a multi-instance task. */
const heldInstance = async (at: ToolFixture): Promise<string> => {
  await at.succeed('specifications_upload', { spec_xml: panel });
  const input = { workflow_id: 'Panel', inputs: members };
  const { run_id } = await at.succeed('workflow_run', input);
  const { workitem_id } = await at.succeed('workitems_checkout', { workitem_id: `${run_id}:Ask` });
  return String(workitem_id);
};

const guide = JSON.stringify({
  id: 'lead-on',
  name: 'Leads on',
  description: 'Leads two steps',
  version: '1.0.0',
  steps: [
    { id: 'first-step', title: 'The first step', prompt: 'Do the first.' },
    {
      id: 'last-step',
      title: 'The last step',
      prompt: 'Do the last.',
      validationCriteria: [{ type: 'contains', value: 'yes', message: 'Say yes' }],
    },
  ],
});
const savedGuide = async (at: ToolFixture): Promise<string> => {
  const saved = await at.succeed('workflow_save', { content: guide, path: 'lead-on.json', overwrite: true });
  return String(saved['workflow_id']);
};

/** An API, and its import. */
const petStore = () => ({ catalog_title: 'Pet store', vendor: 'pets', content: petDocument(pets.url) });
const imported = async (at: ToolFixture) => {
  const { catalog_id } = await at.succeed('catalog_import_openapi', {
    ...petStore(),
    ...{ overwrite: true, enabled: true },
  });
  return { catalog_id };
};

/** One call of every tool, and its result. */
const examples: Readonly<Record<string, Example>> = {
  workflow_list: {
    input: () => ({ query: 'desk tell' }),
    gives: {
      workflows: [{ id: 'tell', category: 'desk', version: '2.1', format: 'yaml', tool: 'w_tell' }],
      total: 1,
    },
  },
  workflow_get: {
    input: () => ({ workflow_id: 'tell' }),
    gives: { workflow_id: 'tell', path: 'desk.yaml', format: 'yaml', parsed: { domain: 'desk' } },
  },
  workflow_run: {
    input: () => ({ workflow_id: 'tell', inputs: { text: 'Hello' } }),
    gives: { workflow_id: 'tell', status: 'completed', result: 'Hello', progress: 1 },
  },
  workflow_validate_manifest: {
    input: () => ({ manifest_content: newDocument }),
    gives: { valid: true, language: 'graph', violations: [], workflows: [{ name: 'brand_new' }] },
  },
  workflow_save: {
    input: () => ({ content: newDocument, path: 'example.yaml' }),
    gives: { path: 'example.yaml', workflow_id: 'brand_new', created: true },
  },
  cases_status: {
    input: async (at) => ({ case_id: await started(at, 'ask'), wait_ms: 5_000 }),
    gives: { status: 'running', state: 'executing', running_tasks: ['ask'], output_data: {} },
  },
  cases_cancel: {
    input: async (at) => ({ case_id: await started(at, 'ask') }),
    gives: { status: 'failed', reason: 'cancelled', state: 'cancelled' },
  },
  workitems_list: {
    input: async (at) => ({ case_id: await started(at, 'ask') }),
    gives: { work_items: [{ task_name: 'ask', status: 'offered', message: 'Which word?' }] },
  },
  workitems_checkout: {
    input: async (at) => ({ workitem_id: await openItem(at) }),
    gives: { status: 'held', holder: 'ann', expects: { word: { type: 'str', required: true } } },
  },
  workitems_complete: {
    input: async (at) => ({ workitem_id: await openItem(at), output_data: { word: 'yes' } }),
    gives: { status: 'completed', case_status: 'completed', next_tasks: [], result: 'yes' },
  },
  run_history: {
    input: async (at) => ({ run_id: await started(at, 'ask'), limit: 1 }),
    gives: { events: [{ event: 1, kind: 'started', by: 'ann' }] },
  },
  run_fork: {
    input: async (at) => ({ run_id: await started(at, 'ask'), at: 1 }),
    gives: { status: 'input_required', message: 'Which word?', forked_from: { event: 1 } },
  },
  workflow_next: {
    input: async (at) => ({ workflowId: await savedGuide(at), completedSteps: ['first-step'], context: {} }),
    gives: {
      step: { id: 'last-step', title: 'The last step' },
      guidance: { prompt: 'Do the last.', requiresConfirmation: false, validationCriteria: ['Say yes'] },
      isComplete: false,
      progress: { done: 1, total: 2 },
      token: expect.stringMatching(/^sb1\./),
    },
  },
  workflow_validate: {
    input: async (at) => ({ workflowId: await savedGuide(at), stepId: 'last-step', output: 'no' }),
    gives: { valid: false, issues: ['Say yes'], suggestions: { 0: expect.any(String) } },
  },
  workflow_validate_json: {
    input: () => ({ workflowJson: '{"id":"a-guide","name":"A guide"}', repair: true }),
    gives: { valid: false, issues: { length: 2 }, suggestions: { length: 2 }, violations: { length: 2 } },
  },
  start_workflow: {
    input: () => ({ workflow_id: 'hetzner-setup' }),
    gives: { question: { id: 'hetzner.api_token', sensitive: true }, completed: false },
  },
  submit_answer: {
    input: async (at) => ({ ...(await begunSession(at)), answer_value: '$HETZNER_API_TOKEN' }),
    gives: { question: { id: 'hetzner.server_ips', number: 2 }, feedback_history: { length: 1 } },
  },
  restore_session: { input: begunSession, gives: { question: { id: 'hetzner.api_token' } } },
  restart_workflow: {
    input: () => ({ workflow_id: 'hetzner-setup', answers: { 'hetzner.api_token': '$HETZNER_API_TOKEN' } }),
    gives: { question: { id: 'hetzner.server_ips' } },
  },
  go_back: {
    input: async (at) => {
      const answered = { ...(await begunSession(at)), answer_value: '$HETZNER_API_TOKEN' };
      return stateOf(await at.succeed('submit_answer', answered));
    },
    gives: { question: { id: 'hetzner.api_token', default: '$HETZNER_API_TOKEN' } },
  },
  complete_workflow: {
    input: async (at) => {
      const source =
        'version: "1.0.0"\nworkflow_id: noted\nstates: { a: { question: { id: a, type: string, prompt: A } } }\n';
      await at.succeed('workflow_save', { content: source, path: 'noted.yaml', overwrite: true });
      return stateOf(await at.succeed('start_workflow', { workflow_id: 'noted', answers: { a: 'x' } }));
    },
    gives: { completed: true, question: null },
  },
  cancel_workflow: { input: begunSession, gives: { question: null, run_status: 'cancelled' } },
  generate_workflow: {
    input: () => ({ adapters: ['talos', 'hetzner'] }),
    gives: { workflow_id: 'adapters_hetzner_talos', adapters: ['hetzner', 'talos'] },
  },
  list_adapters: { input: () => ({}), gives: { adapters: { length: 17 } } },
  describe_adapter: {
    input: () => ({ adapter_name: 'hetzner' }),
    gives: { name: 'hetzner', questions: { length: 5 }, calls: { length: 4 } },
  },
  specifications_list: {
    input: () => ({ query: 'desk tell' }),
    gives: {
      specifications: [{ spec_id: 'tell', name: 'tell', version: '2.1', language: 'graph' }],
      total: 1,
    },
  },
  specifications_describe: {
    input: () => ({ spec_id: 'ask' }),
    gives: {
      ...{ spec_id: 'ask', version: '2.1', language: 'graph', spec_xml: null },
      source: expect.stringMatching(/^domain: desk/),
      data_schema: { type: 'object', properties: {} },
      tasks: [
        { task_id: 'ask', kind: 'question', after: [], answer_schema: { required: ['word'] } },
        { task_id: 'say', kind: 'call', after: ['ask'], operation: 'echo' },
      ],
    },
  },
  specifications_upload: {
    input: () => ({ spec_xml: orderSpecification(), idempotency_key: 'agent-1-order' }),
    gives: {
      path: 'Order-0.1.yawl',
      specifications: [{ spec_id: 'Order', version: '0.1', starts_cases: true }],
      warnings: [],
    },
  },
  cases_submit: {
    input: () => ({ spec_id: 'tell', case_data: { text: 'Hello' }, idempotency_key: 'agent-1-hello' }),
    gives: { status: 'running', specification: { spec_id: 'tell', version: '2.1' } },
  },
  cases_subscribe: {
    input: async (at) => ({
      case_id: await started(at, 'ask'),
      callback_url: 'https://hooks.example.com/cases',
      events: ['case_completed'],
    }),
    gives: { spec_id: 'ask', events: ['case_completed'], secret: expect.stringMatching(/^whsec_/) },
  },
  cases_unsubscribe: {
    input: async (at) => {
      const callback_url = 'https://hooks.example.com/cases';
      return at
        .succeed('cases_subscribe', { case_id: await started(at, 'ask'), callback_url })
        .then(({ subscription_id }) => ({ subscription_id }));
    },
    gives: { subscription_id: expect.stringMatching(/^sub_/) },
  },
  workitems_release: {
    input: async (at) => {
      const workitem_id = await openItem(at);
      await at.succeed('workitems_checkout', { workitem_id });
      return { workitem_id };
    },
    gives: { status: 'offered', holder: '', task_name: 'ask' },
  },
  workitems_skip: {
    input: async (at) => {
      const { work_items } = await at.succeed('workitems_list', { case_id: await started(at, 'ask_two') });
      return { workitem_id: Object(work_items)[0].workitem_id };
    },
    gives: { status: 'skipped', case_status: 'input_required', next_tasks: ['right'] },
  },
  workitems_delegate: {
    input: async (at) => ({ workitem_id: await openItem(at), to: 'bob' }),
    gives: { status: 'held', holder: 'bob', task_name: 'ask' },
  },
  workitems_suspend: {
    input: async (at) => ({ workitem_id: await openItem(at) }),
    gives: { status: 'offered', suspended: true, task_name: 'ask' },
  },
  workitems_resume: {
    input: async (at) => {
      const workitem_id = await openItem(at);
      await at.succeed('workitems_suspend', { workitem_id });
      return { workitem_id };
    },
    gives: { status: 'offered', task_name: 'ask' },
  },
  workitems_rollback: {
    input: async (at) => {
      const workitem_id = await openItem(at);
      await at.succeed('workitems_checkout', { workitem_id });
      return { workitem_id };
    },
    gives: { status: 'offered', holder: '', task_name: 'ask' },
  },
  workitems_force_complete: {
    input: async (at) => ({ workitem_id: await openItem(at), output_data: { word: 'yes' } }),
    gives: { status: 'completed', case_status: 'completed', result: 'yes' },
  },
  workitems_add_instance: {
    input: async (at) => ({ workitem_id: await heldInstance(at), instance_data: 'cy' }),
    gives: { status: 'offered', task_name: 'Ask', yawl_status: 'Fired', sibling_ids: { length: 2 } },
  },
  cases_suspend: {
    input: async (at) => ({ case_id: await started(at, 'ask') }),
    gives: { status: 'running', state: 'suspended' },
  },
  cases_resume: {
    input: async (at) => {
      const case_id = await started(at, 'ask');
      await at.succeed('cases_suspend', { case_id });
      return { case_id };
    },
    gives: { status: 'running', state: 'executing' },
  },
  catalog_validate_openapi: {
    input: () => ({ content: petDocument(pets.url) }),
    gives: { valid: true, document_kind: 'openapi_3', title: 'Pet store', operation_count: 3, warnings: [] },
  },
  catalog_preview_import: {
    input: () => ({ ...petStore(), include_command_preview: true }),
    gives: {
      catalog: {
        id: 'pet_store',
        title: 'Pet store',
        vendor: 'pets',
        base_url: expect.stringMatching('^http://127.0.0.1:'),
      },
      projected_command_count: 3,
      projected_group_prefixes: ['pets pets'],
      provider_contract_count: 1,
      command_preview: { length: 3 },
    },
  },
  catalog_import_openapi: {
    input: () => ({ ...petStore(), overwrite: true }),
    gives: { catalog_id: 'pet_store', vendor: 'pets', enabled: true, command_count: 3, broken_workflows: [] },
  },
  catalog_list: {
    input: async (at) => {
      await imported(at);
      return {};
    },
    gives: { catalogs: [{ id: 'pet_store', vendor: 'pets', enabled: true, commands: 3 }] },
  },
  catalog_get: {
    input: imported,
    gives: { title: 'Pet store', schemes: [{ name: 'apiKey', kind: 'key', credential: {} }] },
  },
  catalog_configure: {
    input: async (at) => ({
      ...(await imported(at)),
      headers: { 'X-From': 'tests' },
      auth: { apiKey: null },
    }),
    gives: { catalog_id: 'pet_store', headers: { 'X-From': '***' } },
  },
  catalog_set_enabled: {
    input: async (at) => ({ ...(await imported(at)), enabled: false }),
    gives: { catalog_id: 'pet_store', enabled: false, command_count_after_toggle: 0 },
  },
  catalog_remove: {
    input: async (at) => {
      const { catalog_id } = await imported(at);
      const { context } = await at.refused('catalog_remove', { catalog_id });
      return { catalog_id, confirm_token: Object(context).confirm_token };
    },
    gives: { removed_catalog_id: 'pet_store', manifest_removed: false, remaining_catalog_count: 0 },
  },
  command_search: {
    input: async (at) => {
      await imported(at);
      return { query: 'regster pet', vendor: 'pets', limit: 1 };
    },
    gives: {
      commands: [
        {
          ...{ command: 'pets pets:create', call: 'pets.createPet', execution_type: 'write' },
          ...{ http_method: 'POST', path: '/pets', required: ['name'] },
        },
      ],
    },
  },
  command_describe: {
    input: async (at) => {
      await imported(at);
      return { command: 'pets.showPet' };
    },
    gives: {
      ...{ command: 'pets pets:info', execution_type: 'read', catalog: 'pet_store' },
      parameters: [{ name: 'pet_id', type: 'text', required: true, provider: 'pets.listPets' }],
      result: '{ id: text, name: text }',
    },
  },
  command_values: {
    input: async (at) => {
      await imported(at);
      return { command: 'pets.showPet', parameter: 'pet_id', search: 'mia' };
    },
    gives: { provider: 'pets.listPets', values: [{ value: 'p2', label: 'Mia' }] },
  },
  command_run: {
    input: async (at) => {
      await imported(at);
      return { command: 'pets showPet', args: { pet_id: 'p1' } };
    },
    gives: { command: 'pets pets:info', output: { id: 'p1', name: 'Rex' } },
  },
  w_tell: {
    input: () => ({ text: 'Hello' }),
    gives: { workflow_id: 'tell', status: 'completed', result: 'Hello' },
  },
};

const isWorkflow = ({ name }: Tool): boolean => name.startsWith('w_');

const violationsOf = (schema: JsonObject, value: unknown): unknown => {
  const checked = fromJsonSchema(schema as never)['~standard'].validate(value);
  if (checked instanceof Promise) throw new Error('It is checked at once.');
  return checked.issues;
};

test('[P2.1] every tool has an example, which works and matches its output schema', async () => {
  const fixed = tools.filter((tool) => !isWorkflow(tool)).map(({ name }) => name);
  expect(fixed.filter((name) => !Object.hasOwn(examples, name))).toEqual([]);
  for (const [name, { input, gives }] of Object.entries(examples)) {
    const answer = await fixture.succeed(name, await input(fixture));
    expect([name, answer]).toMatchObject([name, gives]);
    const { output } = await fixture.tool(name);
    expect([name, violationsOf(output ?? {}, answer)]).toEqual([name, undefined]);
    const { text, structured } = await fixture.callAsClient(name, await input(fixture));
    expect([name, structured]).toMatchObject([name, gives]);
    expect([name, text]).toEqual([name, JSON.stringify(structured)]);
  }
});

test('[P2.1] names are valid, and no spelling means two tools', () => {
  const names = tools.flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(tools.filter(({ name }) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))).toEqual([]);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('[P2.1] every tool has a title, a description within the limit of hosts, and all four hints', () => {
  for (const { name, title, description, hints } of tools) {
    // The author of a workflow decides how much there is to say.
    const isLongEnough = description.length > (name.startsWith('w_') ? 20 : 40);
    expect([name, title.length > 2, isLongEnough]).toEqual([name, true, true]);
    expect([name, Buffer.byteLength(description) <= 2_000]).toEqual([name, true]);
    expect([name, Object.values(hints).map((hint) => typeof hint)]).toEqual([name, Array(4).fill('boolean')]);
    expect([name, hints.readOnlyHint && hints.destructiveHint]).toEqual([name, false]);
  }
});

test('[P2.1] a read-only tool calls no writing operation, and the others do', () => {
  for (const { name, operations, hints } of tools) {
    const writes = operations.map((operation) => registry.get(operation).writes);
    expect([name, writes.some(Boolean)]).toEqual([name, !hints.readOnlyHint]);
  }
});

/** The subset of JSON Schema 2020-12 that every host supports. */
const keywords = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'anyOf', 'oneOf'],
  ...['description', 'default', 'examples', 'format', 'pattern'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'],
]);
const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

test('[P2.1] schemas are plain objects without references, and use only keywords that every host supports', () => {
  for (const { name, input, output } of tools) {
    for (const schema of [input.schema, output ?? {}]) {
      expect([name, schema['type'], Object.keys(Object(schema['properties'])).length > 0]).toEqual([
        name,
        'object',
        true,
      ]);
      expect([name, Object.keys(schema).filter((key) => /Of$|^not$|^\$/.test(key))]).toEqual([name, []]);
      expect([name, [...foreignKeywords(schema, name)]]).toEqual([name, []]);
      expect([name, violationsOf(schema, 'no object') === undefined]).toEqual([name, false]);
    }
    expect([name, input.schema['additionalProperties']]).toEqual([name, false]);
    // Bounds that no caller could reach only take room.
    expect([name, JSON.stringify(input.schema).includes(String(Number.MAX_SAFE_INTEGER))]).toEqual([
      name,
      false,
    ]);
  }
});

function* foreignKeywords(schema: unknown, path: string): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [keyword, value] of Object.entries(schema)) {
    const at = `${path}.${keyword}`;
    if (!keywords.has(keyword)) yield at;
    if (keyword === 'type' && !types.includes(value)) yield `${at} is ${JSON.stringify(value)}`;
    if (keyword === 'properties') {
      for (const [name, each] of Object.entries(Object(value))) yield* foreignKeywords(each, `${at}.${name}`);
    }
    if (keyword === 'items' || keyword === 'additionalProperties') yield* foreignKeywords(value, at);
    if (keyword === 'anyOf' || keyword === 'oneOf') {
      for (const each of value) yield* foreignKeywords(each, at);
    }
  }
}

test('[P2.1] every field of an input has a description', () => {
  for (const { name, input } of tools.filter((tool) => !isWorkflow(tool))) {
    const fields = Object.entries(Object(input.schema['properties'])).map(
      ([field, schema]) => [field, typeof Object(schema).description] as const,
    );
    expect([name, fields.filter(([, kind]) => kind !== 'string')]).toEqual([name, []]);
  }
});

test('[P2.1] an error matches the output schema, too: some clients check that', () => {
  const error = new OperationError({
    code: 'invalid_input',
    message: 'No.',
    context: { run: 'r', path: 'a' },
    violations: [
      { path: 'a', rule: 'required', message: 'No.', expected: 'a', actual: 'b', line: 1, column: 1 },
    ],
  });
  for (const { name, output } of tools) {
    expect([name, violationsOf(output ?? {}, describeError(error, 'id'))]).toEqual([name, undefined]);
  }
});

test('[P2.4] each operation of a tool is named by a tool that performs it', () => {
  const fixed = tools.filter((tool) => !isWorkflow(tool));
  const operations = new Set(fixed.flatMap((tool) => tool.operations));
  const standIns = fixed.flatMap(({ standsFor = [] }) => standsFor);
  expect(standIns.filter((operation) => registry.find(operation) === undefined)).toEqual([]);
  for (const operation of registry.names) {
    for (const terms of ['runs', 'cases'] as const) {
      const named = toolFor(operation, terms);
      const tool = fixed.find(({ name }) => name === named);
      const does = [...(tool?.operations ?? []), ...(tool?.standsFor ?? [])].includes(operation);
      const isKnown = operations.has(operation) || standIns.includes(operation);
      expect([operation, terms, does]).toEqual([operation, terms, isKnown]);
    }
  }
  const named = (operation: string) => [toolFor(operation, 'runs'), toolFor(operation, 'cases')];
  expect(named('definitions.list')).toEqual(['workflow_list', 'specifications_list']);
  expect(named('definitions.get')).toEqual(['workflow_get', 'specifications_describe']);
  expect(named('runs.start')).toEqual(['workflow_run', 'cases_submit']);
  expect(named('workflows.simulate')).toEqual(['workflow_run', 'cases_submit']);
  expect(named('items.get')).toEqual(['workitems_list', 'workitems_list']);
  expect(named('keys.list')).toEqual(['signalbox key list', 'signalbox key list']);
});

test('[P2.5] a call is recorded under the listed name, for every spelling', async () => {
  const before = fixture.calls.length;
  await fixture.succeed('workflow.list');
  await fixture.refused('cases/status', { case_id: 'nobody' });
  expect(fixture.calls.slice(before).map(({ tool, outcome, code }) => [tool, outcome, code])).toEqual([
    ['workflow_list', 'ok', null],
    ['cases_status', 'error', 'run_not_found'],
  ]);
});
