/** Brings up processes one after the other: the next one has loaded its code when the one before it dies. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fixturePath } from '../fixture-path.ts';

export type Word =
  | { readonly kind: 'ready' | 'opening' | 'finished' }
  | { readonly kind: 'opened'; readonly role: string }
  | { readonly kind: 'started' | 'forked'; readonly key: string; readonly run: string }
  | { readonly kind: 'purged'; readonly purged: number; readonly remaining: number }
  | { readonly kind: 'warning'; readonly message: string }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'trouble'; readonly code: string; readonly message: string; readonly stack: string };

/** Where it kills itself: the `at`-th time that it comes to this moment. */
export interface OwnDeath {
  readonly subject: 'commit' | 'reply' | 'timer' | 'recovery' | 'fork' | 'purge';
  readonly moment: 'before' | 'row' | 'written' | 'after';
  readonly at: number;
}

export interface Task {
  readonly data: string;
  readonly workflows: string;
  readonly url: string;
  readonly kill: OwnDeath | null;
  readonly starts: readonly Start[];
  /** Started when something is broken. */
  readonly late: readonly Start[];
  readonly forks: readonly { readonly key: string; readonly run: string; readonly at: number }[];
  readonly purge: { readonly olderThan: string; readonly limit?: number } | null;
  /** Answers what runs ask; else it ends when only people could move them. */
  readonly answers: boolean;
}

export interface Start {
  readonly key: string;
  readonly workflow: string;
  readonly params: { readonly [name: string]: string };
}

export interface Life {
  readonly pid: number;
  kill(): void;
  /** How it ended, and all that it said. */
  readonly ended: Promise<EndedLife>;
}

export interface EndedLife {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly words: readonly Word[];
  /** What the platform complained of. */
  readonly complaints: string;
}

export interface Nursery {
  begin(task: Task, heard?: (word: Word) => void): Life;
  /** Kills whatever is still alive. */
  close(): Promise<void>;
}

const program = fixturePath('worker');

export function openNursery(shell: (command: readonly string[]) => readonly string[] = (it) => it): Nursery {
  const living = new Set<ChildProcessWithoutNullStreams>();
  const raise = (): ChildProcessWithoutNullStreams => {
    const [command = '', ...args] = shell([process.execPath, program]);
    const child = spawn(command, args, { stdio: 'pipe' });
    living.add(child);
    child.once('close', () => living.delete(child));
    // One that dies while it is spoken to is dead all the same.
    child.stdin.on('error', () => undefined);
    return child;
  };
  let spare: ChildProcessWithoutNullStreams | undefined;
  return {
    begin(task, heard = () => undefined) {
      const child = spare ?? raise();
      spare = raise();
      return live(child, task, heard);
    },
    async close() {
      await Promise.all(
        [...living].map(
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

function live(child: ChildProcessWithoutNullStreams, task: Task, heard: (word: Word) => void): Life {
  const words: Word[] = [];
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const word = wordOf(line);
    if (word === undefined) return;
    words.push(word);
    heard(word);
  });
  const ended = new Promise<EndedLife>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, words, complaints }));
  });
  child.stdin.write(`${JSON.stringify(task)}\n`);
  return { pid: child.pid ?? 0, kill: () => void child.kill('SIGKILL'), ended };
}

/** The last line of one that was killed may be cut off. */
function wordOf(line: string): Word | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
