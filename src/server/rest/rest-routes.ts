/**
 * All routes under `/v1`: the operation of each method and path [W4.1]. A name in braces is a field of the
 * operation's input; GET and DELETE take the other fields from the query, POST and PUT from the body.
 */
import type { Json } from '../../kernel/index.ts';
import { languageApis } from '../../operations/index.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';

export interface RestRoute {
  readonly operation: string;
  readonly method: RestMethod;
  readonly path: string;
  /** The tag that it is documented under. */
  readonly tag: RestTag;
  /** Status of its answer. Default: 200. */
  readonly status?: 200 | 201 | 'as-created';
  /** Address of the created resource. */
  readonly location?: (answer: JsonObject) => string;
  /** Paging of a list: the field of the answer with the cursor, and the field of the input that takes it. */
  readonly pagination?: { readonly answerField: string; readonly inputField: string };
  /** The revision of a document is its ETag; changes may have preconditions. */
  readonly isRevised?: true;
  /** Its answer is a text with its media type, and is sent as such. */
  readonly text?: RestText;
  /** An invalid document has a link to the syntax of its language. */
  readonly linksSyntax?: true;
  /** Its pages are one document, which is answered as a whole. */
  readonly pages?: RestPages;
}

/** Fields of the answer. */
export interface RestText {
  readonly textField: string;
  readonly typeField: string;
  readonly types: readonly string[];
}

export interface RestPages {
  readonly type: 'application/xml';
  /** The field of a page that contains a piece; and those with the cursor of the next page. */
  readonly textField: string;
  readonly answerField: string;
  readonly inputField: string;
}

export type RestMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

export const restTags = {
  workflows: 'Workflows, the documents that define them, and the languages of these.',
  runs: 'Runs of workflows: start, watch, control, inspect.',
  cases: 'The same for external agents, in their terms: a case is a run, a specification a workflow.',
  items: 'Work items: what runs ask of people.',
  webhooks: 'Webhooks: subscriptions, and failed deliveries.',
  changes: 'Changes, for clients that follow them.',
  service: 'Status of the service, and operator tasks.',
} as const;

export type RestTag = keyof typeof restTags;

const byCursor = { answerField: 'nextCursor', inputField: 'cursor' } as const;
/** The feed has no last page. */
const byAfterCursor = { answerField: 'cursor', inputField: 'after' } as const;

const segment = (value: Json | undefined): string => encodeURIComponent(String(value));
const runLocation = ({ run }: JsonObject): string => `/v1/runs/${segment(run)}`;
const caseLocation = ({ case_id: id }: JsonObject): string => `/v1/cases/${segment(id)}/status`;
const documentLocation = ({ path }: JsonObject): string =>
  `/v1/documents/${String(path).split('/').map(segment).join('/')}`;

const subscriptionLocation = ({ subscription }: JsonObject): string =>
  `/v1/subscriptions/${segment(subscription)}`;

const keyLocation = ({ key }: JsonObject): string => `/v1/keys/${segment((key as JsonObject)['id'])}`;

type RouteDetails = Omit<RestRoute, 'operation' | 'method' | 'path' | 'tag'>;

const route =
  (tag: RestTag) =>
  (operation: string, target: `${RestMethod} /v1/${string}`, more: RouteDetails = {}): RestRoute => {
    const [method, path = ''] = target.split(' ');
    return { operation, method: method as RestMethod, path, tag, ...more };
  };

const workflows = route('workflows');
const runs = route('runs');
const cases = route('cases');
const items = route('items');
const webhooks = route('webhooks');
const changes = route('changes');
const service = route('service');

const languageOperations = languageApis.flatMap(({ operations = [] }) => operations);

export const restRoutes: readonly RestRoute[] = [
  workflows('definitions.list', 'GET /v1/workflows', { pagination: byCursor }),
  workflows('definitions.get', 'GET /v1/workflows/{workflow}'),
  workflows('definitions.outline', 'GET /v1/workflows/{workflow}/outline'),
  workflows('definitions.draw', 'GET /v1/workflows/{workflow}/drawing'),
  workflows('events.xes', 'GET /v1/workflows/{workflow}/xes', {
    pages: { type: 'application/xml', textField: 'text', ...byCursor },
  }),
  workflows('definitions.validate', 'POST /v1/validations', { linksSyntax: true }),
  ...languageOperations.map(({ name, route: target, validates }) =>
    workflows(name, target, validates === true ? { linksSyntax: true } : {}),
  ),
  workflows('workflows.simulate', 'POST /v1/simulations'),
  workflows('definitions.revision', 'GET /v1/documents/{path*}', { isRevised: true }),
  workflows('definitions.save', 'PUT /v1/documents/{path*}', {
    isRevised: true,
    status: 'as-created',
    location: documentLocation,
  }),
  workflows('definitions.delete', 'DELETE /v1/documents/{path*}', { isRevised: true }),
  workflows('definitions.revisions', 'GET /v1/revisions/{path*}'),
  workflows('definitions.rename', 'POST /v1/renames'),
  workflows('languages.list', 'GET /v1/languages'),
  workflows('languages.get', 'GET /v1/languages/{language}'),
  workflows('languages.schema', 'GET /v1/schemas/{language}', {
    text: {
      textField: 'schema',
      typeField: 'mediaType',
      types: ['application/schema+json', 'application/xml'],
    },
  }),

  runs('runs.start', 'POST /v1/runs', { status: 201, location: runLocation }),
  runs('runs.list', 'GET /v1/runs', { pagination: byCursor }),
  runs('runs.get', 'GET /v1/runs/{run}'),
  runs('runs.history', 'GET /v1/runs/{run}/history', {
    pagination: { answerField: 'next', inputField: 'after' },
  }),
  runs('runs.graph', 'GET /v1/runs/{run}/graph'),
  runs('runs.replay', 'GET /v1/runs/{run}/replay'),
  runs('runs.export', 'GET /v1/runs/{run}/export'),
  runs('runs.import', 'POST /v1/imports', { status: 201, location: runLocation }),
  runs('runs.compare', 'GET /v1/comparisons'),
  runs('runs.cancel', 'POST /v1/runs/{run}/cancel'),
  runs('runs.suspend', 'POST /v1/runs/{run}/suspend'),
  runs('runs.resume', 'POST /v1/runs/{run}/resume'),
  runs('runs.signal', 'POST /v1/runs/{run}/signals'),
  runs('runs.reopen', 'POST /v1/runs/{run}/reopen'),
  runs('runs.fork', 'POST /v1/runs/{run}/fork', { status: 201, location: runLocation }),

  cases('cases.submit', 'POST /v1/cases', { status: 201, location: caseLocation }),
  cases('cases.status', 'GET /v1/cases/{case_id}/status'),
  cases('specifications.upload', 'POST /v1/specifications', { status: 201, location: documentLocation }),

  items('items.list', 'GET /v1/items', { pagination: byCursor }),
  items('items.get', 'GET /v1/items/{item}'),
  items('items.hold', 'POST /v1/items/{item}/hold'),
  items('items.renew', 'POST /v1/items/{item}/renew'),
  items('items.release', 'POST /v1/items/{item}/release'),
  items('items.complete', 'POST /v1/items/{item}/complete'),
  items('items.fail', 'POST /v1/items/{item}/fail'),
  items('items.skip', 'POST /v1/items/{item}/skip'),
  items('items.delegate', 'POST /v1/items/{item}/delegate'),
  items('items.suspend', 'POST /v1/items/{item}/suspend'),
  items('items.resume', 'POST /v1/items/{item}/resume'),
  items('items.rollback', 'POST /v1/items/{item}/rollback'),
  items('items.force', 'POST /v1/items/{item}/force'),
  items('items.add', 'POST /v1/items/{item}/instances'),

  webhooks('subscriptions.create', 'POST /v1/subscriptions', { status: 201, location: subscriptionLocation }),
  webhooks('subscriptions.list', 'GET /v1/subscriptions', { pagination: byCursor }),
  webhooks('subscriptions.get', 'GET /v1/subscriptions/{subscription}'),
  webhooks('subscriptions.renew', 'POST /v1/subscriptions/{subscription}/renew'),
  webhooks('subscriptions.delete', 'DELETE /v1/subscriptions/{subscription}'),
  webhooks('deliveries.list', 'GET /v1/deliveries', { pagination: byCursor }),
  webhooks('deliveries.resend', 'POST /v1/deliveries/{delivery}/resend'),
  webhooks('deliveries.resendAll', 'POST /v1/subscriptions/{subscription}/resend'),

  changes('changes.watch', 'GET /v1/changes', { pagination: byAfterCursor }),
  changes('feed.read', 'GET /v1/feed', { pagination: byAfterCursor }),
  changes('feed.items', 'GET /v1/feed/items', { pagination: byAfterCursor }),
  changes('events.list', 'GET /v1/log', { pagination: byCursor }),

  service('service.status', 'GET /v1/status'),
  service('service.backup', 'POST /v1/backups'),
  service('connectors.list', 'GET /v1/connectors'),
  service('retention.purge', 'POST /v1/purges'),
  service('audit.list', 'GET /v1/audit', { pagination: byCursor }),
  service('keys.list', 'GET /v1/keys', { pagination: byCursor }),
  service('keys.create', 'POST /v1/keys', { status: 201, location: keyLocation }),
  service('keys.revoke', 'DELETE /v1/keys/{key}'),
];

/** Whether fields that are not in the path are in the body; otherwise in the query. */
export const hasBody = ({ method }: Pick<RestRoute, 'method'>): boolean =>
  method === 'POST' || method === 'PUT';
