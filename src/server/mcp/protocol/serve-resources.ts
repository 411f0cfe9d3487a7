/** Serves resources: list, read, complete and, for 2025 clients, subscribe. */
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server';
import { type ConnectionInfo, callerOf, type McpDependencies } from './mcp-dependencies.ts';
import { protocolErrors } from './protocol-errors.ts';

export function serveResources(
  server: Server,
  { contents, calls }: McpDependencies,
  connection: ConnectionInfo,
): void {
  const { resources } = contents;
  const { watched } = connection;
  server.setRequestHandler('resources/list', ({ params }, context) =>
    protocolErrors(calls, callerOf(connection, context), async () => {
      const { principal } = callerOf(connection, context);
      const { entries, nextCursor } = await resources.list(principal, params?.cursor);
      return { resources: [...entries], ...(nextCursor === undefined ? {} : { nextCursor }) };
    }),
  );
  server.setRequestHandler('resources/templates/list', async (_, context) => ({
    resourceTemplates: [...resources.templates(callerOf(connection, context).principal)],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }, context) =>
    protocolErrors(calls, callerOf(connection, context), async () => {
      const found = await resources.read(callerOf(connection, context).principal, uri);
      if (found === undefined) throw new ResourceNotFoundError(uri.slice(0, 1_000));
      return found;
    }),
  );
  if (watched === undefined) return;
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    if (watched.add(uri)) return {};
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'The URI is too long, or there are too many subscriptions.',
    );
  });
  server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
    watched.delete(uri);
    return {};
  });
}
