/** Parses what a client wants to follow, from the URL and headers of its request [W5.1, W5.2]. */

import { z } from 'zod';
import { checkInput, checkScope, inputMismatch, type Principal, type Scope } from '../../operations/index.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import type { HttpRequest } from '../message/http-request.ts';
import { readQuery } from '../rest/read-query.ts';

const kinds = ['run', 'item', 'journal'] as const;

type Kind = (typeof kinds)[number];

export interface StreamRequest {
  /** The operation that reads the feed. */
  readonly operation: 'feed.read' | 'feed.items';
  /** Input of that operation. */
  readonly filters: Readonly<Record<string, string | readonly string[]>>;
  /** The content depends on the principal, as with work items. */
  readonly isPersonal: boolean;
  /** A position of the feed; `undefined`: from now on. */
  readonly after: string | undefined;
  /** The reconnecting client has seen the end of the run. */
  readonly sawEnd: boolean;
  /** Continues after the run has ended. */
  readonly follows: boolean;
}

/** Suffix of the last event id, by which a reconnecting client is known to have seen the end. */
export const endMark = '~end';

/** The start of the feed. */
const oldest = '0';

export interface StreamRoute {
  readonly path: string;
  /** Fields of the query. */
  readonly fields: z.ZodType<StreamQuery>;
  /** Default kinds of events. */
  readonly kinds: readonly Kind[];
}

interface StreamQuery {
  readonly types?: readonly Kind[] | undefined;
  readonly run?: string | undefined;
  readonly workflow?: string | undefined;
  readonly after?: string | undefined;
  readonly follow?: boolean | undefined;
}

const id = z.string().min(1).max(300).optional();
const types = z.array(z.enum(kinds)).min(1).max(20).optional();
const after = z.string().max(110).optional();
const follow = z.boolean().optional();

export const streamRoutes = {
  all: {
    path: '/v1/events',
    fields: z.strictObject({ types, run: id, workflow: id, after }),
    kinds,
  },
  run: {
    path: '/v1/runs/{run}/events',
    fields: z.strictObject({ types, after, follow }),
    kinds,
  },
  items: {
    path: '/v1/items/events',
    fields: z.strictObject({ run: id, workflow: id, after }),
    kinds: ['item'],
  },
} as const satisfies Readonly<Record<string, StreamRoute>>;

const scopeByKind: Readonly<Record<Kind, Scope>> = {
  run: 'workflows:query',
  journal: 'workflows:query',
  item: 'workitems:manage',
};

/** @param params of the path. Throws OperationError. */
export function readStreamRequest(
  route: StreamRoute,
  request: Pick<HttpRequest, 'url' | 'headers'>,
  params: Readonly<Record<string, string>>,
  principal: Principal,
): StreamRequest {
  const asked = checkInput(route.path, route.fields, queryOf(route.path, request.url));
  const { workflow, follow: follows = false } = asked;
  const run = params['run'] ?? asked.run;
  const chosen = chooseKinds(route, asked.types, principal);
  const operation = chosen.every((kind) => kind === 'item') ? 'feed.items' : 'feed.read';
  // A run starts at its beginning; other streams start now.
  const cursor = resumeCursorOf(request, asked.after) ?? (params['run'] === undefined ? undefined : oldest);
  const sawEnd = cursor?.endsWith(endMark) === true;
  return {
    operation,
    filters: {
      ...(operation === 'feed.items' ? {} : { types: chosen }),
      ...(run === undefined ? {} : { run }),
      ...(workflow === undefined ? {} : { workflow }),
    },
    isPersonal: chosen.includes('item'),
    after: sawEnd ? cursor.slice(0, -endMark.length) : cursor,
    sawEnd,
    follows: follows || params['run'] === undefined,
  };
}

/** Requested kinds must be allowed; of the default kinds, the allowed ones are used. */
function chooseKinds(
  route: StreamRoute,
  asked: readonly Kind[] | undefined,
  principal: Principal,
): readonly Kind[] {
  const usual = route.kinds.filter((kind) => principal.scopes.has(scopeByKind[kind]));
  const chosen = asked ?? (usual.length > 0 ? usual : route.kinds);
  for (const kind of chosen) checkScope(route.path, scopeByKind[kind], principal);
  return [...new Set(chosen)];
}

/** The header is newer than the URL, which a browser repeats unchanged. */
function resumeCursorOf(
  { headers }: Pick<HttpRequest, 'headers'>,
  asked: string | undefined,
): string | undefined {
  const last = headers.get('last-event-id') ?? '';
  return last === '' ? asked : last;
}

/** Query fields that are not plain text. */
const forms = new Map<string, JsonObject>([
  ['types', { type: 'array', items: { type: 'string' } }],
  ['follow', { type: 'boolean' }],
]);

function queryOf(path: string, url: string): JsonObject {
  const { fields, violations } = readQuery(url, forms);
  if (violations.length > 0) throw inputMismatch(path, violations);
  return Object.fromEntries(fields);
}
