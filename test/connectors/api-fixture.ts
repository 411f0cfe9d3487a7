/** A connector of an API, at a server that answers as a test says. */
import type { IncomingMessage } from 'node:http';
import { createHttpClient } from '../../src/connectors/index.ts';
import type { Credential } from '../../src/connectors/openapi/api-credentials.ts';
import { configuredSource } from '../../src/connectors/openapi/api-source.ts';
import { createOpenApiConnector } from '../../src/connectors/openapi/create-openapi-connector.ts';
import type { Json } from '../../src/kernel/index.ts';
import { type Connector, createRedactor } from '../../src/runtime/index.ts';
import { type LocalServer, startLocalServer } from '../servers/local-server.ts';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export const closing: { close(): Promise<void> }[] = [];
/** After each test of a file that opens some. */
export async function closeApis(): Promise<void> {
  for (const each of closing.splice(0).reverse()) await each.close();
}

export interface ApiFixture {
  readonly connector: Connector;
  readonly server: LocalServer;
  readonly received: Received[];
  clock: number;
  call(operation: string, input?: Json, signal?: AbortSignal): ReturnType<Connector['perform']>;
}

type Answer = (
  request: Received,
) => readonly [
  status: number,
  body: Json | Buffer,
  type?: string,
  headers?: { readonly [name: string]: string },
];

export async function openApiFixture(
  document: (url: string) => Json,
  answer: Answer,
  credentials: { readonly [scheme: string]: Credential } = {},
  options: { readonly url?: string; readonly secrets?: readonly string[] } = {},
): Promise<ApiFixture> {
  const received: Received[] = [];
  const server = await startLocalServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    const seen = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
    received.push(seen);
    const [status, body, type = 'application/json', more = {}] = answer(seen);
    response.writeHead(status, { 'content-type': type, ...more });
    response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
  closing.push(server);
  const fixture: ApiFixture = {
    server,
    received,
    clock: 0,
    connector: createOpenApiConnector({
      name: 'api',
      source: configuredSource(
        'api',
        {
          url: options.url ?? server.url,
          headers: { 'x-team': 'blue' },
          credentials: new Map(Object.entries(credentials)),
        },
        async () => document(server.url),
      ),
      client: createHttpClient({ allowed: { all: true, hosts: [], ranges: [] } }),
      redactor: createRedactor(() => options.secrets ?? []),
      // Waiting takes no time: its end is the next turn.
      clock: {
        now: () => fixture.clock,
        at(time, call) {
          const timer = setImmediate(() => {
            fixture.clock = Math.max(fixture.clock, time);
            call();
          });
          return () => clearImmediate(timer);
        },
      },
      version: '1.2.3',
    }),
    call: (operation, input = {}, signal = new AbortController().signal) =>
      fixture.connector.perform(
        {
          tenant: 'a',
          run: 'run_1',
          workflow: 'w',
          task: 't',
          key: 'key-1',
          attempt: 1,
          begunAt: 0,
          operation,
          input,
        },
        signal,
      ),
  };
  closing.push({ close: () => fixture.connector.close() });
  return fixture;
}

/** A document with one operation, `things_create`. */
export const withPath = (operation: Json, more: object = {}): Json => ({
  openapi: '3.1.0',
  ...more,
  paths: { '/things': { post: { operationId: 'things/create', ...(operation as object) } } },
});
