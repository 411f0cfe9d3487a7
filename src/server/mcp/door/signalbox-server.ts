/**
 * The low-level server of the SDK with our handlers. One is made for each request of the 2026 era and for each
 * connection of the others, so it holds nothing that is dear to make: tools and resources are computed elsewhere, once.
 */
import { Server, type ServerCapabilities } from '@modelcontextprotocol/server';
import { OpenCalls } from '../../open-calls.ts';
import { tasksExtension } from '../contract/client.ts';
import type { Contents } from '../contract/contents.ts';
import type { Visitor } from '../contract/mcp-door.ts';
import { serveCompletion } from './serve-completion.ts';
import { servePrompts } from './serve-prompts.ts';
import { serveResources } from './serve-resources.ts';
import { serveLegacyTasks, serveModernTasks } from './serve-tasks.ts';
import { HandedOver, serveTools } from './serve-tools.ts';
import type { ServerDesk, ServerPlace } from './server-desk.ts';

/** Methods that may take long, because somebody is asked meanwhile. */
const patient: ReadonlySet<string> = new Set(['tools/call', 'tasks/result']);

export class SignalboxServer extends Server {
  /** Calls under way, also while a human is being asked. */
  readonly calls = new OpenCalls();

  /** The SDK's own place for this; the task scenarios of the conformance suite guard it. */
  protected override _wrapHandler(
    method: string,
    handler: Parameters<Server['_wrapHandler']>[1],
  ): ReturnType<Server['_wrapHandler']> {
    const inner = super._wrapHandler(method, handler);
    if (!patient.has(method)) return inner;
    return async (request, context) => {
      const leave = this.calls.enter();
      try {
        return await inner(request, context);
      } catch (error) {
        if (error instanceof HandedOver) return error.result;
        throw error;
      } finally {
        leave();
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

export function buildServer(desk: ServerDesk, place: ServerPlace): SignalboxServer {
  const { implementation, instructionsFor, contents } = desk;
  const capabilities = capabilitiesOf(contents, place);
  const instructions = instructionsFor(place.visitor.choice);
  const server = new SignalboxServer(implementation, { capabilities, instructions, cacheHints });
  numberApart(server);
  for (const [begin, serve] of Object.entries(place.era === 'modern' ? modern : legacy)) {
    if (place.method === undefined || place.method.startsWith(begin)) serve(server, desk, place);
  }
  return server;
}

/**
 * The SDK numbers what a server asks from 0. Then the answer to a form of an earlier life of a session would be taken for
 * that to a later one; and the former SDK does not understand that request 0 is taken back.
 */
function numberApart(server: Server): void {
  Reflect.set(server, '_requestMessageId', Date.now());
}

type Serve = (server: Server, desk: ServerDesk, place: ServerPlace) => void;

/** By how the names of their methods begin: a server for one request needs only what that asks for. */
const both: Readonly<Record<string, Serve>> = {
  'tools/': serveTools,
  'resources/': serveResources,
  'prompts/': servePrompts,
  'completion/': serveCompletion,
};
const modern: Readonly<Record<string, Serve>> = { ...both, 'tasks/': serveModernTasks };
const legacy: Readonly<Record<string, Serve>> = { ...both, 'tasks/': serveLegacyTasks };

/** Whoever may not look at workflows and runs is not told of them either. */
export const maySubscribe = ({ principal }: Visitor): boolean => principal.scopes.has('workflows:query');

function capabilitiesOf(contents: Contents, { era, visitor }: ServerPlace): ServerCapabilities {
  const told = maySubscribe(visitor);
  return {
    tools: told ? { listChanged: true } : {},
    resources: told ? { listChanged: true, subscribe: true } : {},
    completions: {},
    ...(contents.prompts.length === 0 ? {} : { prompts: {} }),
    ...(contents.logs ? { logging: {} } : {}),
    ...(era === 'modern'
      ? { extensions: { [tasksExtension]: {} } }
      : { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }),
  };
}
