/**
 * Computes queries for whoever cannot wait otherwise than by standing still. A process of its own does the work, so
 * that what a query does to memory cannot hurt this one, and so that it can always be ended; a thread speaks with it
 * meanwhile. Both are started at the first query and keep nothing alive.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { HaltedError } from '../../kernel/index.ts';
import type { QueryEngine, QueryVerdict } from '../../languages/language.ts';
import type {
  QueryReply,
  QueryRequest,
  QueryThreadData,
  ThreadReply,
  TimedRequest,
} from './query-request.ts';

export interface QueryLimits {
  /** How long may be computed; where the system does not tell, how long it may take. */
  readonly timeMs?: number;
  /** How long may be computed in one turn of the event loop, which stands still meanwhile: for one event, that is. */
  readonly turnMs?: number;
  /** How long may be computed to check what is asked for at once: the queries of one document. */
  readonly checkMs?: number;
  /** How long a result may be, in characters. */
  readonly resultChars?: number;
  /** How long a document may be, in characters. */
  readonly documentChars?: number;
  /** How much memory computing may take. */
  readonly memoryMb?: number;
  /** How many queries are kept ready. */
  readonly keptQueries?: number;
}

/** The process starts in a fraction of a second; a machine with much else to do may need longer. */
const startMs = 30_000;

/** How much longer than the process may take is waited for the thread. */
const threadGraceMs = 5_000;

/** Longer queries are nobody's mapping. */
const maxQueryLength = 20_000;

/** As many queries, and as many characters of them, are checked in one go. */
const batch = { queries: 200, chars: 1_000_000 };

/** As many times the limit of a query are spent on finding those that are slow to check. */
const slowSearchFactor = 3;

/** Node runs what was built: for the sources that is the build beside them. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/program/xquery-thread.js' : './xquery-thread.js',
  import.meta.url,
);

export function openQueryEngine(limits: QueryLimits = {}): QueryEngine & { close(): void } {
  const { timeMs = 1_000, resultChars = 1_048_576, documentChars = 4_194_304 } = limits;
  const { memoryMb = 128, keptQueries = 2_000, turnMs = 5_000, checkMs = 10_000 } = limits;
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
      // Some of them take too long: only a little more is spent on finding which.
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
  refused(`The query is ${query.length} characters long; at most ${maxQueryLength} are read.`);

const unchecked =
  'The query was not checked: the others here took too long. Make those that were ended simpler, or have fewer.';

/** What is left of a turn of the event loop. */
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
        `The query was not computed: those before it took ${turnMs} ms of computing, which is all that one event may take.`,
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

/** What nothing but this module and the thread can say to each other. */
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

/** Undefined where nothing came. */
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
    late: `it was not done after ${timeMs} ms of computing`,
    ended: `it needs more than ${memoryMb} MB of memory, or somebody ended its process`,
  };
  const reason = reasons[failure] ?? 'what computes queries does not start or does not answer here';
  return { kind: 'halted', message: `The query was ended: ${reason}.` };
}
