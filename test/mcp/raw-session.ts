/** A session of the 2025 era by hand, for what no client would do: each request with headers of its own, and the bare stream. */
import type { TestClientOptions } from './test-client.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface RawAnswer {
  readonly status: number;
  /** Its result or error; empty if there is neither. */
  readonly message: Fields;
}

export interface RawSession {
  readonly id: string;
  request(method: string, params?: Fields, headers?: Readonly<Record<string, string>>): Promise<RawAnswer>;
  /** Messages of the server from now on. */
  listen(): Promise<RawStream>;
  /** @returns the status */
  end(): Promise<number>;
}

export interface RawStream {
  /** All of it until a message contains this text, or it ends. */
  until(words: string): Promise<string>;
  /** Resolves when the server ends it in order, rejects when it breaks off. */
  readonly ended: Promise<void>;
}

export interface RawOptions {
  readonly fetch?: TestClientOptions['fetch'];
  readonly capabilities?: Fields;
}

const version = '2025-11-25';
const usual = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** The first message of a client. */
export const greeting = (capabilities: Fields = {}): Fields => ({
  protocolVersion: version,
  capabilities,
  clientInfo: { name: 'hand', version: '1' },
});

export async function greetByHand(
  url: string,
  { fetch: carry = fetch, capabilities }: RawOptions = {},
): Promise<RawSession> {
  const first = await carry(url, {
    method: 'POST',
    headers: usual,
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: greeting(capabilities) }),
  });
  await first.text();
  const session = resumeByHand(url, first.headers.get('mcp-session-id') ?? '', carry);
  await session.request('notifications/initialized');
  return session;
}

/** A session that was begun before. */
export function resumeByHand(
  url: string,
  id: string,
  carry: NonNullable<TestClientOptions['fetch']> = fetch,
): RawSession {
  const own = { 'mcp-session-id': id, 'mcp-protocol-version': version };
  let lastId = 0;
  return {
    id,
    async request(method, params = {}, headers = {}) {
      const number = method.startsWith('notifications/') ? {} : { id: ++lastId };
      const response = await carry(url, {
        method: 'POST',
        headers: { ...usual, ...own, ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', ...number, method, params }),
      });
      return { status: response.status, message: lastMessage(await response.text()) };
    },
    async listen() {
      const response = await carry(url, { headers: { ...own, accept: 'text/event-stream' } });
      if (!response.ok || response.body === null) throw new Error(`No stream: ${response.status}`);
      return readStream(response.body);
    },
    async end() {
      const response = await carry(url, { method: 'DELETE', headers: own });
      await response.text();
      return response.status;
    },
  };
}

function readStream(body: ReadableStream<Uint8Array>): RawStream {
  const decoder = new TextDecoder();
  let said = '';
  const waiting = new Set<() => void>();
  const tell = (): void => {
    for (const look of [...waiting]) look();
  };
  let isOver = false;
  const read = async (): Promise<void> => {
    try {
      for await (const piece of body) {
        said += decoder.decode(piece, { stream: true });
        tell();
      }
    } finally {
      isOver = true;
      tell();
    }
  };
  const ended = read();
  // It may break off before a test reads it.
  ended.catch(() => undefined);
  return {
    ended,
    until: (words) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!(said.includes(words) || isOver)) return;
          waiting.delete(look);
          resolve(said);
        };
        waiting.add(look);
        look();
      }),
  };
}

function lastMessage(text: string): Fields {
  const data = text.split('\n').filter((line) => line.startsWith('data: {'));
  const json = data.at(-1)?.slice('data: '.length) ?? text;
  return json === '' ? {} : JSON.parse(json);
}
