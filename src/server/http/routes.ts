/** All routes and their handlers [P7.1]. */

import { checkScope, OperationError, renderError } from '../../operations/index.ts';
import { nameForRest } from '../errors/name-for-rest.ts';
import { HttpResponse } from '../message/http-response.ts';
import { jsonResponse } from '../message/json-response.ts';
import { taggedResponse } from '../message/tagged-response.ts';
import { createRestRoutes } from '../rest/create-rest-routes.ts';
import { createRpcRoute } from '../rpc/rpc-route.ts';
import type { AuthenticatedContext, RequestContext } from './contract/request-context.ts';
import type { Handler, Route, RouteOptions } from './contract/route.ts';
import { aiCatalog, mcpDocument, serverCard } from './discovery.ts';
import { createErrorListRoute } from './error-list.ts';
import { createErrorPageRoute } from './error-page.ts';
import { createInvokeRoute } from './invoke-route.ts';
import { createMcpRoute } from './mcp-route.ts';
import { answerReady } from './ready.ts';
import { listWorkflows } from './status-page/list-workflows.ts';
import { pageHeaders } from './status-page/page-headers.ts';
import { renderStatusPage, type ToolListing } from './status-page/render-status-page.ts';

/** @param openStreams current number of open streams */
export function createRoutes(options: RouteOptions, openStreams: () => number): readonly Route[] {
  const { base, version } = options;
  const mcp = createMcpRoute(options);
  const publicDocument = (path: string, type: string, document: () => object): Route => {
    const get: Handler<RequestContext> = ({ request }) => {
      const text = JSON.stringify(document(), null, 2);
      return taggedResponse(request, { text, type, cacheControl: 'public, max-age=3600' });
    };
    return { path, access: 'public', methods: { GET: get } };
  };
  const catalogType = 'application/ai-catalog+json';
  const card = () => serverCard(base, version);
  const catalog = () => aiCatalog(base);
  // The trusted issuers may change while the server runs.
  const resource = (path: '/' | '/mcp') => () => options.protectedResource(base, path);
  return [
    { path: '/', access: 'known', methods: { GET: (context) => answerPage(options, context) } },
    {
      path: '/mcp',
      access: 'known',
      errorFormat: 'mcp',
      streams: true,
      methods: { POST: mcp, GET: mcp, DELETE: mcp },
    },
    { path: '/mcp/tools/invoke', access: 'known', methods: { POST: createInvokeRoute(options) } },
    { path: '/health', access: 'open', methods: { GET: () => jsonResponse({ status: 'alive', version }) } },
    { path: '/ready', access: 'open', methods: { GET: () => answerReady(options) } },
    {
      path: '/metrics',
      access: 'known',
      methods: { GET: (context) => answerMetrics(options, context, openStreams()) },
    },
    publicDocument('/mcp/server-card', 'application/mcp-server-card+json', card),
    publicDocument('/.well-known/ai-catalog.json', catalogType, catalog),
    publicDocument('/.well-known/mcp/catalog.json', catalogType, catalog),
    publicDocument('/.well-known/oauth-protected-resource', 'application/json', resource('/')),
    publicDocument('/.well-known/oauth-protected-resource/mcp', 'application/json', resource('/mcp')),
    {
      path: '/.well-known/mcp.json',
      access: 'known',
      methods: {
        async GET({ request, principal, choice }) {
          const text = JSON.stringify(
            mcpDocument(base, version, await options.tools.list(principal, choice)),
          );
          // The content depends on the principal.
          return taggedResponse(request, {
            text,
            type: 'application/json',
            cacheControl: 'private, max-age=60',
          });
        },
      },
    },
    createErrorListRoute(base),
    createErrorPageRoute(base),
    ...createRestRoutes(options),
    createRpcRoute(options),
  ];
}

const noStore = { 'cache-control': 'no-store' };

/** Operators of the server itself: with one tenant, every principal. */
const operatorsTenant = 'default';

/** Metrics are for operators: they reveal the load of others. */
async function answerMetrics(
  { status, metrics, mcpEndpoint }: RouteOptions,
  { principal }: AuthenticatedContext,
  streams: number,
): Promise<HttpResponse> {
  checkScope('metrics', 'admin', principal);
  // The scope of operators suffices here.
  const scopes = new Set(principal.scopes).add('workflows:query');
  const serviceStatus = await status({ ...principal, scopes }).catch(() => null);
  // With several tenants, only the operators' tenant gets the metrics of the process.
  const text =
    principal.tenant === operatorsTenant
      ? await metrics.write({ ...mcpEndpoint.open, streams }, serviceStatus)
      : await metrics.writeAppMetrics(serviceStatus);
  return new HttpResponse(text, { headers: { 'content-type': metrics.contentType, ...noStore } });
}

/** The page works even if the list of tools is unavailable. */
async function listTools(
  { tools }: RouteOptions,
  { principal, choice }: AuthenticatedContext,
): Promise<ToolListing> {
  try {
    return { kind: 'tools', tools: await tools.list(principal, choice) };
  } catch (error) {
    if (!(error instanceof OperationError)) return { kind: 'tools', tools: [] };
    const { message, suggestedAction } = renderError(error.details, nameForRest);
    return { kind: 'refused', message: `${message} ${suggestedAction}`.trim() };
  }
}

async function answerPage(options: RouteOptions, context: AuthenticatedContext): Promise<HttpResponse> {
  const { base, version, isDevelopment, mcpEndpoint, stdioCommand, serverFacts } = options;
  const [status, workflows, tools] = await Promise.all([
    options.status(context.principal).catch(() => null),
    listWorkflows(options, context.principal),
    listTools(options, context),
  ]);
  const page = renderStatusPage({
    base,
    version,
    isDevelopment: isDevelopment && options.localToken === undefined,
    status,
    workflows,
    tools,
    // The state of this process is for its operators.
    open: isDevelopment ? mcpEndpoint.open : null,
    stdioCommand: isDevelopment ? stdioCommand : null,
    serverFacts: isDevelopment ? serverFacts() : [],
  });
  return new HttpResponse(page, { headers: { ...pageHeaders, ...noStore } });
}
