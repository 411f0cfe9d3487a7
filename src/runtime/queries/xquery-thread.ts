/**
 * The thread that speaks with the process that computes queries, for an engine that stands still meanwhile: it starts
 * the process, ends it at the time limit, and starts another when it is asked again. Started by `openQueryEngine`.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { workerData } from 'node:worker_threads';
import type { QueryProcessFailure, QueryThreadData, ThreadReply, TimedRequest } from './query-request.ts';
import { spentCpu } from './spent-cpu.ts';

// Only `openQueryEngine` starts this thread.
const { port, signal, startMs, memoryMb, keptQueries }: QueryThreadData = workerData;

/** Where the machine has much else to do, so many times the limit may go by until that much has been computed. */
const wallTimeFactor = 5;

const program = fileURLToPath(new URL('./xquery-process.js', import.meta.url));

interface QueryProcess {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  /** Pieces of the line that is coming. */
  pieces: Buffer[];
  isReady: boolean;
  /** What it had computed when it said something last, in milliseconds. */
  spent: number;
  /** When it was asked last. */
  askedAt: number;
  timer: NodeJS.Timeout | undefined;
}

let queryProcess: QueryProcess | undefined;

/** How many processes in a row did not start. */
let failures = 0;

/** What somebody waits to have answered. */
let asked: TimedRequest | undefined;

port.on('message', (request: TimedRequest) => {
  asked = request;
  queryProcess ??= startProcess();
  if (queryProcess.isReady) send(queryProcess, request);
});

function startProcess(): QueryProcess {
  const child = spawn(process.execPath, [`--max-old-space-size=${memoryMb}`, program, String(keptQueries)], {
    // Nothing of the environment: a query has no business with it, and times are UTC everywhere.
    env: { TZ: 'UTC' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const started: QueryProcess = { child, pieces: [], isReady: false, spent: 0, askedAt: 0, timer: undefined };
  started.timer = setTimeout(() => end(started, 'absent'), startMs);
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
  clearTimeout(from.timer);
  if (from.isReady) reply(line.slice(0, end), took);
  from.isReady = true;
  failures = 0;
  if (asked !== undefined) send(from, asked);
}

function send(to: QueryProcess, { text, timeMs }: TimedRequest): void {
  to.askedAt = performance.now();
  const last = to.askedAt + timeMs * wallTimeFactor;
  const look = (): void => {
    const now = spentCpu(to.child.pid) ?? Number.POSITIVE_INFINITY;
    const left = timeMs - (now - to.spent);
    if (left <= 0 || performance.now() >= last) end(to, 'late');
    else to.timer = setTimeout(look, left);
  };
  to.timer = setTimeout(look, timeMs);
  to.child.stdin.write(`${text}\n`);
}

/** It has had enough, or did not even start: the order goes to the next. */
function replace(what: QueryProcess): void {
  clearTimeout(what.timer);
  if (queryProcess === what) queryProcess = asked === undefined ? undefined : startProcess();
}

/** Nothing more is heard of it; the next order starts another. */
function end(what: QueryProcess, failure: QueryProcessFailure): void {
  clearTimeout(what.timer);
  what.child.kill('SIGKILL');
  if (queryProcess !== what) return;
  queryProcess = undefined;
  // Nobody knows what it took until it was ended: as much as it might have.
  if (asked !== undefined) reply(failure, asked.timeMs);
}

function reply(text: string, spentMs: number): void {
  if (asked === undefined) return;
  asked = undefined;
  port.postMessage({ text, spentMs } satisfies ThreadReply);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
}
