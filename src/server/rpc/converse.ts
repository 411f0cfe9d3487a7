/**
 * JSON-RPC 2.0 over two streams, one message per line [W6.1]. Answers are sent as they are ready, not in the order of
 * the requests. The number of concurrent messages is limited: a client that sends more waits, and so does one that
 * does not read.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { type Line, readLines } from '../../operations/index.ts';
import { httpLimits } from '../http/contract/http-limits.ts';
import { parseJson } from '../http/contract/read-json.ts';
import type { Caller } from '../mcp/contract/mcp-endpoint.ts';
import type { Conversation } from '../stdio/serve-client.ts';
import { answerRpc } from './answer-rpc.ts';
import { answerOf, failedBy, type RpcAnswer, refusedMessage } from './rpc-answer.ts';
import type { RpcCaller, RpcDependencies } from './rpc-dependencies.ts';

export interface ConversationOptions {
  readonly dependencies: RpcDependencies;
  readonly mcpCaller: Caller;
  readonly input: Readable;
  readonly output: Writable;
  /** Aborted to stop reading. */
  readonly stop: AbortSignal;
  /** Maximum number of concurrent messages. */
  readonly concurrency?: number;
}

const { bodyBytes: maxBytes, depth } = httpLimits;

export function converse(options: ConversationOptions): Conversation {
  const { dependencies, mcpCaller, input, output, concurrency = 32 } = options;
  const inFlight = new Set<Promise<void>>();
  const shut = new AbortController();
  const gone = new AbortController();
  output.once('close', () => gone.abort());

  const settled = async (but?: Promise<void>): Promise<void> => {
    await Promise.all([...inFlight].filter((each) => each !== but));
  };
  const begin = (line: Line): Promise<void> => {
    const work: Promise<void> = answer(line, async () => {
      shut.abort();
      await Promise.resolve();
      // The others are answered first: a client that reads the end need not wait for more.
      await settled(work);
    }).finally(() => inFlight.delete(work));
    inFlight.add(work);
    return work;
  };
  const answer = async (line: Line, shutDown: () => Promise<void>): Promise<void> => {
    const correlationId = randomUUID();
    const principal = { ...mcpCaller.principal, correlationId };
    const caller: RpcCaller = {
      mcpCaller: { ...mcpCaller, principal, correlationId },
      signal: gone.signal,
      shutDown,
    };
    const found = await answerLine(dependencies, line, caller);
    if (found !== undefined) await write(output, `${JSON.stringify(found)}\n`, gone.signal);
  };
  const read = async (): Promise<void> => {
    const enough = AbortSignal.any([options.stop, shut.signal, gone.signal]);
    const leave = (): void => void input.destroy();
    enough.addEventListener('abort', leave, { once: true });
    for await (const line of readLines(input, maxBytes)) {
      if (enough.aborted) break;
      void begin(line);
      while (inFlight.size >= concurrency) await Promise.race(inFlight);
    }
    enough.removeEventListener('abort', leave);
  };
  return { over: read(), settled };
}

type LineAnswer = RpcAnswer | readonly RpcAnswer[] | undefined;

function answerLine(
  dependencies: RpcDependencies,
  line: Line,
  caller: RpcCaller,
): Promise<LineAnswer> | LineAnswer {
  const { correlationId } = caller.mcpCaller;
  if (line.kind === 'too-long') {
    const message = `The line has more than ${maxBytes} bytes.`;
    return answerOf(null, refusedMessage('body_too_big', message, correlationId));
  }
  if (isBlank(line.bytes)) return undefined;
  const read = parseJson(line.bytes, depth, 'The line');
  return read.kind === 'refusal'
    ? answerOf(null, failedBy(read.error, correlationId))
    : answerRpc(dependencies, read.value, caller);
}

const blanks: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d]);
const isBlank = (bytes: Uint8Array): boolean => bytes.every((byte) => blanks.has(byte));

/** Resolves when there is room, or the client no longer reads. */
async function write(output: Writable, text: string, gone: AbortSignal): Promise<void> {
  if (gone.aborted || output.write(text)) return;
  await once(output, 'drain', { signal: gone }).catch(() => undefined);
}
