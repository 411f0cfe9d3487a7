/** Answers one request of a 2025 client without a session: creates a server for it, and discards it after the answer. */
import {
  legacyStatelessFallback,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

/** @param parsedBody `undefined` if the request has none */
export async function answerOnce(
  request: Request,
  parsedBody: unknown,
  build: () => Server,
  report: (error: Error) => void,
): Promise<Response> {
  if (request.method !== 'POST' || parsedBody === undefined || wantsStream(parsedBody)) {
    return legacyStatelessFallback(build, report)(request, parsedBody === undefined ? {} : { parsedBody });
  }
  // Only the answer is sent: one body is cheaper than a stream.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = build();
  await server.connect(transport);
  const leave = (): void => void server.close().catch(report);
  request.signal.addEventListener('abort', leave, { once: true });
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    request.signal.removeEventListener('abort', leave);
    await server.close();
  }
}

/**
 * Progress and the answers of a batch are sent before the end, and a task may take longer than a client waits without
 * data.
 */
function wantsStream(body: unknown): boolean {
  if (Array.isArray(body)) return true;
  if (typeof body === 'object' && body !== null && 'method' in body && body.method === 'tasks/result')
    return true;
  const params = typeof body === 'object' && body !== null && 'params' in body ? body.params : undefined;
  const meta = typeof params === 'object' && params !== null && '_meta' in params ? params._meta : undefined;
  return typeof meta === 'object' && meta !== null && 'progressToken' in meta;
}
