/**
 * A separate process: the clients of one server, each with a connection, which call without pauses. Its arguments define the
 * calls, and its parent starts each round.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { Client } from 'undici';
import { callHeaders, type Era, greeted, greeting, plainHeaders, readReply, request, write } from './wire.ts';

/** The calls, and the expected responses. */
export interface Call {
  readonly input: Readonly<Record<string, unknown>>;
  /** Fields of the response. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/** How a tool is called: by the protocol, without it, or as a REST resource that takes its input as body. */
export type Endpoint = 'mcp' | 'invoke' | 'rest';

export interface LoadRequest {
  readonly url: string;
  readonly era: Era;
  /** Default: by the protocol. */
  readonly endpoint?: Endpoint;
  /** URL of the endpoint. Default: the server's url. */
  readonly path?: string;
  /** The input field that must differ for every call. */
  readonly fresh?: string;
  /** Whether each client begins a session, as 2025 clients do. */
  readonly hasSessions: boolean;
  /** Token of each client; empty if none is required. */
  readonly bearer: string;
  readonly connections: number;
  readonly tool: string;
  /** Round-robin. */
  readonly calls: readonly Call[];
}

export interface RoundRequest {
  readonly milliseconds: number;
  /** Parses and compares every response; otherwise they are only scanned. */
  readonly isWarmUp: boolean;
}

export interface Round {
  readonly seconds: number;
  /** Duration of each call, in milliseconds. */
  readonly times: readonly number[];
}

interface Prepared extends Call {
  /** The fields of the response, as in its JSON. */
  readonly marks: readonly string[];
}

const loadRequest = JSON.parse(process.argv[2] ?? '') as LoadRequest;
const { origin, pathname } = new URL(loadRequest.url);
const { path = pathname, endpoint = 'mcp' } = loadRequest;
const calls: readonly Prepared[] = loadRequest.calls.map((call) => ({
  ...call,
  marks: Object.entries(call.answer).map((field) => JSON.stringify(Object.fromEntries([field])).slice(1, -1)),
}));
const credentials: Readonly<Record<string, string>> =
  loadRequest.bearer === '' ? {} : { authorization: `Bearer ${loadRequest.bearer}` };
const callers = await Promise.all(Array.from({ length: loadRequest.connections }, openCaller));
let next = 0;

process.on('message', (round: RoundRequest) => {
  play(round).then(
    (played) => process.send?.(played),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function play({ milliseconds, isWarmUp }: RoundRequest): Promise<Round> {
  const times: number[] = [];
  const begun = performance.now();
  const end = begun + milliseconds;
  await Promise.all(
    callers.map(async (call) => {
      for (let start = performance.now(); start < end; ) {
        await call(isWarmUp);
        const now = performance.now();
        times.push(now - start);
        start = now;
      }
    }),
  );
  return { seconds: (performance.now() - begun) / 1_000, times };
}

async function openCaller(): Promise<(isWarmUp: boolean) => Promise<void>> {
  const { era, tool, hasSessions } = loadRequest;
  const connection = new Client(origin, { pipelining: 1 });
  const post = (headers: Readonly<Record<string, string>>, body: string) =>
    connection.request({ path, method: 'POST', headers: { ...headers, ...credentials }, body });
  const session = hasSessions ? await beginSession(post) : undefined;
  const headers = endpoint === 'mcp' ? callHeaders(era, tool, session) : plainHeaders;
  return async (isWarmUp) => {
    const id = next++;
    const call = calls[id % calls.length];
    if (call === undefined) throw new Error('The list of calls is empty.');
    const { statusCode, body } = await post(headers, bodyOf(id, inputOf(call, id)));
    const text = await body.text();
    if (isWarmUp) compare(text, id, call);
    if (statusCode >= 300 || !call.marks.every((mark) => text.includes(mark))) {
      throw new Error(`${tool} returned ${statusCode}: ${text}`);
    }
  };
}

function inputOf({ input }: Call, id: number): Call['input'] {
  return loadRequest.fresh === undefined
    ? input
    : { ...input, [loadRequest.fresh]: `bench-${process.pid}-${id}` };
}

function bodyOf(id: number, input: Call['input']): string {
  const { era, tool } = loadRequest;
  if (endpoint === 'rest') return JSON.stringify(input);
  if (endpoint === 'invoke') return JSON.stringify({ tool, input });
  return write(request(era, id, 'tools/call', { name: tool, arguments: input }));
}

type Post = (
  headers: Readonly<Record<string, string>>,
  body: string,
) => ReturnType<InstanceType<typeof Client>['request']>;

async function beginSession(post: Post): Promise<string> {
  const { headers, body } = await post(plainHeaders, write(greeting('legacy', 0)));
  await body.text();
  const session = headers['mcp-session-id'];
  if (typeof session !== 'string') throw new Error('The server returned no session.');
  const answer = await post(callHeaders('legacy', '', session), write(greeted));
  await answer.body.text();
  return session;
}

function compare(text: string, id: number, { answer }: Call): void {
  if (endpoint !== 'mcp') {
    const bare: Readonly<Record<string, unknown>> = JSON.parse(text);
    deepStrictEqual(pick(bare, answer), answer);
    return;
  }
  const reply = readReply(text);
  const { structuredContent = {}, content = [], isError = false } = reply.result ?? {};
  deepStrictEqual(
    { id: reply.id, isError, ...pick(structuredContent, answer) },
    { id, isError: false, ...answer },
  );
  deepStrictEqual(JSON.parse(content[0]?.text ?? ''), structuredContent);
}

function pick(found: Readonly<Record<string, unknown>>, names: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.keys(names).map((name) => [name, found[name]]));
}
