/** Starts `serve-suite.ts` as a process, any number of times. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { fixturePath } from '../fixture-path.ts';

export interface SuiteServer {
  readonly url: string;
  /** Problems that it reported so far. */
  readonly complaints: () => string;
  /** Ends it in order. */
  stop(): Promise<void>;
  /** Kills it. */
  kill(): Promise<void>;
}

export interface SuiteHost {
  /** A server over this data folder; on a free port, unless one is named. */
  open(port?: number): Promise<SuiteServer>;
  /** Kills all running ones, and removes everything. */
  remove(): Promise<void>;
}

export async function buildSuiteHost(): Promise<SuiteHost> {
  const program = fixturePath('serve-suite');
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-suite-'));
  const workflows = join(folder, 'workflows');
  await cp(fileURLToPath(new URL('fixture/workflows', import.meta.url)), workflows, { recursive: true });
  const alive = new Set<ChildProcess>();
  return {
    async open(port = 0) {
      const child = spawn(process.execPath, [program, folder, workflows, String(port)], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      alive.add(child);
      const ended = once(child, 'close').then(() => alive.delete(child));
      let complaints = '';
      child.stderr.setEncoding('utf8').on('data', (piece: string) => {
        complaints += piece;
      });
      const url = await Promise.race([
        once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line)),
        ended.then(() => {
          throw new Error(`The server did not start.\n${complaints}`);
        }),
      ]);
      const end = async (signal: NodeJS.Signals): Promise<void> => {
        child.kill(signal);
        await ended;
      };
      return {
        url,
        complaints: () => complaints,
        stop: () => end('SIGTERM'),
        kill: () => end('SIGKILL'),
      };
    },
    async remove() {
      for (const child of alive) child.kill('SIGKILL');
      await Promise.all([...alive].map((child) => once(child, 'close')));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
