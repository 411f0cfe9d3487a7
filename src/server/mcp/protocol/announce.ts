/** Forwards changes to the client of a persistent connection. */
import type { Server, ServerEventBus } from '@modelcontextprotocol/server';
import type { WatchList } from './watch-list.ts';

/**
 * @param watched resources that a 2025 client subscribed to; `undefined` if the SDK filters
 * @returns a function to call when the connection has ended
 */
export function announce(
  server: Server,
  bus: ServerEventBus,
  watched: Pick<WatchList, 'has'> | undefined,
): () => void {
  // A disconnected client gets no notification; the transport detects the disconnect.
  const ignore = (): void => {};
  return bus.subscribe((event) => {
    switch (event.kind) {
      case 'tools_list_changed':
        server.sendToolListChanged().catch(ignore);
        return;
      case 'prompts_list_changed':
        server.sendPromptListChanged().catch(ignore);
        return;
      case 'resources_list_changed':
        server.sendResourceListChanged().catch(ignore);
        return;
      case 'resource_updated':
        if (watched === undefined || watched.has(event.uri)) {
          server.sendResourceUpdated({ uri: event.uri }).catch(ignore);
        }
    }
  });
}
