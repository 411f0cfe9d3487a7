/**
 * The low-level server of the SDK with our handlers. One is made for each request of the 2026 era and for each
 * connection of the others, so it holds nothing that is dear to make: tools and resources are computed elsewhere, once.
 */
import { Server, type ServerCapabilities } from '@modelcontextprotocol/server';
import { tasksExtension } from '../contract/client.ts';
import type { Contents } from '../contract/contents.ts';
import { servePrompts } from './serve-prompts.ts';
import { serveResources } from './serve-resources.ts';
import { serveLegacyTasks, serveModernTasks } from './serve-tasks.ts';
import { HandedOver, serveTools } from './serve-tools.ts';
import type { ServerDesk, ServerPlace } from './server-desk.ts';

class SignalboxServer extends Server {
  /** The SDK's own place for this; the task scenarios of the conformance suite guard it. */
  protected override _wrapHandler(
    method: string,
    handler: Parameters<Server['_wrapHandler']>[1],
  ): ReturnType<Server['_wrapHandler']> {
    const inner = super._wrapHandler(method, handler);
    if (method !== 'tools/call') return inner;
    return async (request, context) => {
      try {
        return await inner(request, context);
      } catch (error) {
        if (error instanceof HandedOver) return error.result;
        throw error;
      }
    };
  }
}

const soon = { ttlMs: 5_000, cacheScope: 'private' } as const;

const cacheHints = {
  'server/discover': { ttlMs: 60_000, cacheScope: 'private' },
  'tools/list': soon,
  'resources/list': soon,
  'resources/templates/list': soon,
  'prompts/list': soon,
  'resources/read': { ttlMs: 0, cacheScope: 'private' },
} as const;

export function buildServer(desk: ServerDesk, place: ServerPlace): Server {
  const { implementation, instructions, contents } = desk;
  const capabilities = capabilitiesOf(contents, place.era);
  const server = new SignalboxServer(implementation, { capabilities, instructions, cacheHints });
  serveTools(server, desk, place);
  serveResources(server, desk, place);
  servePrompts(server, desk, place);
  if (place.era === 'modern') serveModernTasks(server, desk, place);
  else serveLegacyTasks(server, desk, place);
  return server;
}

function capabilitiesOf(contents: Contents, era: ServerPlace['era']): ServerCapabilities {
  return {
    tools: { listChanged: true },
    resources: { listChanged: true, subscribe: true },
    completions: {},
    ...(contents.prompts.length === 0 ? {} : { prompts: {} }),
    ...(contents.logs ? { logging: {} } : {}),
    ...(era === 'modern'
      ? { extensions: { [tasksExtension]: {} } }
      : { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }),
  };
}
