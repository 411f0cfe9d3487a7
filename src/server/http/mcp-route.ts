/** `/mcp`: one message, or the stream of a session. The body is read and checked against the limits first. */
import { fieldOf } from '../message/field-of.ts';
import { messageIdOf } from '../message/rpc-message.ts';
import { readJson } from './contract/read-json.ts';
import { noteCallFor } from './contract/request-context.ts';
import type { Handler, RouteOptions } from './contract/route.ts';
import { refuseForbidden } from './refuse-forbidden.ts';

export function createMcpRoute(options: RouteOptions): Handler {
  const { mcpEndpoint, tools, budget, limits } = options;
  return async (context) => {
    const { request, principal, correlationId, choice } = context;
    const caller = {
      principal,
      correlationId,
      choice,
      note: noteCallFor(context),
      closeWhenRightsEnd: () => context.closeWhenRightsEnd(),
    };
    if (request.method !== 'POST') {
      if (request.method === 'GET') context.markLongLived();
      return mcpEndpoint.fetch(request, { ...caller, body: undefined });
    }
    const body = await readJson(context, budget, limits);
    if (body.kind === 'refusal') return body;
    const { value } = body;
    context.note({ operation: methodOf(value), code: null, messageId: messageIdOf(value) });
    // Each message of a batch counts.
    const tooMany = Array.isArray(value) ? context.charge(value.length - 1) : undefined;
    if (tooMany !== undefined) return tooMany;
    if (isListening(value)) context.markLongLived();
    const tool = toolOf(value);
    if (tool !== undefined) await refuseForbidden(tools, context, tool);
    return mcpEndpoint.fetch(request, { ...caller, body: value });
  };
}

/** For the log: a value that is not a method name could be anything. */
function methodOf(body: unknown): string {
  const method = fieldOf(body, 'method');
  return typeof method === 'string' && /^[a-z_/]{1,64}$/i.test(method) ? method : '';
}

function toolOf(body: unknown): string | undefined {
  if (fieldOf(body, 'method') !== 'tools/call') return undefined;
  const name = fieldOf(fieldOf(body, 'params'), 'name');
  return typeof name === 'string' ? name : undefined;
}

const isListening = (body: unknown): boolean => fieldOf(body, 'method') === 'subscriptions/listen';
