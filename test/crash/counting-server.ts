/**
 * The external server of the crash suite: it records every request by its key, and its answers depend only on the
 * request. The number of attempts determines when a request succeeds, never whether it does.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { startLocalServer } from '../servers/local-server.ts';

export interface ServedRequest {
  /** Empty if it came without one. */
  readonly key: string;
  readonly work: string;
  readonly method: string;
  readonly path: string;
  /** 0 if the client was gone. */
  readonly status: number;
}

/** The requests since the log was started, in order. */
export type RequestLog = readonly ServedRequest[];

/** @returns whether the client is gone, so that nothing is answered */
type RequestWatcher = (request: Pick<ServedRequest, 'method' | 'path'>) => boolean;

export interface CountingServer {
  readonly url: string;
  /** Clears everything. @returns the requests from now on */
  begin(): RequestLog;
  /** Called for every request, before the answer. */
  watch(watch: RequestWatcher): void;
  close(): Promise<void>;
}

/** Milliseconds: enough for other requests to interleave, too short to matter. */
const slowDelay = 15;
const failuresOfFlaky = 2;
const largeLength = 40_000;

export async function startCountingServer(): Promise<CountingServer> {
  let requestLog: ServedRequest[] = [];
  let watching: RequestWatcher = () => false;
  /** How often each key was answered, and its final answer. */
  const answered = new Map<string, number>();
  const bodies = new Map<string, unknown>();

  const reportSeen = (url: URL, response: ServerResponse): void => {
    const key = url.searchParams.get('key') ?? '';
    send(response, 200, { seen: bodies.has(key), body: bodies.get(key) ?? null });
  };

  const perform = async (url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await readText(request);
    const { method = '' } = request;
    const path = url.pathname;
    const key = String(request.headers['idempotency-key'] ?? '');
    const work = url.searchParams.get('work') ?? '';
    const how = url.searchParams.get('how') ?? '';
    const isGone = watching({ method, path });
    const before = answered.get(key) ?? 0;
    const status = isGone ? 0 : statusOf(how, before);
    requestLog.push({ key, work, method, path, status });
    if (isGone) return void request.socket.destroy();
    answered.set(key, before + 1);
    const body = status === 200 ? answerTo(work, how, text) : { error: how };
    if (status === 200) bodies.set(key, body);
    if (how === 'slow') await new Promise((resolve) => setTimeout(resolve, slowDelay));
    send(response, status, body, status === 429 ? { 'retry-after': '1' } : {});
  };

  const server = await startLocalServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    if (url.pathname === '/seen') return reportSeen(url, response);
    // A client that was killed in the middle of a request has requested nothing.
    perform(url, request, response).catch(() => response.destroy());
  });
  return {
    url: server.url,
    begin() {
      requestLog = [];
      answered.clear();
      bodies.clear();
      return requestLog;
    },
    watch(watch) {
      watching = watch;
    },
    close: server.close,
  };
}

function statusOf(how: string, before: number): number {
  switch (how) {
    case 'flaky':
      return before < failuresOfFlaky ? 503 : 200;
    case 'later':
      return before === 0 ? 429 : 200;
    case 'down':
      return 503;
    case 'bad':
      return 422;
    default:
      return 200;
  }
}

function answerTo(work: string, how: string, text: string) {
  const hash = createHash('sha256').update(text).digest('hex');
  const number = createHash('sha256').update(work).digest().readUInt32BE(0);
  const large = how === 'large' ? { text: `${work} `.repeat(largeLength / (work.length + 1)) } : {};
  return { number, hash, ...large };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
