/** `/mcp`: one message, or the stream of a session. What is sent is read and held against the limits before it goes on. */
import { markLasting } from './lasting-requests.ts';
import { readJson } from './read-json.ts';
import type { Handler, RouteOptions } from './route.ts';
import { choiceOf } from './tool-choice.ts';

export function createMcpRoute(options: RouteOptions): Handler {
  const { door, identify, choice, budget, limits } = options;
  return async (request, deliver, correlationId) => {
    const principal = await identify(request);
    if (principal.kind === 'refusal') return principal;
    const visitor = { principal, correlationId, choice: choiceOf(request) ?? choice };
    if (request.method !== 'POST') {
      markLasting(request);
      return door.fetch(request, { ...visitor, body: undefined });
    }
    const body = await readJson(request, deliver, budget, limits);
    if (body.kind === 'refusal') return body;
    if (isListening(body.value)) markLasting(request);
    return door.fetch(request, { ...visitor, body: body.value });
  };
}

const isListening = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'method' in body && body.method === 'subscriptions/listen';
