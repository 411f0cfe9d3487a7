/**
 * The SDK's low-level server with the handlers of Signalbox. One is created for each request of the 2026 era and for
 * each connection of the others, so it contains nothing expensive: tools and resources are computed elsewhere, once.
 */
import { Server, type ServerCapabilities } from '@modelcontextprotocol/server';
import { OpenCalls } from '../../pipeline/open-calls.ts';
import { tasksExtension } from '../contract/client.ts';
import type { Contents } from '../contract/contents.ts';
import type { Caller } from '../contract/mcp-endpoint.ts';
import { explainInvalidParams } from './explain-invalid-params.ts';
import type { ConnectionInfo, McpDependencies } from './mcp-dependencies.ts';
import { serveCompletion } from './serve-completion.ts';
import { servePrompts } from './serve-prompts.ts';
import { serveResources } from './serve-resources.ts';
import { serveLegacyTasks, serveModernTasks } from './serve-tasks.ts';
import { RawResult, serveTools } from './serve-tools.ts';

/** Methods that may take long because a user is asked. */
const longRunningMethods: ReadonlySet<string> = new Set(['tools/call', 'tasks/result']);

export class SignalboxServer extends Server {
  /** Active calls, including those that wait for a user. */
  readonly calls = new OpenCalls();

  /** The SDK's own hook for this; the task scenarios of the conformance suite test it. */
  protected override _wrapHandler(
    method: string,
    handler: Parameters<Server['_wrapHandler']>[1],
  ): ReturnType<Server['_wrapHandler']> {
    const wrapped = super._wrapHandler(method, handler);
    const inner: typeof wrapped = async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        throw explainInvalidParams(method, error);
      }
    };
    if (!longRunningMethods.has(method)) return inner;
    return async (request, context) => {
      const leave = this.calls.enter();
      try {
        return await inner(request, context);
      } catch (error) {
        if (error instanceof RawResult) return error.result;
        throw error;
      } finally {
        leave();
      }
    };
  }
}

const shortCache = { ttlMs: 5_000, cacheScope: 'private' } as const;

const cacheHints = {
  'server/discover': { ttlMs: 60_000, cacheScope: 'private' },
  'tools/list': shortCache,
  'resources/list': shortCache,
  'resources/templates/list': shortCache,
  'prompts/list': shortCache,
  'resources/read': { ttlMs: 0, cacheScope: 'private' },
} as const;

export function buildServer(dependencies: McpDependencies, connection: ConnectionInfo): SignalboxServer {
  const { implementation, instructionsFor, contents } = dependencies;
  const capabilities = capabilitiesOf(contents, connection);
  const instructions = instructionsFor(connection.caller.choice);
  const server = new SignalboxServer(implementation, { capabilities, instructions, cacheHints });
  offsetRequestIds(server);
  for (const [begin, serve] of Object.entries(connection.era === 'modern' ? modern : legacy)) {
    if (connection.method === undefined || connection.method.startsWith(begin))
      serve(server, dependencies, connection);
  }
  return server;
}

/**
 * Offsets the ids of requests to the client, which the SDK numbers from 0. Otherwise the answer to a form of an
 * earlier instance of a session would be matched to a later one; and the former SDK ignores the cancellation of
 * request 0.
 */
function offsetRequestIds(server: Server): void {
  Reflect.set(server, '_requestMessageId', Date.now());
}

type Serve = (server: Server, dependencies: McpDependencies, connection: ConnectionInfo) => void;

/** By prefix of the method: a server for one request needs only the handlers for that method. */
const both: Readonly<Record<string, Serve>> = {
  'tools/': serveTools,
  'resources/': serveResources,
  'prompts/': servePrompts,
  'completion/': serveCompletion,
};
const modern: Readonly<Record<string, Serve>> = { ...both, 'tasks/': serveModernTasks };
const legacy: Readonly<Record<string, Serve>> = { ...both, 'tasks/': serveLegacyTasks };

/** A principal that may not read workflows and runs gets no notifications of them. */
export const maySubscribe = ({ principal }: Caller): boolean => principal.scopes.has('workflows:query');

function capabilitiesOf(contents: Contents, { era, caller }: ConnectionInfo): ServerCapabilities {
  const canSubscribe = maySubscribe(caller);
  return {
    tools: canSubscribe ? { listChanged: true } : {},
    resources: canSubscribe ? { listChanged: true, subscribe: true } : {},
    completions: {},
    ...(contents.prompts.length === 0 ? {} : { prompts: {} }),
    ...(contents.logs ? { logging: {} } : {}),
    ...(era === 'modern'
      ? { extensions: { [tasksExtension]: {} } }
      : { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }),
  };
}
