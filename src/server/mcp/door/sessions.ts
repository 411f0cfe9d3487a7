/** Sessions of 2025 clients over HTTP. Those that nobody used for a while are put aside, and made anew when needed [P1.3]. */
import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { OpenCalls } from '../call/open-calls.ts';
import type { HttpVisitor, Visitor } from '../contract/mcp-door.ts';
import type { Keys } from '../runs/round-state.ts';
import { RecentEvents } from './recent-events.ts';
import { type Greeting, nameOf, openSession, sealSession } from './session-token.ts';
import type { SignalboxServer } from './signalbox-server.ts';

export interface SessionOptions {
  readonly keys: Keys;
  /** Makes a server for a visitor, and tells it what changes until `end` is called. */
  readonly serve: (visitor: Visitor) => { readonly server: SignalboxServer; readonly end: () => void };
  readonly report: (line: string, error: unknown) => void;
}

interface Session {
  readonly owner: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly calls: Pick<OpenCalls, 'size'>;
  readonly end: () => void;
}

/** In memory at once; those used longest ago are put aside first. */
const mostSessions = 500;
/** Ids of sessions that their clients ended: they are not made anew. */
const mostEnded = 10_000;
const header = 'mcp-session-id';
const retryInterval = 1_000;

export class Sessions {
  readonly #options: SessionOptions;
  /** The one used last is the last. */
  readonly #live = new Map<string, Session>();
  readonly #ended = new Set<string>();
  /** Requests that come at once for a session that was put aside make it anew together. */
  readonly #reviving = new Map<string, Promise<Session>>();

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#live.size;
  }

  /** Undefined where the request neither belongs to a session nor begins one. */
  async fetch(request: Request, visitor: HttpVisitor): Promise<Response | undefined> {
    const { body: parsedBody } = visitor;
    const id = request.headers.get(header);
    if (id !== null) {
      const session = await this.#find(id, visitor);
      return session?.transport.handleRequest(request, { parsedBody }) ?? unknownSession();
    }
    if (!isInitializeRequest(parsedBody)) return undefined;
    const greeting = parsedBody.params;
    const token = sealSession(this.#options.keys, greeting, visitor.principal);
    const { transport } = await this.#open(token, visitor);
    return transport.handleRequest(request, { parsedBody });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#live.values()].map((session) => this.#putAside(session)));
    this.#live.clear();
  }

  async #find(id: string, visitor: Visitor): Promise<Session | undefined> {
    const live = this.#live.get(id);
    if (live !== undefined) {
      if (live.owner !== nameOf(visitor.principal)) return undefined;
      this.#live.delete(id);
      this.#live.set(id, live);
      return live;
    }
    const { keys } = this.#options;
    const greeting = this.#ended.has(id) ? undefined : openSession(keys, id, visitor.principal);
    if (greeting === undefined) return undefined;
    const begun = this.#reviving.get(id) ?? this.#revive(id, greeting, visitor);
    this.#reviving.set(id, begun);
    return begun.finally(() => this.#reviving.delete(id));
  }

  async #revive(id: string, greeting: Greeting, visitor: Visitor): Promise<Session> {
    const session = await this.#open(id, visitor);
    await greetAgain(session.transport, greeting, id);
    return session;
  }

  async #open(id: string, visitor: Visitor): Promise<Session> {
    const { server, end } = this.#options.serve(visitor);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      eventStore: new RecentEvents(),
      retryInterval,
      onsessionclosed: () => this.#forget(id),
    });
    await server.connect(transport);
    const session: Session = { owner: nameOf(visitor.principal), transport, calls: server.calls, end };
    this.#live.set(id, session);
    for (const [old, candidate] of this.#live) {
      if (this.#live.size <= mostSessions) break;
      if (candidate === session || candidate.calls.size > 0) continue;
      this.#live.delete(old);
      void this.#putAside(candidate);
    }
    return session;
  }

  #forget(id: string): void {
    this.#live.get(id)?.end();
    this.#live.delete(id);
    this.#ended.add(id);
    for (const old of this.#ended) {
      if (this.#ended.size <= mostEnded) break;
      this.#ended.delete(old);
    }
  }

  async #putAside({ transport, end }: Session): Promise<void> {
    end();
    await transport
      .close()
      .catch((error: unknown) => this.#options.report('A session was not closed well.', error));
  }
}

/** Says once more what the client said at the beginning, so that the server knows it as before. */
async function greetAgain(
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
  // The answer must have been given before anything else is asked.
  await greeted.text();
  const version = { 'mcp-protocol-version': params.protocolVersion };
  await say({ method: 'notifications/initialized' }, { [header]: id, ...version });
}

function unknownSession(): Response {
  const message = 'There is no such session, or it is over: begin a new one with “initialize”.';
  return Response.json({ jsonrpc: '2.0', error: { code: -32_001, message }, id: null }, { status: 404 });
}
