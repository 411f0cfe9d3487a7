/** Composes the endpoint for MCP clients: both eras over HTTP, persistent connections, and plain tool calls. */
import { setMaxListeners } from 'node:events';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  PROTOCOL_VERSION_META_KEY,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Principal } from '../../../operations/index.ts';
import type { Signalbox } from '../../local/signalbox.ts';
import { fieldOf } from '../../message/field-of.ts';
import type { HttpRequest } from '../../message/http-request.ts';
import { HttpResponse } from '../../message/http-response.ts';
import { fromPlatformResponse, toPlatformRequest } from '../../message/platform-messages.ts';
import { messageIdOf, type RpcId } from '../../message/rpc-message.ts';
import { OpenCalls } from '../../pipeline/open-calls.ts';
import { taskEndOfRun } from '../call/run-result.ts';
import type { ToolCallDependencies } from '../call/tool-call-dependencies.ts';
import type { NoteCall } from '../contract/call-record.ts';
import type { Contents, ToolChoice } from '../contract/contents.ts';
import type {
  Caller,
  Connection,
  HttpCaller,
  Invocation,
  Invoked,
  McpEndpoint,
  OpenCounts,
} from '../contract/mcp-endpoint.ts';
import type { PerformAs } from '../runs/call-context.ts';
import { DeclinedItems } from '../runs/declined-items.ts';
import type { Keys } from '../runs/round-state.ts';
import { announce } from './announce.ts';
import { answerOnce } from './answer-once.ts';
import { ChangeFeed } from './change-feed.ts';
import { answerModernCall, answerSessionCall } from './fast-calls.ts';
import { invokeTool, refused } from './invoke-tool.ts';
import { isClientError } from './is-client-error.ts';
import { KnownClients } from './known-clients.ts';
import { listenOverHttp } from './listen-over-http.ts';
import { ListeningTransport } from './listening-transport.ts';
import type { McpDependencies } from './mcp-dependencies.ts';
import { Sessions } from './sessions.ts';
import { buildServer, maySubscribe, type SignalboxServer } from './signalbox-server.ts';
import { TaskListener } from './task-listener.ts';
import { WatchList } from './watch-list.ts';
import { createDefinitionDiff, urisOfRecentRuns, urisOfRun } from './watched-uris.ts';

export interface McpEndpointOptions {
  readonly signalbox: Pick<Signalbox, 'call'>;
  readonly contents: Contents;
  readonly keys: Keys;
  readonly version: string;
  /** The instructions for a model, by the chosen toolsets. */
  readonly instructionsFor: (choice: ToolChoice) => string;
  /** Retention of ended runs, in milliseconds. */
  readonly retention: number | null;
  readonly note: NoteCall;
  /** An internal error, or a problem that cannot be reported to a caller: one line, without secrets. */
  readonly report: (line: string, error: unknown) => void;
}

export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  return new SignalboxEndpoint(options);
}

interface Served {
  readonly server: SignalboxServer;
  readonly end: () => void;
}

/** State that the clients of a tenant share. */
interface TenantContext {
  readonly feed: ChangeFeed;
  readonly handler: McpHttpHandler;
}

class SignalboxEndpoint implements McpEndpoint {
  readonly #options: McpEndpointOptions;
  readonly #dependencies: McpDependencies;
  readonly #calls: ToolCallDependencies;
  readonly #sessions: Sessions;
  readonly #tenantContexts = new Map<string, TenantContext>();
  readonly #connections = new Set<Connection>();
  readonly #callerByRequest = new WeakMap<Request, HttpCaller>();
  readonly #closing = new AbortController();

  constructor(options: McpEndpointOptions) {
    this.#options = options;
    const { signalbox, contents, keys, note, report, retention, version, instructionsFor } = options;
    const performAs: PerformAs = (principal, operation, input, stop) =>
      signalbox.call(principal, operation, input, stop);
    const closing = this.#closing.signal;
    // Every active call waits for it.
    setMaxListeners(0, closing);
    const open = new OpenCalls();
    const calls: ToolCallDependencies = {
      tools: contents.tools,
      performAs,
      keys,
      note,
      report,
      open,
      closing,
    };
    this.#calls = calls;
    this.#dependencies = {
      contents,
      calls,
      tasks: {
        performAs,
        retention,
        closing,
        declined: new DeclinedItems(),
        changed: ({ tenant }, id) => this.#tenantContextFor(tenant).feed.publishRun(id),
        endOf: (principal, run) => taskEndOfRun(calls, principal, run),
      },
      knownClients: new KnownClients(),
      implementation: { name: 'signalbox', title: 'Signalbox', version },
      instructionsFor,
    };
    this.#sessions = new Sessions({
      keys,
      performAs,
      report,
      serve: (caller, watched) => this.#serveConnection(caller, 'legacy', watched),
    });
  }

  get open(): OpenCounts {
    const subscriptions = [...this.#tenantContexts.values()].reduce(
      (sum, { feed }) => sum + feed.listeners,
      0,
    );
    return { sessions: this.#sessions.size, subscriptions, calls: this.#calls.open.size };
  }

  async fetch(request: HttpRequest, caller: HttpCaller): Promise<HttpResponse> {
    if (this.#closing.signal.aborted) return closing(messageIdOf(caller.body));
    return (
      (await this.#answerFast(request, caller)) ??
      fromPlatformResponse(await this.#askSdk(toPlatformRequest(request), caller))
    );
  }

  async #answerFast(request: HttpRequest, caller: HttpCaller): Promise<HttpResponse | undefined> {
    if (claimsModernEra(caller.body)) return answerModernCall(this.#dependencies, request, caller);
    const findSession = () => this.#sessions.findLive(request, caller);
    return answerSessionCall(this.#dependencies, request, caller, findSession);
  }

  async #askSdk(request: Request, caller: HttpCaller): Promise<Response> {
    this.#callerByRequest.set(request, caller);
    const { body } = caller;
    if (claimsModernEra(body) || !(await isLegacyRequest(request, body))) {
      const { handler } = this.#tenantContextFor(caller.principal.tenant);
      return listenOverHttp(this.#taskListenerFor(caller), body, (parsedBody) =>
        handler.fetch(request, parsedBody === undefined ? {} : { parsedBody }),
      );
    }
    const answered = await this.#sessions.fetch(request, caller);
    if (answered !== undefined) return answered;
    const build = () => buildServer(this.#dependencies, { era: 'legacy', caller, hasBackChannel: false });
    return answerOnce(request, body, build, (error) => this.#reportError(error));
  }

  connect(inner: Transport, caller: Caller): Connection {
    const transport = new ListeningTransport(inner, this.#taskListenerFor(caller));
    const ends: (() => void)[] = [];
    let wake = (): void => {};
    const closed = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const handle = serveStdio(
      ({ era }) => {
        const { server, end } = this.#serveConnection(caller, era, new WatchList());
        ends.push(end);
        return server;
      },
      { transport, onerror: (error) => this.#reportError(error) },
    );
    const onclose = transport.onclose;
    transport.onclose = () => {
      onclose?.();
      wake();
    };
    const connection: Connection = {
      closed,
      close: async () => {
        await handle.close();
        wake();
      },
    };
    this.#connections.add(connection);
    void closed.then(() => {
      this.#connections.delete(connection);
      for (const end of ends) end();
    });
    return connection;
  }

  async invoke(invocation: Invocation, caller: Caller): Promise<Invoked> {
    if (!this.#closing.signal.aborted) return invokeTool(this.#calls, invocation, caller);
    return refused(caller, 'engine_unavailable', closingMessage);
  }

  drain(): void {
    this.#closing.abort();
  }

  async close(): Promise<void> {
    this.drain();
    await Promise.all([
      ...[...this.#tenantContexts.values()].map(({ handler }) => handler.close()),
      ...[...this.#connections].map((connection) => connection.close()),
      this.#sessions.close(),
    ]);
  }

  /** A server for a persistent connection, with change notifications. */
  #serveConnection(caller: Caller, era: 'modern' | 'legacy', watched: WatchList): Served {
    // In the 2026 era the SDK chooses the recipients.
    const chosen = era === 'legacy' ? { watched } : {};
    const callerByRequest = this.#callerByRequest;
    const server = buildServer(this.#dependencies, {
      era,
      caller,
      callerByRequest,
      hasBackChannel: true,
      ...chosen,
    });
    if (!maySubscribe(caller)) return { server, end: () => {} };
    const { feed } = this.#tenantContextFor(caller.principal.tenant);
    return { server, end: announce(server, feed, chosen.watched) };
  }

  #taskListenerFor(caller: Caller): TaskListener {
    return new TaskListener(this.#dependencies, this.#tenantContextFor(caller.principal.tenant).feed, caller);
  }

  #tenantContextFor(tenant: string): TenantContext {
    const known = this.#tenantContexts.get(tenant);
    if (known !== undefined) return known;
    const tenantContext = this.#createTenantContext(tenant);
    this.#tenantContexts.set(tenant, tenantContext);
    return tenantContext;
  }

  #createTenantContext(tenant: string): TenantContext {
    const { report } = this.#options;
    const { performAs } = this.#calls;
    const principal = watcherOf(tenant);
    const feed = new ChangeFeed({
      performAs,
      principal,
      report,
      changedDefinitions: createDefinitionDiff(performAs, principal),
      recentRuns: () => urisOfRecentRuns(performAs, principal),
      runUris: urisOfRun,
    });
    const handler = createMcpHandler(({ requestInfo }) => this.#serveOnce(requestInfo), {
      legacy: 'reject',
      bus: feed,
      onerror: (error) => this.#reportError(error),
    });
    return { feed, handler };
  }

  #serveOnce(request: Request | undefined): Server {
    const caller = request === undefined ? undefined : this.#callerByRequest.get(request);
    if (caller === undefined) throw new Error('A request has no request context.');
    const method = fieldOf(caller.body, 'method');
    const asked = typeof method === 'string' ? { method } : {};
    return buildServer(this.#dependencies, { era: 'modern', caller, hasBackChannel: true, ...asked });
  }

  #reportError(error: Error): void {
    if (!isClientError(error)) this.#options.report('A message could not be handled.', error);
  }
}

/** Reads as the tenant itself: only what every principal of the tenant may read. */
function watcherOf(tenant: string): Principal {
  return { subject: 'signalbox', tenant, scopes: new Set(['workflows:query']), roles: [], kind: 'service' };
}

const closingMessage = 'The server is closing. Try again shortly.';

function closing(id: RpcId): HttpResponse {
  return new HttpResponse(
    JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message: closingMessage }, id }),
    { status: 503, headers: { 'content-type': 'application/json', 'retry-after': '1' } },
  );
}

/** A request with the envelope of 2026 is never treated as an earlier one; the SDK validates it. */
const claimsModernEra = (body: unknown): boolean =>
  fieldOf(fieldOf(fieldOf(body, 'params'), '_meta'), PROTOCOL_VERSION_META_KEY) !== undefined;
