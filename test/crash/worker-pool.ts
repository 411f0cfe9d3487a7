/** Starts processes one after the other: the next one has loaded its code when the previous one is killed. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fixturePath } from '../fixture-path.ts';

export type WorkerReport =
  | { readonly kind: 'ready' | 'opening' | 'finished' }
  | { readonly kind: 'opened'; readonly role: string }
  | { readonly kind: 'started' | 'forked'; readonly key: string; readonly run: string }
  | { readonly kind: 'purged'; readonly purged: number; readonly remaining: number }
  | { readonly kind: 'warning'; readonly message: string }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'trouble'; readonly code: string; readonly message: string; readonly stack: string };

/** Where it kills itself: the `at`-th time that it reaches this point. */
export interface KillPoint {
  readonly subject: 'commit' | 'reply' | 'timer' | 'recovery' | 'fork' | 'purge';
  readonly moment: 'before' | 'row' | 'written' | 'after';
  readonly at: number;
}

export interface WorkerTask {
  readonly data: string;
  readonly workflows: string;
  readonly url: string;
  readonly kill: KillPoint | null;
  readonly starts: readonly RunStart[];
  /** Started when something is broken. */
  readonly late: readonly RunStart[];
  readonly forks: readonly { readonly key: string; readonly run: string; readonly at: number }[];
  readonly purge: { readonly olderThan: string; readonly limit?: number } | null;
  /** Answers the questions of runs; otherwise it ends when only users could advance them. */
  readonly answers: boolean;
}

export interface RunStart {
  readonly key: string;
  readonly workflow: string;
  readonly params: { readonly [name: string]: string };
}

export interface Worker {
  readonly pid: number;
  kill(): void;
  /** How it ended, and all its output. */
  readonly ended: Promise<WorkerExit>;
}

export interface WorkerExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly reports: readonly WorkerReport[];
  /** The standard error. */
  readonly stderrText: string;
}

export interface WorkerPool {
  begin(task: WorkerTask, onReport?: (report: WorkerReport) => void): Worker;
  /** Kills all running processes. */
  close(): Promise<void>;
}

const program = fixturePath('worker');

export function openWorkerPool(
  shell: (command: readonly string[]) => readonly string[] = (it) => it,
): WorkerPool {
  const running = new Set<ChildProcessWithoutNullStreams>();
  const spawnWorker = (): ChildProcessWithoutNullStreams => {
    const [command = '', ...args] = shell([process.execPath, program]);
    const child = spawn(command, args, { stdio: 'pipe' });
    running.add(child);
    child.once('close', () => running.delete(child));
    // A process that is killed during a write is treated as killed.
    child.stdin.on('error', () => undefined);
    return child;
  };
  let spare: ChildProcessWithoutNullStreams | undefined;
  return {
    begin(task, onReport = () => undefined) {
      const child = spare ?? spawnWorker();
      spare = spawnWorker();
      return runTask(child, task, onReport);
    },
    async close() {
      await Promise.all(
        [...running].map(
          (child) =>
            new Promise<void>((resolve) => {
              child.once('close', () => resolve());
              child.kill('SIGKILL');
            }),
        ),
      );
    },
  };
}

function runTask(
  child: ChildProcessWithoutNullStreams,
  task: WorkerTask,
  onReport: (report: WorkerReport) => void,
): Worker {
  const reports: WorkerReport[] = [];
  let stderrText = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderrText += chunk.toString();
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const report = parseReport(line);
    if (report === undefined) return;
    reports.push(report);
    onReport(report);
  });
  const ended = new Promise<WorkerExit>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, reports, stderrText }));
  });
  child.stdin.write(`${JSON.stringify(task)}\n`);
  return { pid: child.pid ?? 0, kill: () => void child.kill('SIGKILL'), ended };
}

/** The last line of a killed process may be incomplete. */
function parseReport(line: string): WorkerReport | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
