/**
 * Manages sessions of 2025 clients over HTTP. Evicts idle sessions, and restores them when they are needed, also
 * after a restart [P1.3].
 */
import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { principalKey } from '../../../operations/index.ts';
import { fieldOf } from '../../message/field-of.ts';
import type { HttpRequest } from '../../message/http-request.ts';
import { type LinkedSignal, linkSignals } from '../../pipeline/link-signals.ts';
import type { Caller, HttpCaller } from '../contract/mcp-endpoint.ts';
import type { PerformAs } from '../runs/call-context.ts';
import type { Keys } from '../runs/round-state.ts';
import { clientOf } from './client-of-request.ts';
import type { SessionOfCall } from './fast-calls.ts';
import { EventBudget, RecentEvents } from './recent-events.ts';
import { coalesceWrites, loadSession, saveSession } from './session-notes.ts';
import { type Greeting, openSession, sealSession } from './session-token.ts';
import type { SignalboxServer } from './signalbox-server.ts';
import { watchEnd } from './watch-end.ts';
import { WatchList } from './watch-list.ts';

export interface SessionOptions {
  readonly keys: Keys;
  readonly performAs: PerformAs;
  /** Creates a server for a request context, and notifies it of changes until `end` is called. */
  readonly serve: (
    caller: Caller,
    watched: WatchList,
  ) => { readonly server: SignalboxServer; readonly end: () => void };
  readonly report: (line: string, error: unknown) => void;
}

interface Session {
  readonly owner: string;
  readonly server: SignalboxServer;
  /** Calls that are answered without the SDK, by the id of their request. */
  readonly fastCalls: Map<string | number, LinkedSignal>;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly events: RecentEvents;
  readonly end: () => void;
  /** Open notification streams. */
  streams: number;
  usedAt: number;
}

/** Maximum in memory; the least recently used are evicted first. */
const maxSessions = 500;
/** Milliseconds without a request before eviction. */
const maxIdleMs = 600_000;
const header = 'mcp-session-id';
const retryInterval = 1_000;

export class Sessions {
  readonly #options: SessionOptions;
  /** Most recently used last. */
  readonly #live = new Map<string, Session>();
  /** Concurrent requests for an evicted session restore it once. */
  readonly #restoring = new Map<string, Promise<Session | undefined>>();
  readonly #budget = new EventBudget();
  readonly #evictionTimer: NodeJS.Timeout;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#evictionTimer = setInterval(() => this.#evictIdle(), maxIdleMs / 10).unref();
  }

  get size(): number {
    return this.#live.size;
  }

  /** `undefined` if the request neither belongs to a session nor begins one. */
  async fetch(request: Request, caller: HttpCaller): Promise<Response | undefined> {
    const { body: parsedBody } = caller;
    const id = request.headers.get(header);
    if (id !== null) {
      const session = await this.#find(id, caller);
      if (session === undefined) return unknownSession();
      if (request.method === 'DELETE') return this.#finish(id, session, request, caller);
      session.fastCalls.get(cancelledBy(parsedBody))?.abort();
      const response = await session.transport.handleRequest(request, { parsedBody });
      return request.method === 'GET' ? countStream(session, response) : response;
    }
    if (!isInitializeRequest(parsedBody)) return undefined;
    const token = sealSession(this.#options.keys, parsedBody.params, caller.principal);
    const session = await this.#open(token, caller, []);
    const response = await session.transport.handleRequest(request, { parsedBody });
    if (!response.ok) await this.#closeSession(session);
    else this.#keep(token, session);
    return response;
  }

  /** The session of a request, if it need not be restored. */
  findLive({ headers, signal }: HttpRequest, caller: Caller): SessionOfCall | undefined {
    const id = headers.get(header) ?? '';
    const session = this.#useLive(id, caller);
    if (session === undefined) return undefined;
    const { server, fastCalls } = session;
    return {
      id,
      client: clientOf(server, { era: 'legacy', hasBackChannel: true }),
      begin(request) {
        const linked = linkSignals(signal);
        const leave = server.calls.enter();
        fastCalls.set(request, linked);
        return {
          signal: linked.signal,
          end() {
            linked.unlink();
            leave();
            fastCalls.delete(request);
          },
        };
      },
    };
  }

  async close(): Promise<void> {
    clearInterval(this.#evictionTimer);
    const open = [...this.#live.values()];
    this.#live.clear();
    await Promise.all(open.map((session) => this.#closeSession(session)));
  }

  async #find(id: string, caller: Caller): Promise<Session | undefined> {
    if (this.#live.has(id)) return this.#useLive(id, caller);
    const greeting = openSession(this.#options.keys, id, caller.principal);
    if (greeting === undefined) return undefined;
    const begun = this.#restoring.get(id) ?? this.#restore(id, greeting, caller);
    this.#restoring.set(id, begun);
    return begun.finally(() => this.#restoring.delete(id));
  }

  #useLive(id: string, { principal }: Caller): Session | undefined {
    const live = this.#live.get(id);
    if (live === undefined || live.owner !== principalKey(principal)) return undefined;
    this.#live.delete(id);
    this.#live.set(id, live);
    live.usedAt = Date.now();
    return live;
  }

  async #restore(id: string, greeting: Greeting, caller: Caller): Promise<Session | undefined> {
    const { watched, ended } = await loadSession(this.#options.performAs, caller.principal, id);
    if (ended) return undefined;
    const session = await this.#open(id, caller, watched);
    await replayInitialize(session.transport, greeting, id);
    this.#keep(id, session);
    return session;
  }

  async #open(id: string, caller: Caller, known: readonly string[]): Promise<Session> {
    const { performAs, report, serve } = this.#options;
    const note = coalesceWrites(
      (uris) => saveSession(performAs, caller.principal, id, { watched: uris, ended: false }),
      (error) => report('Could not store the subscriptions of a session.', error),
    );
    const watched = new WatchList(known, note);
    const { server, end } = serve(caller, watched);
    const events = new RecentEvents(this.#budget);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      eventStore: events,
      retryInterval,
    });
    await server.connect(transport);
    const owner = principalKey(caller.principal);
    return { owner, transport, server, fastCalls: new Map(), events, end, streams: 0, usedAt: Date.now() };
  }

  #keep(id: string, session: Session): void {
    this.#live.set(id, session);
    for (const [old, candidate] of this.#live) {
      if (this.#live.size <= maxSessions) break;
      if (candidate !== session && isIdle(candidate)) this.#drop(old, candidate);
    }
  }

  #evictIdle(): void {
    const since = Date.now() - maxIdleMs;
    for (const [id, session] of this.#live) {
      if (session.usedAt < since && isIdle(session)) this.#drop(id, session);
    }
  }

  #drop(id: string, session: Session): void {
    this.#live.delete(id);
    void this.#closeSession(session);
  }

  /** The client ended the session. */
  async #finish(id: string, session: Session, request: Request, caller: Caller): Promise<Response> {
    await saveSession(this.#options.performAs, caller.principal, id, { watched: [], ended: true });
    const response = await session.transport.handleRequest(request);
    this.#drop(id, session);
    return response;
  }

  async #closeSession({ transport, events, end }: Session): Promise<void> {
    end();
    events.clear();
    await transport
      .close()
      .catch((error: unknown) => this.#options.report('A session was not closed cleanly.', error));
  }
}

const isIdle = ({ server, streams }: Session): boolean => server.calls.size === 0 && streams === 0;

/** The request that a message of the client cancels. */
function cancelledBy(message: unknown): string | number {
  const id =
    fieldOf(message, 'method') === 'notifications/cancelled'
      ? fieldOf(fieldOf(message, 'params'), 'requestId')
      : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : '';
}

function countStream(session: Session, response: Response): Response {
  if (!response.ok || response.body === null) return response;
  session.streams++;
  const body = watchEnd(response.body, () => {
    session.streams--;
    session.usedAt = Date.now();
  });
  return new Response(body, { status: response.status, headers: response.headers });
}

/** Repeats the client's initialization, so that the server knows its capabilities. */
async function replayInitialize(
  transport: WebStandardStreamableHTTPServerTransport,
  params: Greeting,
  id: string,
): Promise<void> {
  const say = (message: object, extra: Readonly<Record<string, string>> = {}) =>
    transport.handleRequest(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...extra,
        },
      }),
      { parsedBody: { jsonrpc: '2.0', ...message } },
    );
  const greeted = await say({ id: 0, method: 'initialize', params });
  // The answer must be sent before the next request.
  await greeted.text();
  await say({ method: 'notifications/initialized' }, { [header]: id });
}

function unknownSession(): Response {
  const message = 'Session not found or expired. Start a new one with “initialize”.';
  return Response.json({ jsonrpc: '2.0', error: { code: -32_001, message }, id: null }, { status: 404 });
}
