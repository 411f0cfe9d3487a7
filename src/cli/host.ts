/** What the command line has of its surroundings, so that a test can be them. */
import { userInfo } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { packageFolder } from './package-folder.ts';
import { createProcessTerminal, type Terminal } from './terminal.ts';

export interface Host {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Until what was written to the output has been taken, where that can be waited for: a slow reader is not outrun. */
  readonly drained?: () => Promise<void>;
  /** A person looks on as it is written. */
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly colour: boolean;
  /** What is piped in, as bytes; undefined where there are more than so many. Called only when it was asked for. */
  readonly readInput: (maxBytes: number) => Promise<Uint8Array | undefined>;
  /** Where files are put, and where relative paths begin. */
  readonly folder: string;
  /** Milliseconds, from anywhere. */
  readonly clock: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Ends the process as it stands. */
  readonly exit: (code: number) => void;
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Name of whoever types. */
  readonly user: string;
  /** Where the program is: its guides and the user's own workflows are read; neither where absent. */
  readonly program?: string;
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
    terminal: createProcessTerminal(),
    environment: env,
    user: userName(env),
    program: packageFolder(),
  };
}

/** Who has closed their end takes nothing more. */
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

/** Users without an entry of their own are known by their number. */
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
