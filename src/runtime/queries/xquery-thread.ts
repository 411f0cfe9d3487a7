/**
 * The thread that communicates with the query process while the engine is blocked: it starts the process, kills it at
 * the time limit, and starts another for the next request. Started by `openQueryEngine`.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { workerData } from 'node:worker_threads';
import { watchCpu } from '../jobs/watch-cpu.ts';
import type { QueryProcessFailure, QueryThreadData, ThreadReply, TimedRequest } from './query-request.ts';

// Only `openQueryEngine` starts this thread.
const { port, signal, startMs, memoryMb, keptQueries }: QueryThreadData = workerData;

/** On a busy machine this many times the limit may elapse before that much CPU time is used. */
const wallTimeFactor = 5;

const program = fileURLToPath(new URL('./xquery-process.js', import.meta.url));

interface QueryProcess {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  /** Chunks of the current line. */
  pieces: Buffer[];
  isReady: boolean;
  /** Its CPU time at its last reply, in milliseconds. */
  spent: number;
  /** Time of the last request. */
  askedAt: number;
  stopWatch: () => void;
}

let queryProcess: QueryProcess | undefined;

/** How many processes in a row did not start. */
let failures = 0;

/** The request that waits for its reply. */
let asked: TimedRequest | undefined;

port.on('message', (request: TimedRequest) => {
  asked = request;
  queryProcess ??= startProcess();
  if (queryProcess.isReady) send(queryProcess, request);
});

function startProcess(): QueryProcess {
  const child = spawn(process.execPath, [`--max-old-space-size=${memoryMb}`, program, String(keptQueries)], {
    // No environment variables: queries do not need them, and times are always UTC.
    env: { TZ: 'UTC' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const started: QueryProcess = {
    child,
    pieces: [],
    isReady: false,
    spent: 0,
    askedAt: 0,
    stopWatch: () => {},
  };
  const timer = setTimeout(() => end(started, 'absent'), startMs);
  started.stopWatch = () => clearTimeout(timer);
  child.on('error', () => end(started, 'absent'));
  child.on('close', (code) => {
    if (started.isReady && code === 0) replace(started);
    else if (started.isReady) end(started, 'ended');
    else if (++failures % 3 !== 0) replace(started);
    else end(started, 'absent');
  });
  child.stdin.on('error', () => undefined);
  child.stdout.on('data', (piece: Buffer) => {
    started.pieces.push(piece);
    if (piece.at(-1) === 10 && queryProcess === started) onLine(started);
  });
  return started;
}

function onLine(from: QueryProcess): void {
  const line = Buffer.concat(from.pieces).toString('utf8');
  const end = line.lastIndexOf(' ');
  const spent = Number(line.slice(end));
  const took = Math.max(spent - from.spent, (performance.now() - from.askedAt) / wallTimeFactor);
  from.pieces = [];
  from.spent = spent;
  from.stopWatch();
  if (from.isReady) reply(line.slice(0, end), took);
  from.isReady = true;
  failures = 0;
  if (asked !== undefined) send(from, asked);
}

function send(to: QueryProcess, { text, timeMs }: TimedRequest): void {
  to.askedAt = performance.now();
  const limit = { timeMs, elapsedMs: timeMs * wallTimeFactor };
  to.stopWatch = watchCpu(to.child.pid, to.spent, limit, () => end(to, 'late'));
  to.child.stdin.write(`${text}\n`);
}

/** It reached a limit, or did not start: the request goes to the next process. */
function replace(what: QueryProcess): void {
  what.stopWatch();
  if (queryProcess === what) queryProcess = asked === undefined ? undefined : startProcess();
}

/** Ignores it from now on; the next request starts another. */
function end(what: QueryProcess, failure: QueryProcessFailure): void {
  what.stopWatch();
  what.child.kill('SIGKILL');
  if (queryProcess !== what) return;
  queryProcess = undefined;
  // The CPU time of a killed process is unknown: the limit is assumed.
  if (asked !== undefined) reply(failure, asked.timeMs);
}

function reply(text: string, spentMs: number): void {
  if (asked === undefined) return;
  asked = undefined;
  port.postMessage({ text, spentMs } satisfies ThreadReply);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
}
