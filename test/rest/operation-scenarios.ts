/** For each operation, a request that succeeds, and one that is refused. */
import { orderSpecification } from '../yawl/order-specification.ts';
import { catalogScenarios } from './catalog-scenarios.ts';
import { itemScenarios } from './item-scenarios.ts';
import type { OperationScenario } from './operation-scenario.ts';
import { questionScenarios } from './question-scenarios.ts';
import type { RestFixture } from './rest-fixture.ts';
import { webhookScenarios } from './webhook-scenarios.ts';

export const shop = `
workflows:
  order:
    description: Asks before it sends
    params: { product: { type: str, required: true }, count: { type: int, default: 1 } }
    graph:
      reserve: { call: echo, args: { product: $product, count: $count }, output: reserved }
      confirm:
        type: yield
        depends_on: [reserve]
        message: "Send $reserved.count of $product?"
        expects: { yes: bool }
      send: { call: echo, depends_on: [confirm], args: { sent: $confirm.yes } }
    result: $send
  greet:
    params: { name: { type: str, default: world } }
    graph:
      hello: { call: echo, args: { text: "Hello, $name!" } }
    result: $hello.text
`;

export const leadGuide = JSON.stringify({
  id: 'lead',
  name: 'Leads',
  description: 'Leads a step',
  version: '1.0.0',
  steps: [{ id: 'only-step', title: 'The only step', prompt: 'Do it.' }],
});

/** A new document for each call. */
export const documentOf = (name: string, text = 'Hi'): string =>
  `workflows:\n  ${name}:\n    graph:\n      say: { call: echo, args: { text: ${text} } }\n`;

const specificationOf = (uri: string, documentation = 'One.'): string =>
  orderSpecification({ uri, identifier: '', documentation });

const nobody = 'run_00000000000000000000000000';
const nothing = '0'.repeat(64);
let count = 0;
const fresh = (): string => `made_${++count}`;

/** Starts a run that waits for an answer. @returns its id */
export async function waitingRun(fixture: RestFixture): Promise<string> {
  const body = { workflow: 'order', params: { product: 'tea' }, waitMs: 20_000 };
  return (await fixture.ask('POST /v1/runs', { body })).textAt('run');
}

export async function endedRun(fixture: RestFixture): Promise<string> {
  return (await fixture.ask('POST /v1/runs', { body: { workflow: 'greet', waitMs: 20_000 } })).textAt('run');
}

/** The id of the open item of such a run. */
async function openItem(fixture: RestFixture, as: 'ann' | 'bob' | '' = ''): Promise<string> {
  const item = (await fixture.ask(`GET /v1/items?run=${await waitingRun(fixture)}`)).textAt('items.0.item');
  if (as !== '') await fixture.ask(`POST /v1/items/${item}/hold`, { as });
  return item;
}

/** @returns its path and its revision */
export async function savedDocument(
  fixture: RestFixture,
): Promise<readonly [path: string, revision: string]> {
  const name = fresh();
  const answer = await fixture.ask(`PUT /v1/documents/made/${name}.yaml`, {
    body: { source: documentOf(name) },
  });
  return [`made/${name}.yaml`, answer.textAt('revision')];
}

async function failedRun(fixture: RestFixture): Promise<string> {
  const item = await openItem(fixture, 'ann');
  return (await fixture.ask(`POST /v1/items/${item}/fail`, { body: { message: 'Out of tea.' } })).textAt(
    'item.run',
  );
}

const looked = (
  target: string | ((fixture: RestFixture) => Promise<string>),
  code: string,
  wrong: string,
): OperationScenario => ({
  status: 200,
  done: async (fixture) => fixture.ask(`GET ${typeof target === 'string' ? target : await target(fixture)}`),
  code,
  refused: (fixture) => fixture.ask(`GET ${wrong}`),
});

const steered = (verb: string, code: string, body: object = {}): OperationScenario => ({
  status: 200,
  done: async (fixture) => fixture.ask(`POST /v1/runs/${await waitingRun(fixture)}/${verb}`, { body }),
  code,
  refused: async (fixture) => fixture.ask(`POST /v1/runs/${await endedRun(fixture)}/${verb}`, { body }),
});

const answered = (verb: string, held: 'ann' | '', body: object, code: string): OperationScenario => ({
  status: 200,
  done: async (fixture) => fixture.ask(`POST /v1/items/${await openItem(fixture, held)}/${verb}`, { body }),
  code,
  refused: async (fixture) =>
    fixture.ask(`POST /v1/items/${await openItem(fixture, 'bob')}/${verb}`, { body }),
});

export const operationScenarios: Readonly<Record<string, OperationScenario>> = {
  'definitions.list': looked('/v1/workflows?valid=true&limit=1', 'invalid_input', '/v1/workflows?limit=0'),
  'definitions.get': looked('/v1/workflows/order?parsed=true', 'workflow_not_found', '/v1/workflows/ordre'),
  'languages.list': looked('/v1/languages', 'invalid_input', '/v1/languages?a=b'),
  'languages.get': looked('/v1/languages/graph', 'language_not_found', '/v1/languages/grap'),
  'languages.schema': looked('/v1/schemas/graph', 'language_not_found', '/v1/schemas/grap'),
  'definitions.outline': looked(
    '/v1/workflows/order/outline',
    'workflow_not_found',
    '/v1/workflows/ordre/outline',
  ),
  'definitions.draw': looked(
    '/v1/workflows/order/drawing?format=mermaid',
    'invalid_input',
    '/v1/workflows/order/drawing?format=png',
  ),
  'events.xes': looked('/v1/workflows/order/xes', 'workflow_not_found', '/v1/workflows/ordre/xes'),
  'definitions.validate': {
    status: 200,
    done: (fixture) =>
      fixture.ask('POST /v1/validations', { body: { source: 'workflows: {a: {graph: {b: {cal: c}}}}' } }),
    code: 'invalid_input',
    refused: (fixture) => fixture.ask('POST /v1/validations'),
  },
  'guides.next': {
    status: 200,
    done: (fixture) => fixture.ask('POST /v1/workflows/lead/next', { body: { completedSteps: [] } }),
    code: 'step_not_found',
    refused: (fixture) =>
      fixture.ask('POST /v1/workflows/lead/next', { body: { completedSteps: [], currentStep: 'nobody' } }),
  },
  'guides.validate': {
    status: 200,
    done: (fixture) =>
      fixture.ask('POST /v1/workflows/lead/steps/only-step/validations', { body: { output: 'Done.' } }),
    code: 'step_not_found',
    refused: (fixture) =>
      fixture.ask('POST /v1/workflows/lead/steps/nobody/validations', { body: { output: '' } }),
  },
  'guides.check': {
    status: 200,
    done: (fixture) =>
      fixture.ask('POST /v1/guide-validations', { body: { source: '{"id":"a-guide"', repair: true } }),
    code: 'invalid_input',
    refused: (fixture) => fixture.ask('POST /v1/guide-validations', { body: { source: '' } }),
  },
  'workflows.simulate': {
    status: 200,
    done: (fixture) =>
      fixture.ask('POST /v1/simulations', { body: { workflow: 'order', params: { product: 'tea' } } }),
    code: 'invalid_parameters',
    refused: (fixture) => fixture.ask('POST /v1/simulations', { body: { workflow: 'order' } }),
  },
  'definitions.save': {
    status: 201,
    done: (fixture) => fixture.ask('PUT /v1/documents/saved.yaml', { body: { source: documentOf('saved') } }),
    code: 'revision_conflict',
    refused: async (fixture) => {
      const [path] = await savedDocument(fixture);
      const body = { source: documentOf(fresh()), revision: nothing };
      return fixture.ask(`PUT /v1/documents/${path}`, { body });
    },
  },
  'definitions.revision': looked('/v1/documents/shop.yaml', 'definition_not_found', '/v1/documents/a/b.yaml'),
  'definitions.revisions': looked(
    async (fixture) => `/v1/revisions/${(await savedDocument(fixture))[0]}`,
    'definition_not_found',
    '/v1/revisions/a/b.yaml',
  ),
  'definitions.delete': {
    status: 200,
    done: async (fixture) => {
      const [path, revision] = await savedDocument(fixture);
      return fixture.ask(`DELETE /v1/documents/${path}?revision=${revision}`);
    },
    code: 'definition_not_found',
    refused: (fixture) => fixture.ask(`DELETE /v1/documents/a/b.yaml?revision=${nothing}`),
  },
  'definitions.rename': {
    status: 200,
    done: async (fixture) => {
      const [path, revision] = await savedDocument(fixture);
      return fixture.ask('POST /v1/renames', { body: { path, to: `other/${path}`, revision } });
    },
    code: 'path_taken',
    refused: async (fixture) => {
      const [path, revision] = await savedDocument(fixture);
      const [to] = await savedDocument(fixture);
      return fixture.ask('POST /v1/renames', { body: { path, to, revision } });
    },
  },

  'runs.start': {
    status: 201,
    done: (fixture) => fixture.ask('POST /v1/runs', { body: { workflow: 'greet' } }),
    code: 'invalid_parameters',
    refused: (fixture) =>
      fixture.ask('POST /v1/runs', { body: { workflow: 'order', params: { count: 'many' } } }),
  },
  'runs.list': looked('/v1/runs?statuses=completed,failed&total=true', 'bad_cursor', '/v1/runs?cursor=abc'),
  'runs.get': looked(
    async (fixture) => `/v1/runs/${await waitingRun(fixture)}`,
    'run_not_found',
    `/v1/runs/${nobody}`,
  ),
  'runs.history': looked(
    async (fixture) => `/v1/runs/${await waitingRun(fixture)}/history?raw=true`,
    'run_not_found',
    `/v1/runs/${nobody}/history`,
  ),
  'runs.graph': looked(
    async (fixture) => `/v1/runs/${await endedRun(fixture)}/graph?at=1&format=svg`,
    'run_not_found',
    `/v1/runs/${nobody}/graph`,
  ),
  'runs.replay': looked(
    async (fixture) => `/v1/runs/${await waitingRun(fixture)}/replay?at=1`,
    'invalid_input',
    `/v1/runs/${nobody}/replay`,
  ),
  'runs.export': looked(
    async (fixture) => `/v1/runs/${await waitingRun(fixture)}/export`,
    'run_not_found',
    `/v1/runs/${nobody}/export`,
  ),
  'runs.import': {
    status: 201,
    done: async (fixture) => {
      const { body: document } = await fixture.ask(`GET /v1/runs/${await waitingRun(fixture)}/export`);
      return fixture.ask('POST /v1/imports', { body: { document } });
    },
    code: 'import_refused',
    refused: (fixture) =>
      fixture.ask('POST /v1/imports', { body: { document: { signalbox: 'run-journal/1' } } }),
  },
  'runs.compare': looked(
    async (fixture) => `/v1/comparisons?left=${await waitingRun(fixture)}&right=${await endedRun(fixture)}`,
    'run_not_found',
    `/v1/comparisons?left=${nobody}&right=${nobody}`,
  ),
  'runs.cancel': steered('cancel', 'run_ended', { undo: true }),
  'runs.suspend': steered('suspend', 'run_ended'),
  'runs.resume': {
    ...steered('resume', 'not_suspended'),
    done: async (fixture) => {
      const run = await waitingRun(fixture);
      await fixture.ask(`POST /v1/runs/${run}/suspend`);
      return fixture.ask(`POST /v1/runs/${run}/resume`);
    },
    refused: async (fixture) => fixture.ask(`POST /v1/runs/${await waitingRun(fixture)}/resume`),
  },
  'runs.signal': steered('signals', 'run_ended', { name: 'paid', payload: { amount: 5 } }),
  'runs.reopen': {
    ...steered('reopen', 'run_ended'),
    done: async (fixture) => fixture.ask(`POST /v1/runs/${await failedRun(fixture)}/reopen`, { body: {} }),
  },
  'runs.fork': {
    status: 201,
    done: async (fixture) =>
      fixture.ask(`POST /v1/runs/${await waitingRun(fixture)}/fork`, { body: { at: 1 } }),
    code: 'fork_after_end',
    refused: async (fixture) =>
      fixture.ask(`POST /v1/runs/${await endedRun(fixture)}/fork`, { body: { at: 2 } }),
  },

  'cases.submit': {
    status: 201,
    done: (fixture) =>
      fixture.ask('POST /v1/cases', { body: { spec_id: 'greet', idempotency_key: fresh() } }),
    code: 'invalid_specification',
    refused: (fixture) =>
      fixture.ask('POST /v1/cases', { body: { spec_id: 'gret', idempotency_key: fresh() } }),
  },
  'specifications.upload': {
    status: 201,
    done: (fixture) =>
      fixture.ask('POST /v1/specifications', { body: { spec_xml: specificationOf(fresh()) } }),
    code: 'specification_exists',
    refused: async (fixture) => {
      const uri = fresh();
      await fixture.ask('POST /v1/specifications', { body: { spec_xml: specificationOf(uri) } });
      return fixture.ask('POST /v1/specifications', { body: { spec_xml: specificationOf(uri, 'Another.') } });
    },
  },
  'cases.status': looked(
    async (fixture) => `/v1/cases/${await waitingRun(fixture)}/status?wait_ms=5`,
    'run_not_found',
    `/v1/cases/${nobody}/status`,
  ),

  'items.list': looked(
    async (fixture) => `/v1/items?run=${await waitingRun(fixture)}&states=offered&states=held`,
    'invalid_input',
    '/v1/items?mine=true&holder=bob',
  ),
  'items.get': looked(
    async (fixture) => `/v1/items/${await openItem(fixture)}`,
    'work_item_not_found',
    `/v1/items/${nobody}.1`,
  ),
  'items.hold': answered('hold', '', { leaseMs: 60_000 }, 'work_item_held'),
  'items.renew': answered('renew', 'ann', {}, 'work_item_held'),
  'items.release': answered('release', 'ann', {}, 'work_item_held'),
  'items.complete': answered('complete', '', { output: { yes: true } }, 'work_item_held'),
  'items.fail': answered('fail', 'ann', { message: 'Out of tea.' }, 'work_item_held'),
  'items.skip': {
    ...answered('skip', 'ann', {}, 'work_item_ended'),
    refused: async (fixture) => {
      const item = await openItem(fixture);
      await fixture.ask(`POST /v1/items/${item}/skip`);
      return fixture.ask(`POST /v1/items/${item}/skip`);
    },
  },
  'items.delegate': {
    ...answered('delegate', 'ann', { to: 'bob' }, 'invalid_input'),
    refused: async (fixture) => fixture.ask(`POST /v1/items/${await openItem(fixture)}/delegate`),
  },

  ...itemScenarios(openItem),

  ...catalogScenarios,
  ...questionScenarios,
  ...webhookScenarios({ waiting: waitingRun, ended: endedRun }),

  'changes.watch': looked('/v1/changes', 'bad_cursor', '/v1/changes?after=nothing'),

  'feed.read': looked('/v1/feed?after=0&limit=5', 'bad_cursor', '/v1/feed?after=nothing'),
  'events.list': looked('/v1/log?kinds=case_started&limit=2', 'invalid_input', '/v1/log?kinds=lost'),
  'feed.items': looked('/v1/feed/items?after=0&limit=5', 'bad_cursor', '/v1/feed/items?after=nothing'),

  'service.status': {
    ...looked('/v1/status', 'missing_scope', '/v1/status'),
    refused: (fixture) => fixture.ask('GET /v1/status', { as: 'guest' }),
  },
  'service.backup': {
    status: 200,
    done: (fixture) => fixture.ask('POST /v1/backups', { body: { keys: false } }),
    code: 'invalid_input',
    refused: (fixture) => fixture.ask('POST /v1/backups', { body: { folder: '/tmp' } }),
  },
  'connectors.list': looked('/v1/connectors', 'invalid_input', '/v1/connectors?name=http'),
  'retention.purge': {
    status: 200,
    done: (fixture) => fixture.ask('POST /v1/purges', { body: { olderThan: '30 days', dryRun: true } }),
    code: 'invalid_input',
    refused: (fixture) => fixture.ask('POST /v1/purges', { body: { olderThan: 'long ago' } }),
  },
  'audit.list': looked('/v1/audit?operation=runs.start&limit=2', 'invalid_input', '/v1/audit?outcome=lost'),
  'keys.list': looked('/v1/keys', 'bad_cursor', '/v1/keys?cursor=abc'),
  'keys.create': {
    status: 201,
    done: (fixture) => fixture.ask('POST /v1/keys', { body: { name: fresh(), scopes: ['workflows:query'] } }),
    code: 'invalid_input',
    refused: (fixture) => fixture.ask('POST /v1/keys', { body: { name: 'x y', scopes: [] } }),
  },
  'keys.revoke': {
    status: 200,
    done: async (fixture) => {
      const name = fresh();
      const made = await fixture.ask('POST /v1/keys', { body: { name, scopes: ['admin'] } });
      // From now on it may be requested.
      const headers = { authorization: `Bearer ${made.textAt('secret')}` };
      return fixture.ask(`DELETE /v1/keys/${name}`, { headers });
    },
    code: 'key_not_found',
    refused: (fixture) => fixture.ask('DELETE /v1/keys/nobody'),
  },
  'secrets.status': looked('/v1/secrets?names=SAVED,OTHER', 'invalid_input', '/v1/secrets'),
  'secrets.save': {
    status: 200,
    done: (fixture) => fixture.ask('PUT /v1/secrets/SAVED', { body: { value: 'hunter2' } }),
    code: 'secret_not_found',
    refused: (fixture) => fixture.ask('PUT /v1/secrets/OTHER', { body: { value: 'hunter2' } }),
  },
};
