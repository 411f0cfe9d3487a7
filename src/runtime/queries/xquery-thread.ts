/**
 * The thread that speaks with the process that computes queries, for an engine that stands still meanwhile: it starts
 * the process, ends it at the time limit, and starts another when it is asked again. Started by `openQueryEngine`.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type MessagePort, workerData } from 'node:worker_threads';
import type { QueryThreadData, QueryTrouble } from './query-order.ts';

// Only `openQueryEngine` starts this thread.
const { port, signal, startMs, timeMs, memoryMb }: QueryThreadData & { readonly port: MessagePort } =
  workerData;

const program = fileURLToPath(new URL('./xquery-process.js', import.meta.url));

interface Computing {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  /** Pieces of the line that is coming. */
  pieces: Buffer[];
  isReady: boolean;
  /** What it is to be asked as soon as it is ready. */
  order: string | undefined;
  timer: NodeJS.Timeout | undefined;
}

let computing: Computing | undefined;

/** Whether somebody waits for an answer. */
let isAsked = false;

port.on('message', (order: string) => {
  isAsked = true;
  computing ??= startProcess();
  if (computing.isReady) send(computing, order);
  else computing.order = order;
});

function startProcess(): Computing {
  const child = spawn(process.execPath, [`--max-old-space-size=${memoryMb}`, program], {
    // Nothing of the environment: a query has no business with it, and times are UTC everywhere.
    env: { TZ: 'UTC' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const started: Computing = { child, pieces: [], isReady: false, order: undefined, timer: undefined };
  started.timer = setTimeout(() => end(started, 'absent'), startMs);
  child.on('error', () => end(started, 'absent'));
  child.on('close', () => end(started, started.isReady ? 'ended' : 'absent'));
  child.stdin.on('error', () => undefined);
  child.stdout.on('data', (piece: Buffer) => {
    started.pieces.push(piece);
    if (piece.at(-1) === 10) hear(started);
  });
  return started;
}

function hear(from: Computing): void {
  if (computing !== from) return;
  const line = Buffer.concat(from.pieces).toString('utf8');
  from.pieces = [];
  clearTimeout(from.timer);
  if (from.isReady) return tell(line);
  from.isReady = true;
  if (from.order !== undefined) send(from, from.order);
}

function send(to: Computing, order: string): void {
  to.timer = setTimeout(() => end(to, 'late'), timeMs);
  to.child.stdin.write(`${order}\n`);
}

/** Nothing more is heard of it; the next order starts another. */
function end(what: Computing, trouble: QueryTrouble): void {
  clearTimeout(what.timer);
  what.child.kill('SIGKILL');
  if (computing !== what) return;
  computing = undefined;
  tell(trouble);
}

function tell(message: string): void {
  if (!isAsked) return;
  isAsked = false;
  port.postMessage(message);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
}
