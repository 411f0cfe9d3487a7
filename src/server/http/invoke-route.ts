/** `POST /mcp/tools/invoke {tool, input}`: calls one tool, without the protocol. */
import { keyFieldName } from '../mcp/contract/define-tool.ts';
import type { Tool } from '../mcp/contract/tool.ts';
import { fieldOf } from '../message/field-of.ts';
import { idempotencyKeyOf } from '../message/idempotency-header.ts';
import { jsonResponse } from '../message/json-response.ts';
import { type Refusal, refuse } from '../message/refusal.ts';
import { readJson } from './contract/read-json.ts';
import { noteCallFor } from './contract/request-context.ts';
import type { Handler, RouteOptions } from './contract/route.ts';
import { refuseForbidden } from './refuse-forbidden.ts';

export function createInvokeRoute(options: RouteOptions): Handler {
  const { mcpEndpoint, tools, budget, limits } = options;
  return async (context) => {
    const { request, principal, correlationId, choice } = context;
    const body = await readJson(context, budget, limits);
    if (body.kind === 'refusal') return body;
    const invocation = readInvokeRequest(body.value);
    if (invocation.kind === 'refusal') return invocation;
    const { tool } = invocation;
    await refuseForbidden(tools, context, tool);
    const input = withKey(invocation.input, await tools.find(principal, tool), idempotencyKeyOf(request));
    if (input === undefined) return twoKeys();
    const caller = { principal, correlationId, choice, note: noteCallFor(context) };
    const invoked = await mcpEndpoint.invoke({ tool, input, signal: request.signal }, caller);
    return jsonResponse(invoked.body, invoked.status);
  };
}

interface InvokeRequest {
  readonly kind: 'order';
  readonly tool: string;
  readonly input: object;
}

/** @returns `undefined` if the input has another key */
function withKey(input: object, tool: Tool | undefined, key: string | undefined): object | undefined {
  const isKeyed = fieldOf(tool?.input.schema['properties'], keyFieldName) !== undefined;
  if (key === undefined || !isKeyed) return input;
  const given = fieldOf(input, keyFieldName) ?? key;
  return given === key ? { ...input, [keyFieldName]: key } : undefined;
}

const twoKeys = (): Refusal =>
  refuse('invalid_input', `“${keyFieldName}” differs from the header Idempotency-Key.`, {
    suggestedAction: 'Send one of them, or the same value in both.',
  });

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
