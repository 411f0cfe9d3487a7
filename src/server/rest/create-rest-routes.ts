/** Creates the routes under `/v1` for all operations [W4.1], and for the document that describes them [W4.2]. */
import { fieldsOf } from '../../operations/index.ts';
import type { AuthenticatedContext } from '../http/contract/request-context.ts';
import type { Answered, Handler, Route, RouteOptions } from '../http/contract/route.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import { createOpenapiRoute } from './openapi-route.ts';
import { currentRevision, enforceExpectation, expectationOf } from './preconditions.ts';
import { readInput } from './read-input.ts';
import { refuseCondition } from './refuse-condition.ts';
import { restResponse } from './rest-response.ts';
import { type OperationRoute, restRoutesOf } from './rest-routes.ts';
import { streamPages } from './stream-pages.ts';

export function createRestRoutes(options: RouteOptions): readonly Route[] {
  const byPath = new Map<OperationRoute['path'], Record<string, Handler>>();
  const restRoutes = restRoutesOf(options.registry);
  for (const route of restRoutes) {
    const methods = byPath.get(route.path) ?? {};
    methods[route.method] = (context) => handleRequest(route, context, options);
    byPath.set(route.path, methods);
  }
  const pagedPaths = new Set(
    restRoutes.flatMap(({ path, pages: pieces }) => (pieces === undefined ? [] : [path])),
  );
  const routes = [...byPath].map(([path, methods]): Route => {
    const streams = pagedPaths.has(path) ? ({ streams: true } as const) : {};
    return { path, access: 'known', errorFormat: 'problem', methods, ...streams };
  });
  return [...routes, createOpenapiRoute(options)];
}

/** Throws OperationError. The operation itself checks permissions. */
async function handleRequest(
  route: OperationRoute,
  context: AuthenticatedContext,
  options: RouteOptions,
): Promise<Answered> {
  const { operation } = route;
  const { request, principal, params } = context;
  const { call, base, registry } = options;
  context.note({ operation, code: null, run: params['run'] ?? null });
  const known = registry.get(operation);
  const refusal = refuseCondition(route, request.headers, fieldsOf(known).schemas);
  if (refusal !== undefined) return refusal;
  const read = await readInput(route, known, context, options);
  if (read.kind === 'refusal') return read;
  const { input, headers } = read;
  if (route.pages !== undefined) {
    // Operations return objects.
    const page = async (asked: JsonObject) =>
      (await call(principal, operation, asked, request.signal)) as JsonObject;
    return streamPages({ route, pages: route.pages, context, input, call: page });
  }
  const expectation = await expectationOf({ route, input, headers: request.headers }, () =>
    currentRevision(call, principal, known, input),
  );
  const given = await enforceExpectation(expectation, (fitting) =>
    call(principal, operation, fitting, request.signal),
  );
  // Operations return objects.
  const answer = given as JsonObject;
  context.note({ operation, code: null, run: runOf(answer) ?? runOf(input) });
  return restResponse({ route, request, answer, base, headers });
}

/** The run of a value: its own, or that of its work item. */
function runOf({ run, item }: JsonObject): string | null {
  if (typeof run === 'string') return run;
  return typeof item === 'object' && item !== null && !Array.isArray(item) ? runOf(item as JsonObject) : null;
}
