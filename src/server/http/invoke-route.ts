/** `POST /mcp/tools/invoke {tool, input}`: calls one tool, without the protocol. */
import { jsonResponse } from './json-response.ts';
import { readJson } from './read-json.ts';
import { type Refusal, refuse } from './refusal.ts';
import { refuseForbidden } from './refuse-forbidden.ts';
import { noteCallFor } from './request-context.ts';
import type { Handler, RouteOptions } from './route.ts';

export function createInvokeRoute(options: RouteOptions): Handler {
  const { mcpEndpoint, tools, budget, limits } = options;
  return async (context) => {
    const { request, principal, correlationId, choice, note } = context;
    const body = await readJson(context, budget, limits);
    if (body.kind === 'refusal') return body;
    const invocation = readInvokeRequest(body.value);
    if (invocation.kind === 'refusal') return invocation;
    const { tool, input } = invocation;
    await refuseForbidden(tools, context, tool);
    const caller = { principal, correlationId, choice, note: noteCallFor(note) };
    const invoked = await mcpEndpoint.invoke({ tool, input, signal: request.signal }, caller);
    return jsonResponse(invoked.body, invoked.status);
  };
}

interface InvokeRequest {
  readonly kind: 'order';
  readonly tool: string;
  readonly input: unknown;
}

function readInvokeRequest(body: unknown): InvokeRequest | Refusal {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return wrong('The body must be an object: {"tool": "…", "input": {…}}.');
  }
  const { tool, input = {}, ...others }: { tool?: unknown; input?: unknown } = body;
  const [surplus] = Object.keys(others);
  if (surplus !== undefined) {
    return wrong('The body has an unknown field. Allowed: “tool” and “input”.');
  }
  if (typeof tool !== 'string' || tool === '') return wrong('“tool” must be the name of a tool.');
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return wrong('“input” must be an object.');
  }
  return { kind: 'order', tool, input };
}

const wrong = (message: string): Refusal => refuse('invalid_request', message);
