/** Puts the door for MCP clients together: both eras over HTTP, connections that last, and tools called plainly. */
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
import { OpenCalls } from '../../open-calls.ts';
import type { CallDesk } from '../call/call-desk.ts';
import { endOfRun } from '../call/run-result.ts';
import type { NoteCall } from '../contract/call-record.ts';
import type { Contents, ToolChoice } from '../contract/contents.ts';
import { fieldOf } from '../contract/field-of.ts';
import type {
  Connection,
  HttpVisitor,
  Invocation,
  Invoked,
  McpDoor,
  OpenThings,
  Visitor,
} from '../contract/mcp-door.ts';
import { DeclinedItems } from '../runs/declined-items.ts';
import type { PerformAs } from '../runs/journey.ts';
import type { Keys } from '../runs/round-state.ts';
import { announce } from './announce.ts';
import { answerOnce } from './answer-once.ts';
import { ChangeFeed } from './change-feed.ts';
import { invokeTool, refused } from './invoke-tool.ts';
import { isClients } from './is-clients.ts';
import type { ServerDesk } from './server-desk.ts';
import { Sessions } from './sessions.ts';
import { buildServer, maySubscribe, type SignalboxServer } from './signalbox-server.ts';
import { WatchList } from './watch-list.ts';
import { createDefinitionDiff, urisOfRecentRuns, urisOfRun } from './watched-uris.ts';

export interface McpDoorOptions {
  readonly signalbox: Pick<Signalbox, 'call'>;
  readonly contents: Contents;
  readonly keys: Keys;
  readonly version: string;
  /** What a model reads first, by the toolsets that were chosen. */
  readonly instructionsFor: (choice: ToolChoice) => string;
  /** How long ended runs are kept, in milliseconds. */
  readonly retention: number | null;
  readonly note: NoteCall;
  /** A mistake of ours, or a trouble that no caller can be told of: one line, without secrets. */
  readonly report: (line: string, error: unknown) => void;
}

export function createMcpDoor(options: McpDoorOptions): McpDoor {
  return new SignalboxDoor(options);
}

interface Served {
  readonly server: SignalboxServer;
  readonly end: () => void;
}

/** What a tenant's clients share. */
interface Hall {
  readonly feed: ChangeFeed;
  readonly handler: McpHttpHandler;
}

class SignalboxDoor implements McpDoor {
  readonly #options: McpDoorOptions;
  readonly #desk: ServerDesk;
  readonly #calls: CallDesk;
  readonly #sessions: Sessions;
  readonly #halls = new Map<string, Hall>();
  readonly #connections = new Set<Connection>();
  readonly #visitors = new WeakMap<Request, HttpVisitor>();
  readonly #closing = new AbortController();

  constructor(options: McpDoorOptions) {
    this.#options = options;
    const { signalbox, contents, keys, note, report, retention, version, instructionsFor } = options;
    const performAs: PerformAs = (principal, operation, input, stop) =>
      signalbox.call(principal, operation, input, stop);
    const closing = this.#closing.signal;
    // Every call that is under way waits for it.
    setMaxListeners(0, closing);
    const open = new OpenCalls();
    const calls: CallDesk = { tools: contents.tools, performAs, keys, note, report, open, closing };
    this.#calls = calls;
    this.#desk = {
      contents,
      calls,
      tasks: {
        performAs,
        retention,
        closing,
        declined: new DeclinedItems(),
        endOf: (principal, run) => endOfRun(calls, principal, run),
      },
      implementation: { name: 'signalbox', title: 'Signalbox', version },
      instructionsFor,
    };
    this.#sessions = new Sessions({
      keys,
      performAs,
      report,
      serve: (visitor, watched) => this.#serveLasting(visitor, 'legacy', watched),
    });
  }

  get open(): OpenThings {
    const subscriptions = [...this.#halls.values()].reduce((sum, { feed }) => sum + feed.listeners, 0);
    return { sessions: this.#sessions.size, subscriptions, calls: this.#calls.open.size };
  }

  async fetch(request: Request, visitor: HttpVisitor): Promise<Response> {
    if (this.#closing.signal.aborted) return closing();
    this.#visitors.set(request, visitor);
    const { body } = visitor;
    const parsedBody = body === undefined ? {} : { parsedBody: body };
    if (claimsModernEra(body) || !(await isLegacyRequest(request, body))) {
      return this.#hallOf(visitor.principal.tenant).handler.fetch(request, parsedBody);
    }
    const answered = await this.#sessions.fetch(request, visitor);
    if (answered !== undefined) return answered;
    const build = () => buildServer(this.#desk, { era: 'legacy', visitor, hasWayBack: false });
    return answerOnce(request, body, build, (error) => this.#tell(error));
  }

  connect(transport: Transport, visitor: Visitor): Connection {
    const ends: (() => void)[] = [];
    let wake = (): void => {};
    const closed = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const handle = serveStdio(
      ({ era }) => {
        const { server, end } = this.#serveLasting(visitor, era, new WatchList());
        ends.push(end);
        return server;
      },
      { transport, onerror: (error) => this.#tell(error) },
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

  async invoke(order: Invocation, visitor: Visitor): Promise<Invoked> {
    if (!this.#closing.signal.aborted) return invokeTool(this.#calls, order, visitor);
    return refused(visitor, 'engine_unavailable', closingMessage);
  }

  drain(): void {
    this.#closing.abort();
  }

  async close(): Promise<void> {
    this.drain();
    await Promise.all([
      ...[...this.#halls.values()].map(({ handler }) => handler.close()),
      ...[...this.#connections].map((connection) => connection.close()),
      this.#sessions.close(),
    ]);
  }

  /** A server for a connection that lasts, told what changes. */
  #serveLasting(visitor: Visitor, era: 'modern' | 'legacy', watched: WatchList): Served {
    // In the later era the SDK chooses whom to tell of what.
    const chosen = era === 'legacy' ? { watched } : {};
    const visitors = this.#visitors;
    const server = buildServer(this.#desk, { era, visitor, visitors, hasWayBack: true, ...chosen });
    if (!maySubscribe(visitor)) return { server, end: () => {} };
    const { feed } = this.#hallOf(visitor.principal.tenant);
    return { server, end: announce(server, feed, chosen.watched) };
  }

  #hallOf(tenant: string): Hall {
    const known = this.#halls.get(tenant);
    if (known !== undefined) return known;
    const hall = this.#buildHall(tenant);
    this.#halls.set(tenant, hall);
    return hall;
  }

  #buildHall(tenant: string): Hall {
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
      onerror: (error) => this.#tell(error),
    });
    return { feed, handler };
  }

  #serveOnce(request: Request | undefined): Server {
    const visitor = request === undefined ? undefined : this.#visitors.get(request);
    if (visitor === undefined) throw new Error('A request came without its visitor.');
    const method = fieldOf(visitor.body, 'method');
    const asked = typeof method === 'string' ? { method } : {};
    return buildServer(this.#desk, { era: 'modern', visitor, hasWayBack: true, ...asked });
  }

  #tell(error: Error): void {
    if (!isClients(error)) this.#options.report('A message could not be handled.', error);
  }
}

/** Looks in nobody's name: at what everybody of the tenant may know. */
function watcherOf(tenant: string): Principal {
  return { subject: 'signalbox', tenant, scopes: new Set(['workflows:query']), roles: [], kind: 'service' };
}

const closingMessage = 'The server is closing: try again in a moment.';

function closing(): Response {
  return Response.json(
    { jsonrpc: '2.0', error: { code: -32_000, message: closingMessage }, id: null },
    { status: 503, headers: { 'retry-after': '1' } },
  );
}

/** A request with the envelope of 2026 is never one of before; whether it is a good one is for the SDK to say. */
const claimsModernEra = (body: unknown): boolean =>
  fieldOf(fieldOf(fieldOf(body, 'params'), '_meta'), PROTOCOL_VERSION_META_KEY) !== undefined;
