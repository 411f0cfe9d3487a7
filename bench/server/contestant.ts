/** A server in its own process, and its clients in another. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { percentile } from '../durable/setup.ts';
import type { LoadRequest, Round, RoundRequest } from './load.ts';
import { cpuOf, memoryOf } from './process-cost.ts';

export interface RoundResult {
  /** Calls per second. */
  readonly rate: number;
  /** In milliseconds. */
  readonly p50: number;
  readonly p95: number;
  /** CPU time of the server per call, in milliseconds. */
  readonly cpu: number;
}

export interface RunningServer {
  readonly url: string;
  /** Token of the clients; empty if none is required. */
  readonly bearer: string;
  readonly process: ChildProcess & { readonly pid: number };
}

export interface Contestant {
  play(milliseconds: number): Promise<RoundResult>;
  /** Current memory of the server, in MiB. */
  memory(): number;
  close(): Promise<void>;
}

/** Calls after which the JIT compilers of both sides have settled. */
const warmUpCalls = 5_000;

/** Its output goes to a file, as with a service manager. */
export async function startServer(
  folder: string,
  args: readonly string[],
  bearer = '',
  more: NodeJS.ProcessEnv = {},
): Promise<RunningServer> {
  const log = join(folder, 'server.log');
  const file = openSync(log, 'a');
  const child = spawn(process.execPath, args, {
    cwd: folder,
    // Without rate limits: the bench measures the maximum.
    env: { ...plainEnvironment(), SIGNALBOX_RATE: 'none', SIGNALBOX_RATE_PER_TENANT: 'none', ...more },
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  for (let tries = 0; tries < 600 && child.exitCode === null; tries++) {
    const url = /http:\S+\/mcp/.exec(readFileSync(log, 'utf8'))?.[0];
    if (url !== undefined && isStarted(child)) return { url, bearer, process: child };
    await wait(50);
  }
  child.kill();
  throw new Error(`The server did not start: ${readFileSync(log, 'utf8')}`);
}

/** The default settings of users. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SIGNALBOX_')));
}

export async function startContestant(
  server: RunningServer,
  loadRequest: Omit<LoadRequest, 'url' | 'bearer'>,
): Promise<Contestant> {
  const { url, bearer, process: served } = server;
  const load = fileURLToPath(new URL('./load.js', import.meta.url));
  const clients = fork(load, [JSON.stringify({ ...loadRequest, url, bearer })], {
    serialization: 'advanced',
  });
  await nextMessage(clients);
  const ask = async (round: RoundRequest): Promise<Round> => {
    clients.send(round);
    // The clients answer every message with a round.
    return (await nextMessage(clients)) as Round;
  };
  for (let calls = 0; calls < warmUpCalls; ) {
    const { times } = await ask({ milliseconds: 500, isWarmUp: true });
    calls += times.length;
  }
  return {
    async play(milliseconds) {
      const before = cpuOf(served.pid);
      const { seconds, times } = await ask({ milliseconds, isWarmUp: false });
      const cpu = (cpuOf(served.pid) - before) / times.length;
      const sorted = times.toSorted((one, other) => one - other);
      const [p50, p95] = [percentile(sorted, 0.5), percentile(sorted, 0.95)];
      return { rate: times.length / seconds, p50, p95, cpu };
    },
    memory: () => memoryOf(served.pid),
    async close() {
      clients.disconnect();
      await once(clients, 'exit');
      const gone = once(served, 'exit');
      served.kill();
      await gone;
    },
  };
}

/** Rejects if the process ends instead. */
export async function nextMessage(child: ChildProcess): Promise<unknown> {
  const over = new AbortController();
  const { signal } = over;
  try {
    const ended = once(child, 'exit', { signal }).then(() => {
      throw new Error('The process ended unexpectedly.');
    });
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message;
  } finally {
    over.abort();
  }
}

const isStarted = (child: ChildProcess): child is ChildProcess & { readonly pid: number } =>
  child.pid !== undefined;
