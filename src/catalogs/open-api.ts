/** A document whose operations can be called: each with the request that it describes. */
import type { Json } from '../expression/index.ts';
import type { ConnectorOperation } from '../languages/workflow.ts';
import { type ApiDocument, createApiDocument } from './document/api-document.ts';
import { type Endpoint, listEndpoints } from './document/list-endpoints.ts';
import { nameOperations } from './document/name-operations.ts';
import { findDocumentProblem, readOperation } from './document/read-open-api.ts';
import { type SecurityScheme, schemesOf, securityOf } from './document/security-of.ts';
import { serverOf } from './document/server-of.ts';
import type { ApiOperation } from './request/api-operation.ts';
import { buildRequest, planRequest } from './request/build-request.ts';

export interface OpenApi {
  readonly operations: readonly ConnectorOperation[];
  readonly schemes: ReadonlyMap<string, SecurityScheme>;
  find(name: string): ApiOperation | undefined;
}

export type OpenApiResult =
  | { readonly kind: 'api'; readonly api: OpenApi }
  | { readonly kind: 'problem'; readonly message: string };

/** Everything but the list of operations is read when it is needed. */
export function openApi(document: Json): OpenApiResult {
  // HTTP clients do not send TRACE.
  const endpoints = listEndpoints(document).filter(({ method }) => method !== 'trace');
  const message = findDocumentProblem(document, endpoints);
  if (message !== undefined) return { kind: 'problem', message };
  const api = createApiDocument(document);
  const names = nameOperations(endpoints, callableName);
  const operations = endpoints.map((endpoint, at) => readOperation(api, endpoint, names[at] ?? ''));
  const indexes = new Map(names.map((name, at) => [name, at]));
  const known = new Map<string, ApiOperation>();
  const find = (name: string): ApiOperation | undefined => {
    const at = indexes.get(name) ?? -1;
    const [endpoint, operation] = [endpoints[at], operations[at]];
    if (endpoint === undefined || operation === undefined) return undefined;
    const found = known.get(name) ?? toOperation(api, endpoint, operation);
    known.set(name, found);
    return found;
  };
  return { kind: 'api', api: { operations, schemes: schemesOf(api), find } };
}

function toOperation(api: ApiDocument, endpoint: Endpoint, operation: ConnectorOperation): ApiOperation {
  const plan = planRequest(api, endpoint);
  const headers = plan.declared.flatMap(([{ name, location }]) => (location === 'header' ? [name] : []));
  return {
    method: plan.method,
    server: serverOf(api, endpoint),
    security: securityOf(api, endpoint),
    idempotencyParameter: headers.find((name) => idempotency.test(name)) ?? null,
    build: (args) => buildRequest(plan, operation, args),
  };
}

const idempotency = /^(x-)?idempotency-?key$/i;

/** `issues/create` is `issues_create`, so that it can be written after the name of a connector. */
const callableName = (written: string): string =>
  written.replaceAll(/[^\p{L}\p{N}]+/gu, '_').replaceAll(/^_+|_+$/g, '') || 'operation';
