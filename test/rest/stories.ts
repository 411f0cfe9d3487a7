/** For each operation a request that is answered, and one that is refused: what the ways under `/v1` are tried with. */
import { orderSpecification } from '../yawl/order-specification.ts';
import { itemStories } from './item-stories.ts';
import type { RestLab } from './rest-lab.ts';
import type { Story } from './story.ts';
import { webhookStories } from './webhook-stories.ts';

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

/** A document of its own, however many there are already. */
export const documentOf = (name: string, text = 'Hi'): string =>
  `workflows:\n  ${name}:\n    graph:\n      say: { call: echo, args: { text: ${text} } }\n`;

const specificationOf = (uri: string, documentation = 'One.'): string =>
  orderSpecification({ uri, identifier: '', documentation });

const nobody = 'run_00000000000000000000000000';
const nothing = '0'.repeat(64);
let count = 0;
const fresh = (): string => `made_${++count}`;

/** A run that waits for an answer. @returns its id */
export async function waitingRun(lab: RestLab): Promise<string> {
  const body = { workflow: 'order', params: { product: 'tea' }, waitMs: 20_000 };
  return (await lab.ask('POST /v1/runs', { body })).textAt('run');
}

export async function endedRun(lab: RestLab): Promise<string> {
  return (await lab.ask('POST /v1/runs', { body: { workflow: 'greet', waitMs: 20_000 } })).textAt('run');
}

/** The id of what such a run asks. */
async function openItem(lab: RestLab, as: 'ann' | 'bob' | '' = ''): Promise<string> {
  const item = (await lab.ask(`GET /v1/items?run=${await waitingRun(lab)}`)).textAt('items.0.item');
  if (as !== '') await lab.ask(`POST /v1/items/${item}/hold`, { as });
  return item;
}

/** @returns its path and its revision */
export async function savedDocument(lab: RestLab): Promise<readonly [path: string, revision: string]> {
  const name = fresh();
  const answer = await lab.ask(`PUT /v1/documents/made/${name}.yaml`, { body: { source: documentOf(name) } });
  return [`made/${name}.yaml`, answer.textAt('revision')];
}

async function failedRun(lab: RestLab): Promise<string> {
  const item = await openItem(lab, 'ann');
  return (await lab.ask(`POST /v1/items/${item}/fail`, { body: { message: 'Out of tea.' } })).textAt(
    'item.run',
  );
}

const looked = (
  target: string | ((lab: RestLab) => Promise<string>),
  code: string,
  wrong: string,
): Story => ({
  status: 200,
  done: async (lab) => lab.ask(`GET ${typeof target === 'string' ? target : await target(lab)}`),
  code,
  refused: (lab) => lab.ask(`GET ${wrong}`),
});

const steered = (verb: string, code: string, body: object = {}): Story => ({
  status: 200,
  done: async (lab) => lab.ask(`POST /v1/runs/${await waitingRun(lab)}/${verb}`, { body }),
  code,
  refused: async (lab) => lab.ask(`POST /v1/runs/${await endedRun(lab)}/${verb}`, { body }),
});

const answered = (verb: string, held: 'ann' | '', body: object, code: string): Story => ({
  status: 200,
  done: async (lab) => lab.ask(`POST /v1/items/${await openItem(lab, held)}/${verb}`, { body }),
  code,
  refused: async (lab) => lab.ask(`POST /v1/items/${await openItem(lab, 'bob')}/${verb}`, { body }),
});

export const stories: Readonly<Record<string, Story>> = {
  'definitions.list': looked('/v1/workflows?valid=true&limit=1', 'invalid_input', '/v1/workflows?limit=0'),
  'definitions.get': looked('/v1/workflows/order?parsed=true', 'workflow_not_found', '/v1/workflows/ordre'),
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
    done: (lab) =>
      lab.ask('POST /v1/validations', { body: { source: 'workflows: {a: {graph: {b: {cal: c}}}}' } }),
    code: 'invalid_input',
    refused: (lab) => lab.ask('POST /v1/validations'),
  },
  'guides.next': {
    status: 200,
    done: (lab) => lab.ask('POST /v1/workflows/lead/next', { body: { completedSteps: [] } }),
    code: 'step_not_found',
    refused: (lab) =>
      lab.ask('POST /v1/workflows/lead/next', { body: { completedSteps: [], currentStep: 'nobody' } }),
  },
  'guides.validate': {
    status: 200,
    done: (lab) =>
      lab.ask('POST /v1/workflows/lead/steps/only-step/validations', { body: { output: 'Done.' } }),
    code: 'step_not_found',
    refused: (lab) => lab.ask('POST /v1/workflows/lead/steps/nobody/validations', { body: { output: '' } }),
  },
  'guides.check': {
    status: 200,
    done: (lab) =>
      lab.ask('POST /v1/guide-validations', { body: { source: '{"id":"a-guide"', repair: true } }),
    code: 'invalid_input',
    refused: (lab) => lab.ask('POST /v1/guide-validations', { body: { source: '' } }),
  },
  'workflows.simulate': {
    status: 200,
    done: (lab) =>
      lab.ask('POST /v1/simulations', { body: { workflow: 'order', params: { product: 'tea' } } }),
    code: 'invalid_parameters',
    refused: (lab) => lab.ask('POST /v1/simulations', { body: { workflow: 'order' } }),
  },
  'definitions.save': {
    status: 201,
    done: (lab) => lab.ask('PUT /v1/documents/saved.yaml', { body: { source: documentOf('saved') } }),
    code: 'revision_conflict',
    refused: async (lab) => {
      const [path] = await savedDocument(lab);
      const body = { source: documentOf(fresh()), revision: nothing };
      return lab.ask(`PUT /v1/documents/${path}`, { body });
    },
  },
  'definitions.revision': looked('/v1/documents/shop.yaml', 'definition_not_found', '/v1/documents/a/b.yaml'),
  'definitions.revisions': looked(
    async (lab) => `/v1/revisions/${(await savedDocument(lab))[0]}`,
    'definition_not_found',
    '/v1/revisions/a/b.yaml',
  ),
  'definitions.delete': {
    status: 200,
    done: async (lab) => {
      const [path, revision] = await savedDocument(lab);
      return lab.ask(`DELETE /v1/documents/${path}?revision=${revision}`);
    },
    code: 'definition_not_found',
    refused: (lab) => lab.ask(`DELETE /v1/documents/a/b.yaml?revision=${nothing}`),
  },
  'definitions.rename': {
    status: 200,
    done: async (lab) => {
      const [path, revision] = await savedDocument(lab);
      return lab.ask('POST /v1/renames', { body: { path, to: `other/${path}`, revision } });
    },
    code: 'path_taken',
    refused: async (lab) => {
      const [path, revision] = await savedDocument(lab);
      const [to] = await savedDocument(lab);
      return lab.ask('POST /v1/renames', { body: { path, to, revision } });
    },
  },

  'runs.start': {
    status: 201,
    done: (lab) => lab.ask('POST /v1/runs', { body: { workflow: 'greet' } }),
    code: 'invalid_parameters',
    refused: (lab) => lab.ask('POST /v1/runs', { body: { workflow: 'order', params: { count: 'many' } } }),
  },
  'runs.list': looked('/v1/runs?statuses=completed,failed&total=true', 'bad_cursor', '/v1/runs?cursor=abc'),
  'runs.get': looked(
    async (lab) => `/v1/runs/${await waitingRun(lab)}`,
    'run_not_found',
    `/v1/runs/${nobody}`,
  ),
  'runs.history': looked(
    async (lab) => `/v1/runs/${await waitingRun(lab)}/history?raw=true`,
    'run_not_found',
    `/v1/runs/${nobody}/history`,
  ),
  'runs.graph': looked(
    async (lab) => `/v1/runs/${await endedRun(lab)}/graph?at=1&format=svg`,
    'run_not_found',
    `/v1/runs/${nobody}/graph`,
  ),
  'runs.replay': looked(
    async (lab) => `/v1/runs/${await waitingRun(lab)}/replay?at=1`,
    'invalid_input',
    `/v1/runs/${nobody}/replay`,
  ),
  'runs.export': looked(
    async (lab) => `/v1/runs/${await waitingRun(lab)}/export`,
    'run_not_found',
    `/v1/runs/${nobody}/export`,
  ),
  'runs.import': {
    status: 201,
    done: async (lab) => {
      const { body: document } = await lab.ask(`GET /v1/runs/${await waitingRun(lab)}/export`);
      return lab.ask('POST /v1/imports', { body: { document } });
    },
    code: 'import_refused',
    refused: (lab) => lab.ask('POST /v1/imports', { body: { document: { signalbox: 'run-journal/1' } } }),
  },
  'runs.compare': looked(
    async (lab) => `/v1/comparisons?left=${await waitingRun(lab)}&right=${await endedRun(lab)}`,
    'run_not_found',
    `/v1/comparisons?left=${nobody}&right=${nobody}`,
  ),
  'runs.cancel': steered('cancel', 'run_ended', { undo: true }),
  'runs.suspend': steered('suspend', 'run_ended'),
  'runs.resume': {
    ...steered('resume', 'not_suspended'),
    done: async (lab) => {
      const run = await waitingRun(lab);
      await lab.ask(`POST /v1/runs/${run}/suspend`);
      return lab.ask(`POST /v1/runs/${run}/resume`);
    },
    refused: async (lab) => lab.ask(`POST /v1/runs/${await waitingRun(lab)}/resume`),
  },
  'runs.signal': steered('signals', 'run_ended', { name: 'paid', payload: { amount: 5 } }),
  'runs.reopen': {
    ...steered('reopen', 'run_ended'),
    done: async (lab) => lab.ask(`POST /v1/runs/${await failedRun(lab)}/reopen`, { body: {} }),
  },
  'runs.fork': {
    status: 201,
    done: async (lab) => lab.ask(`POST /v1/runs/${await waitingRun(lab)}/fork`, { body: { at: 1 } }),
    code: 'fork_after_end',
    refused: async (lab) => lab.ask(`POST /v1/runs/${await endedRun(lab)}/fork`, { body: { at: 2 } }),
  },

  'cases.submit': {
    status: 201,
    done: (lab) => lab.ask('POST /v1/cases', { body: { spec_id: 'greet', idempotency_key: fresh() } }),
    code: 'invalid_specification',
    refused: (lab) => lab.ask('POST /v1/cases', { body: { spec_id: 'gret', idempotency_key: fresh() } }),
  },
  'specifications.upload': {
    status: 201,
    done: (lab) => lab.ask('POST /v1/specifications', { body: { spec_xml: specificationOf(fresh()) } }),
    code: 'specification_exists',
    refused: async (lab) => {
      const uri = fresh();
      await lab.ask('POST /v1/specifications', { body: { spec_xml: specificationOf(uri) } });
      return lab.ask('POST /v1/specifications', { body: { spec_xml: specificationOf(uri, 'Another.') } });
    },
  },
  'cases.status': looked(
    async (lab) => `/v1/cases/${await waitingRun(lab)}/status?wait_ms=5`,
    'run_not_found',
    `/v1/cases/${nobody}/status`,
  ),

  'items.list': looked(
    async (lab) => `/v1/items?run=${await waitingRun(lab)}&states=offered&states=held`,
    'invalid_input',
    '/v1/items?mine=true&holder=bob',
  ),
  'items.get': looked(
    async (lab) => `/v1/items/${await openItem(lab)}`,
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
    refused: async (lab) => {
      const item = await openItem(lab);
      await lab.ask(`POST /v1/items/${item}/skip`);
      return lab.ask(`POST /v1/items/${item}/skip`);
    },
  },
  'items.delegate': {
    ...answered('delegate', 'ann', { to: 'bob' }, 'invalid_input'),
    refused: async (lab) => lab.ask(`POST /v1/items/${await openItem(lab)}/delegate`),
  },

  ...itemStories(openItem),

  ...webhookStories({ waiting: waitingRun, ended: endedRun }),

  'changes.watch': looked('/v1/changes', 'bad_cursor', '/v1/changes?after=nothing'),

  'feed.read': looked('/v1/feed?after=0&limit=5', 'bad_cursor', '/v1/feed?after=nothing'),
  'events.list': looked('/v1/log?kinds=case_started&limit=2', 'invalid_input', '/v1/log?kinds=lost'),
  'feed.items': looked('/v1/feed/items?after=0&limit=5', 'bad_cursor', '/v1/feed/items?after=nothing'),

  'service.status': {
    ...looked('/v1/status', 'missing_scope', '/v1/status'),
    refused: (lab) => lab.ask('GET /v1/status', { as: 'guest' }),
  },
  'service.backup': {
    status: 200,
    done: (lab) => lab.ask('POST /v1/backups', { body: { keys: false } }),
    code: 'invalid_input',
    refused: (lab) => lab.ask('POST /v1/backups', { body: { folder: '/tmp' } }),
  },
  'connectors.list': looked('/v1/connectors', 'invalid_input', '/v1/connectors?name=http'),
  'retention.purge': {
    status: 200,
    done: (lab) => lab.ask('POST /v1/purges', { body: { olderThan: '30 days', dryRun: true } }),
    code: 'invalid_input',
    refused: (lab) => lab.ask('POST /v1/purges', { body: { olderThan: 'long ago' } }),
  },
  'audit.list': looked('/v1/audit?operation=runs.start&limit=2', 'invalid_input', '/v1/audit?outcome=lost'),
  'keys.list': looked('/v1/keys', 'bad_cursor', '/v1/keys?cursor=abc'),
  'keys.create': {
    status: 201,
    done: (lab) => lab.ask('POST /v1/keys', { body: { name: fresh(), scopes: ['workflows:query'] } }),
    code: 'invalid_input',
    refused: (lab) => lab.ask('POST /v1/keys', { body: { name: 'x y', scopes: [] } }),
  },
  'keys.revoke': {
    status: 200,
    done: async (lab) => {
      const name = fresh();
      const made = await lab.ask('POST /v1/keys', { body: { name, scopes: ['admin'] } });
      // From now on it may be asked for.
      const headers = { authorization: `Bearer ${made.textAt('secret')}` };
      return lab.ask(`DELETE /v1/keys/${name}`, { headers });
    },
    code: 'key_not_found',
    refused: (lab) => lab.ask('DELETE /v1/keys/nobody'),
  },
};
