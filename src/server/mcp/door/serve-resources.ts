/** Resources: listed, read, completed and, for 2025 clients, subscribed to one by one. */
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server';
import { protocolErrors } from './protocol-errors.ts';
import { type ServerDesk, type ServerPlace, visitorOf } from './server-desk.ts';

export function serveResources(server: Server, { contents, calls }: ServerDesk, place: ServerPlace): void {
  const { resources } = contents;
  const { watched } = place;
  server.setRequestHandler('resources/list', ({ params }, context) =>
    protocolErrors(calls, visitorOf(place, context), async () => {
      const { principal } = visitorOf(place, context);
      const { entries, nextCursor } = await resources.list(principal, params?.cursor);
      return { resources: [...entries], ...(nextCursor === undefined ? {} : { nextCursor }) };
    }),
  );
  server.setRequestHandler('resources/templates/list', async (_, context) => ({
    resourceTemplates: [...resources.templates(visitorOf(place, context).principal)],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }, context) =>
    protocolErrors(calls, visitorOf(place, context), async () => {
      const found = await resources.read(visitorOf(place, context).principal, uri);
      if (found === undefined) throw new ResourceNotFoundError(uri.slice(0, 1_000));
      return found;
    }),
  );
  if (watched === undefined) return;
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    if (watched.add(uri)) return {};
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'That is too long a name, or one subscription too many.',
    );
  });
  server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
    watched.delete(uri);
    return {};
  });
}
