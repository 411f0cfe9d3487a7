/** The process environment that the command line uses. Tests replace it. */
import { userInfo } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { Registry } from '../../operations/index.ts';
import { packageFolder } from './package-folder.ts';
import { createProcessTerminal, type Terminal } from './terminal.ts';

export interface Host {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Resolves when the written output has been flushed, so that a slow reader is not flooded. */
  readonly drained?: () => Promise<void>;
  /** Whether the output is a terminal. */
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly colour: boolean;
  /** Reads standard input as bytes; `undefined` if it exceeds the limit. Called only if input is needed. */
  readonly readInput: (maxBytes: number) => Promise<Uint8Array | undefined>;
  /** The working directory: relative paths are resolved against it. */
  readonly folder: string;
  /** Milliseconds since an arbitrary point. */
  readonly clock: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Ends the process immediately. */
  readonly exit: (code: number) => void;
  /** For a server: settings of the heap for many short-lived objects. */
  readonly tuneHeap?: () => void;
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Name of the user. */
  readonly user: string;
  /** Folder of the program with its workflows; `undefined`: neither those nor the user's own workflows are read. */
  readonly program?: string;
  /** Available operations. Default: all. */
  readonly registry?: Registry;
}

export function createProcessHost(): Host {
  const { stdout, stderr, env } = process;
  const isTerminal = stdout.isTTY === true && env['TERM'] !== 'dumb';
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    drained: () => drained(stdout),
    isTerminal,
    columns: stdout.columns ?? 80,
    rows: stdout.rows ?? 24,
    colour: isTerminal && (env['NO_COLOR'] ?? '') === '',
    readInput: (maxBytes) => readStream(process.stdin, maxBytes),
    folder: process.cwd(),
    clock: () => performance.now(),
    pause: async (milliseconds) => void (await wait(milliseconds)),
    exit: (code) => process.exit(code),
    tuneHeap,
    terminal: createProcessTerminal(),
    environment: env,
    user: userName(env),
    program: packageFolder(),
  };
}

function tuneHeap(): void {
  // By default a busy heap grows to four times what it holds before it is collected.
  setFlagsFromString('--heap-growing-percent=75');
  // V8 would learn from the start that objects live long, and collect those of requests with the old ones: a third slower.
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/** A reader that has closed its end takes nothing more. */
async function drained(stream: NodeJS.WriteStream): Promise<void> {
  if (!stream.writableNeedDrain || stream.destroyed) return;
  await new Promise<void>((settle) => {
    const end = (): void => {
      stream.off('drain', end).off('close', end);
      settle();
    };
    stream.on('drain', end).on('close', end);
  });
}

/** Users without a passwd entry are identified by their number. */
function userName(env: NodeJS.ProcessEnv): string {
  try {
    return userInfo().username;
  } catch {
    return env['USER'] ?? `user ${process.getuid?.() ?? ''}`.trim();
  }
}

async function readStream(stream: AsyncIterable<unknown>, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) continue;
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) return undefined;
  }
  return Buffer.concat(chunks);
}
