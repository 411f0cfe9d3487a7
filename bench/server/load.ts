/**
 * A process of its own: clients of one server, each with a connection, who call one after the other without a pause. It is
 * told what to call when it is started, and by its parent when to begin.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { Client } from 'undici';
import { callHeaders, type Era, greeted, greeting, plainHeaders, readReply, request, write } from './wire.ts';

/** What is called, and what comes back. */
export interface Call {
  readonly input: Readonly<Record<string, unknown>>;
  /** Fields of the answer. */
  readonly answer: Readonly<Record<string, unknown>>;
}

export interface LoadOrder {
  readonly url: string;
  readonly era: Era;
  /** Whether each of them begins a session, as a 2025 client does. */
  readonly hasSessions: boolean;
  /** What each of them shows; empty where nobody asks for it. */
  readonly bearer: string;
  readonly connections: number;
  readonly tool: string;
  /** In turn. */
  readonly calls: readonly Call[];
}

export interface RoundOrder {
  readonly milliseconds: number;
  /** Every answer is read and compared; otherwise they are only looked through. */
  readonly isWarmUp: boolean;
}

export interface Round {
  readonly seconds: number;
  /** Of each call, in milliseconds. */
  readonly times: readonly number[];
}

interface Prepared extends Call {
  /** The fields of the answer, as its JSON has them. */
  readonly marks: readonly string[];
}

const order = JSON.parse(process.argv[2] ?? '') as LoadOrder;
const { origin, pathname: path } = new URL(order.url);
const calls: readonly Prepared[] = order.calls.map((call) => ({
  ...call,
  marks: Object.entries(call.answer).map((field) => JSON.stringify(Object.fromEntries([field])).slice(1, -1)),
}));
const credentials: Readonly<Record<string, string>> =
  order.bearer === '' ? {} : { authorization: `Bearer ${order.bearer}` };
const callers = await Promise.all(Array.from({ length: order.connections }, openCaller));
let next = 0;

process.on('message', (round: RoundOrder) => {
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

async function play({ milliseconds, isWarmUp }: RoundOrder): Promise<Round> {
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
  const { era, tool, hasSessions } = order;
  const connection = new Client(origin, { pipelining: 1 });
  const post = (headers: Readonly<Record<string, string>>, body: string) =>
    connection.request({ path, method: 'POST', headers: { ...headers, ...credentials }, body });
  const session = hasSessions ? await beginSession(post) : undefined;
  const headers = callHeaders(era, tool, session);
  return async (isWarmUp) => {
    const id = next++;
    const call = calls[id % calls.length];
    if (call === undefined) throw new Error('There is nothing to call.');
    const params = { name: tool, arguments: call.input };
    const { statusCode, body } = await post(headers, write(request(era, id, 'tools/call', params)));
    const text = await body.text();
    if (isWarmUp) compare(text, id, call);
    if (statusCode !== 200 || !call.marks.every((mark) => text.includes(mark))) {
      throw new Error(`${tool} gave ${statusCode}: ${text}`);
    }
  };
}

type Post = (
  headers: Readonly<Record<string, string>>,
  body: string,
) => ReturnType<InstanceType<typeof Client>['request']>;

async function beginSession(post: Post): Promise<string> {
  const { headers, body } = await post(plainHeaders, write(greeting('legacy', 0)));
  await body.text();
  const session = headers['mcp-session-id'];
  if (typeof session !== 'string') throw new Error('The server gave no session.');
  const answer = await post(callHeaders('legacy', '', session), write(greeted));
  await answer.body.text();
  return session;
}

function compare(text: string, id: number, { answer }: Call): void {
  const reply = readReply(text);
  const { structuredContent = {}, content = [], isError = false } = reply.result ?? {};
  const found = Object.fromEntries(Object.keys(answer).map((name) => [name, structuredContent[name]]));
  deepStrictEqual({ id: reply.id, isError, ...found }, { id, isError: false, ...answer });
  deepStrictEqual(JSON.parse(content[0]?.text ?? ''), structuredContent);
}
