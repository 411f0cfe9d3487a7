/** Resources: listed, read, completed and, for 2025 clients, subscribed to one by one. */
import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import { protocolErrors } from './protocol-errors.ts';
import type { ServerDesk, ServerPlace } from './server-desk.ts';

/** Resources that one connection may watch. */
const mostWatched = 1_000;

export function serveResources(
  server: Server,
  { contents }: ServerDesk,
  { visitor, watched }: ServerPlace,
): void {
  const { resources } = contents;
  const { principal } = visitor;
  server.setRequestHandler('resources/list', ({ params }) =>
    protocolErrors(async () => {
      const { entries, nextCursor } = await resources.list(principal, params?.cursor);
      return { resources: [...entries], ...(nextCursor === undefined ? {} : { nextCursor }) };
    }),
  );
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: [...resources.templates],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    protocolErrors(async () => {
      const found = await resources.read(principal, uri);
      if (found === undefined) throw new ResourceNotFoundError(uri.slice(0, 1_000));
      return found;
    }),
  );
  if (watched === undefined) return;
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    if (watched.size < mostWatched) watched.add(uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
    watched.delete(uri);
    return {};
  });
}
