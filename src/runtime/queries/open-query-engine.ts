/**
 * Computes queries for callers that need a synchronous result. A separate process does the work, so that a query
 * cannot harm the memory of this process and can always be aborted; a thread communicates with it. Both start at the
 * first query and do not keep this process alive.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { HaltedError } from '../../kernel/index.ts';
import type { QueryEngine, QueryVerdict } from '../../languages/query-engine.ts';
import type {
  QueryReply,
  QueryRequest,
  QueryThreadData,
  ThreadReply,
  TimedRequest,
} from './query-request.ts';

export interface QueryLimits {
  /** Limit of CPU time; of elapsed time if the system does not report CPU time. */
  readonly timeMs?: number;
  /** Limit of CPU time in one turn of the event loop, which is blocked: that is, for one event. */
  readonly turnMs?: number;
  /** Limit of CPU time to check the queries of one document. */
  readonly checkMs?: number;
  /** Limit of a result, in characters. */
  readonly resultChars?: number;
  /** Limit of a document, in characters. */
  readonly documentChars?: number;
  /** Limit of memory. */
  readonly memoryMb?: number;
  /** How many compiled queries are cached. */
  readonly keptQueries?: number;
}

/** The process starts in a fraction of a second; a busy machine may need longer. */
const startMs = 30_000;

/** Added to the time limit of the process when waiting for the thread. */
const threadGraceMs = 5_000;

/** Longer queries are not realistic mappings. */
const maxQueryLength = 20_000;

/** Limits of one batch of checks. */
const batch = { queries: 200, chars: 1_000_000 };

/** The search for slow queries may take this many times the limit of a query. */
const slowSearchFactor = 3;

/** Node runs the built file: for the sources that is the build next to them. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/program/xquery-thread.js' : './xquery-thread.js',
  import.meta.url,
);

export function openQueryEngine(limits: QueryLimits = {}): QueryEngine & { close(): void } {
  const { timeMs = 1_000, resultChars = 1_048_576, documentChars = 4_194_304 } = limits;
  const { memoryMb = 128, keptQueries = 2_000, turnMs = 5_000, checkMs = 4_000 } = limits;
  let channel: QueryChannel | undefined;
  const turn = createTurnBudget(turnMs);

  const open = (): QueryChannel => {
    const opened = openChannel({ startMs, memoryMb, keptQueries });
    const forget = (): void => {
      if (channel === opened) channel = undefined;
    };
    opened.thread.on('error', forget).on('exit', forget);
    return opened;
  };

  const ask = (request: QueryRequest, spend: (ms: number) => void, within = timeMs): QueryReply => {
    channel ??= open();
    const reply = sendRequest(channel, { text: JSON.stringify(request), timeMs: within });
    spend(reply?.spentMs ?? within);
    if (reply?.text.startsWith('{')) return JSON.parse(reply.text);
    if (reply === undefined) {
      closeChannel(channel);
      channel = undefined;
    }
    return halted(reply?.text, within, memoryMb);
  };

  const checkSome = (queries: readonly string[], budget: { left: number }): readonly QueryVerdict[] => {
    if (budget.left <= 0) return queries.map(() => refused(unchecked));
    const isOne = queries.length === 1;
    const within = isOne ? timeMs : Math.min(timeMs * (1 + queries.length / 100), budget.left / 2);
    const spend = (ms: number): void => {
      budget.left -= ms;
    };
    const reply = ask({ kind: 'check', queries }, spend, within);
    if (reply.kind === 'checked') return reply.verdicts;
    if (!isOne) {
      // Some of them take too long: limit the time for finding which.
      budget.left = Math.min(budget.left, timeMs * slowSearchFactor);
      return queries.flatMap((query) => checkSome([query], budget));
    }
    return [refused(reply.kind === 'items' ? '' : reply.message)];
  };

  return {
    check: (queries) => {
      const known = new Map<string, QueryVerdict>();
      const budget = { left: checkMs };
      for (const some of inBatches(new Set(queries))) {
        const verdicts = checkSome(some, budget);
        some.forEach((query, index) => {
          const verdict = verdicts[index];
          if (verdict !== undefined) known.set(query, verdict);
        });
      }
      return queries.map((query) => known.get(query) ?? tooLong(query));
    },
    evaluate: (query, document, at) => {
      if (query.length > maxQueryLength) throw new Error(tooLong(query).message);
      if (document.length > documentChars) {
        throw new HaltedError(
          `The query was not computed: its data is longer than ${documentChars} characters.`,
        );
      }
      turn.refuseIfSpent();
      const reply = ask({ kind: 'evaluate', query, document, at, most: resultChars }, turn.spend);
      if (reply.kind === 'items') return reply.items;
      if (reply.kind === 'failed') throw new Error(reply.message);
      throw new HaltedError(reply.kind === 'halted' ? reply.message : '');
    },
    close: () => {
      if (channel !== undefined) closeChannel(channel);
      channel = undefined;
    },
  };
}

const refused = (message: string) => ({ kind: 'refused', message, line: 1, column: 1 }) as const;

const tooLong = (query: string) =>
  refused(`The query has ${query.length} characters. The limit is ${maxQueryLength}.`);

const unchecked =
  'The query was not checked: the other queries took too long. Simplify the aborted queries, or use fewer.';

/** The remaining budget of a turn of the event loop. */
function createTurnBudget(turnMs: number) {
  let spent: number | undefined;
  return {
    spend: (ms: number): void => {
      if (spent === undefined) {
        setImmediate(() => {
          spent = undefined;
        });
      }
      spent = (spent ?? 0) + ms;
    },
    refuseIfSpent: (): void => {
      if (spent === undefined || spent < turnMs) return;
      throw new HaltedError(
        `The query was not computed: earlier queries used the ${turnMs} ms of computing that one event may take.`,
      );
    },
  };
}

function* inBatches(queries: Iterable<string>): Generator<readonly string[]> {
  let some: string[] = [];
  let size = 0;
  for (const query of queries) {
    if (query.length > maxQueryLength) continue;
    if (some.length === batch.queries || size + query.length > batch.chars) {
      yield some;
      some = [];
      size = 0;
    }
    some.push(query);
    size += query.length;
  }
  if (some.length > 0) yield some;
}

/** The private channel between this module and the thread. */
interface QueryChannel {
  readonly port: MessagePort;
  readonly signal: Int32Array;
  readonly thread: Worker;
}

function openChannel(limits: Omit<QueryThreadData, 'port' | 'signal'>): QueryChannel {
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const data: QueryThreadData = { ...limits, port: port2, signal };
  const thread = new Worker(program, { workerData: data, transferList: [port2], execArgv: [], env: {} });
  thread.unref();
  port1.unref();
  return { port: port1, signal, thread };
}

/** `undefined` if there was no reply. */
function sendRequest({ port, signal }: QueryChannel, request: TimedRequest): ThreadReply | undefined {
  Atomics.store(signal, 0, 0);
  port.postMessage(request);
  Atomics.wait(signal, 0, 0, startMs + request.timeMs * 6 + threadGraceMs);
  // Only `xquery-thread` writes to this channel.
  return receiveMessageOnPort(port)?.message;
}

function closeChannel({ port, thread }: QueryChannel): void {
  port.close();
  void thread.terminate();
}

function halted(failure = '', timeMs: number, memoryMb: number): QueryReply {
  const reasons: Readonly<Record<string, string>> = {
    late: `it did not finish within ${timeMs} ms of computing`,
    ended: `it needs more than ${memoryMb} MB of memory, or its process was killed`,
  };
  const reason = reasons[failure] ?? 'the query process does not start or does not answer';
  return { kind: 'halted', message: `The query was aborted: ${reason}.` };
}
