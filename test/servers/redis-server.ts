/**
 * A real Redis server on a free port of 127.0.0.1 for tests. It writes nothing to disk: after a stop all data is lost.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface RedisServer {
  /** `redis://127.0.0.1:<port>` */
  readonly url: string;
  readonly port: number;
  /** Immediately, without notice to connected clients. */
  stop(): Promise<void>;
  /** On the same port, empty. */
  start(): Promise<void>;
  /** It keeps its connections and does not respond. */
  pause(): void;
  resume(): void;
  /** Sends one command, for tests that inspect it. */
  ask(...command: readonly string[]): Promise<string>;
  end(): Promise<void>;
}

/** In milliseconds. */
const timeout = 10_000;
const pause = 20;

/** @param more options of redis-server, such as `--requirepass` */
export async function startRedisServer(more: readonly string[] = []): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-redis-'));
  const port = await freePort();
  let child: ChildProcess | undefined;

  const stop = async (): Promise<void> => {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const ended = new Promise<void>((resolve) => running.once('close', () => resolve()));
    running.kill('SIGKILL');
    await ended;
  };

  const start = async (): Promise<void> => {
    const fixed = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const running = spawn('redis-server', [...fixed, '--dir', folder, ...more], { stdio: 'ignore' });
    child = running;
    const failed = new Promise<never>((_, reject) => running.once('error', reject));
    await Promise.race([failed, untilAnswered(port)]);
  };

  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    port,
    start,
    stop,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    ask: (...command) => ask(port, command),
    async end() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    await start();
  } catch (error) {
    await server.end();
    throw error;
  }
  return server;
}

async function untilAnswered(port: number): Promise<void> {
  const until = performance.now() + timeout;
  for (;;) {
    // A server that requires a password responds, too.
    const answer = await ask(port, ['PING']).catch(() => '');
    if (answer !== '') return;
    if (performance.now() > until) throw new Error('redis-server does not respond.');
    await wait(pause);
  }
}

/** The raw response. */
function ask(port: number, command: readonly string[]): Promise<string> {
  const parts = command.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`);
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
      if (answer.endsWith('\r\n')) socket.end();
    });
    socket.write(`*${command.length}\r\n${parts.join('')}`);
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
