/** Every way that there is, and what is behind it [P7.1]. */
import { OperationError, type Principal } from '../../operations/index.ts';
import { TextResponse } from '../mcp/contract/text-response.ts';
import { aiCatalog, mcpDocument, serverCard } from './discovery.ts';
import type { HttpOptions } from './http-options.ts';
import { createInvokeRoute } from './invoke-route.ts';
import { jsonResponse } from './json-response.ts';
import { createMcpRoute } from './mcp-route.ts';
import { answerReady } from './ready.ts';
import type { Handler, Route, RouteOptions } from './route.ts';
import { pageHeaders } from './status-page/page-headers.ts';
import { renderStatusPage, type ToolListing } from './status-page/render-status-page.ts';
import { taggedResponse } from './tagged-response.ts';
import { choiceOf } from './tool-choice.ts';

export function createRoutes(options: RouteOptions): readonly Route[] {
  const { base, version, door, metrics } = options;
  const invoke = createInvokeRoute(options);
  const mcp = createMcpRoute(options);
  const publicDocument = (path: string, type: string, document: object): Route => {
    const text = JSON.stringify(document, null, 2);
    const get: Handler = (request) =>
      taggedResponse(request, { text, type, cacheControl: 'public, max-age=3600' });
    return { path, isPublic: true, methods: { GET: get } };
  };
  const catalogType = 'application/ai-catalog+json';
  return [
    {
      path: '/',
      methods: { GET: asPrincipal(options, (request, who) => answerPage(options, request, who)) },
    },
    { path: '/mcp', isProtocol: true, methods: { POST: mcp, GET: mcp, DELETE: mcp } },
    { path: '/mcp/tools/invoke', methods: { POST: invoke } },
    { path: '/health', methods: { GET: () => jsonResponse({ status: 'alive', version }) } },
    { path: '/ready', methods: { GET: () => answerReady(options) } },
    {
      path: '/metrics',
      methods: {
        GET: asPrincipal(options, async (_, who) => {
          const status = await options.status(who).catch(() => null);
          const text = await metrics.write(door.open, status);
          return new TextResponse(text, { headers: { 'content-type': metrics.contentType, ...unkept } });
        }),
      },
    },
    publicDocument('/mcp/server-card', 'application/mcp-server-card+json', serverCard(base, version)),
    publicDocument('/.well-known/ai-catalog.json', catalogType, aiCatalog(base)),
    publicDocument('/.well-known/mcp/catalog.json', catalogType, aiCatalog(base)),
    {
      path: '/.well-known/mcp.json',
      methods: {
        GET: asPrincipal(options, async (request, who) => {
          const tools = await options.tools.list(who, choiceOf(request) ?? options.choice);
          const text = JSON.stringify(mcpDocument(base, version, tools));
          // What is in it depends on who asks.
          return taggedResponse(request, {
            text,
            type: 'application/json',
            cacheControl: 'private, max-age=60',
          });
        }),
      },
    },
  ];
}

const unkept = { 'cache-control': 'no-store' };

function asPrincipal(
  { identify }: Pick<HttpOptions, 'identify'>,
  handle: (request: Request, principal: Principal) => Promise<Response>,
): Handler {
  return async (request) => {
    const who = await identify(request);
    return who.kind === 'refusal' ? who : handle(request, who);
  };
}

/** A page is there also when the list is not. */
async function listTools(
  { tools, choice }: RouteOptions,
  request: Request,
  who: Principal,
): Promise<ToolListing> {
  try {
    return { kind: 'tools', tools: await tools.list(who, choiceOf(request) ?? choice) };
  } catch (error) {
    if (!(error instanceof OperationError)) return { kind: 'tools', tools: [] };
    const { message, suggestedAction = '' } = error.details;
    return { kind: 'refused', message: `${message} ${suggestedAction}`.trim() };
  }
}

async function answerPage(options: RouteOptions, request: Request, who: Principal): Promise<Response> {
  const { base, version, isDevelopment, door, stdioCommand, standing } = options;
  const [status, tools] = await Promise.all([
    options.status(who).catch(() => null),
    listTools(options, request, who),
  ]);
  const page = renderStatusPage({
    base,
    version,
    isDevelopment,
    status,
    tools,
    open: door.open,
    stdioCommand,
    standing: standing(),
  });
  return new TextResponse(page, { headers: { ...pageHeaders, ...unkept } });
}
