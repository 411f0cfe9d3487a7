/** For tests of streams: the real HTTP server on a port, with a scripted feed. */
import type { Principal } from '../../src/operations/index.ts';
import { developmentPrincipal } from '../../src/server/auth/development-principal.ts';
import { httpLimits } from '../../src/server/http/contract/http-limits.ts';
import type { HttpOptions } from '../../src/server/http/contract/http-options.ts';
import { type HttpServer, serveHttp } from '../../src/server/http/serve-http.ts';
import type { Refusal } from '../../src/server/message/refusal.ts';
import type { FeedPage } from '../../src/server/streams/format-event-stream.ts';
import { type EventClient, type FollowOptions, follow } from './event-client.ts';
import { openAuthenticator, scriptedOptions } from './scripted-endpoint.ts';

export interface RecordedCall {
  readonly principal: Principal;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export type Feed = (asked: RecordedCall, signal: AbortSignal | undefined) => FeedPage | Promise<FeedPage>;

export interface StreamServer {
  readonly server: HttpServer;
  readonly asked: readonly RecordedCall[];
  /** The principal from now on. */
  readonly identity: { who: Principal | Refusal };
  open(path?: string, options?: FollowOptions): Promise<EventClient>;
  /** Resolves after this many reads. */
  questions(count: number): Promise<void>;
}

export interface StreamFixture {
  /** @param feeds answers to the first read, the second, and all following */
  serve(feeds: readonly Feed[], more: Partial<HttpOptions>): Promise<StreamServer>;
  /** Ends everything that was started here. */
  clear(): Promise<void>;
}

export const ann = developmentPrincipal('ann');

export const emptyPage = (cursor: string): FeedPage => ({ cursor, lost: false, events: [], ended: false });

/** A read that returns nothing until its caller stops waiting. */
export const silentFeed =
  (cursor: string): Feed =>
  ({ input }, signal) =>
    input['waitMs'] === 0
      ? emptyPage(cursor)
      : new Promise((resolve) => signal?.addEventListener('abort', () => resolve(emptyPage(cursor))));

export function openStreamFixture(): StreamFixture {
  const servers: HttpServer[] = [];
  const clients: EventClient[] = [];
  return {
    async serve(feeds, more) {
      const asked: RecordedCall[] = [];
      const watchers = new Set<() => void>();
      const identity: StreamServer['identity'] = { who: ann };
      const options = scriptedOptions({
        authenticatorFor: () => openAuthenticator(() => identity.who),
        limits: { ...httpLimits, closeTimeout: 50 },
        async call(principal, operation, input, signal) {
          const question = { principal, operation, input: input as RecordedCall['input'] };
          const feed = feeds[Math.min(asked.length, feeds.length - 1)];
          asked.push(question);
          for (const wake of watchers) wake();
          if (feed === undefined) throw new Error('Nobody asks');
          return (await feed(question, signal)) as never;
        },
        ...more,
      });
      const server = await serveHttp({
        ...options,
        host: '127.0.0.1',
        port: 0,
        publicUrl: '',
        tell: () => {},
      });
      servers.push(server);
      return {
        server,
        asked,
        identity,
        async open(path = '/v1/events', given = {}) {
          const client = await follow(server.url, path, given);
          clients.push(client);
          return client;
        },
        questions: (count) =>
          new Promise((resolve) => {
            const look = (): void => {
              if (asked.length >= count) resolve();
            };
            watchers.add(look);
            look();
          }),
      };
    },
    async clear() {
      for (const client of clients.splice(0)) client.hangUp();
      await Promise.all(servers.splice(0).map((server) => server.close()));
    },
  };
}
