/**
 * Runs git with limits on time, memory and output. Ends it together with all processes that it started; one
 * that escapes, such as a master connection of ssh, may keep its pipes and is not waited for.
 */
import { spawn } from 'node:child_process';

export interface GitRun {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** In milliseconds. */
  readonly timeout: number;
  /** Limit of its output in bytes. */
  readonly maxOutputBytes: number;
  /** Limit in bytes of the memory of each of its processes, where the system supports it; `undefined`: none. */
  readonly maxMemoryBytes: number | undefined;
  readonly signal: AbortSignal;
  readonly input?: string;
  /** Called at intervals: whether to abort. */
  readonly tooMuch?: () => Promise<boolean>;
}

export type GitOutcome =
  | { readonly kind: 'done'; readonly output: Buffer }
  /** Its standard error. */
  | { readonly kind: 'failed'; readonly stderr: string }
  | { readonly kind: 'ended'; readonly why: 'late' | 'too-much' | 'closed' }
  /** git is not installed, or too old. */
  | { readonly kind: 'missing' };

const maxStderrLength = 10_000;
const checkInterval = 100;
/** How long to wait for a process that ends on its own, in milliseconds. */
const grace = 500;

export async function runGit(args: readonly string[], run: GitRun): Promise<GitOutcome> {
  if (run.signal.aborted) return { kind: 'ended', why: 'closed' };
  return new Promise((settle) => {
    // A process group of its own: the processes that it starts end with it.
    const [command, allArgs] = commandOf(args, run.maxMemoryBytes);
    const child = spawn(command, allArgs, {
      cwd: run.folder,
      env: run.environment,
      stdio: 'pipe',
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const output: Buffer[] = [];
    let size = 0;
    let stderr = '';
    let why: 'late' | 'too-much' | 'closed' | undefined;
    let hasExited = false;
    let isOver = false;
    let finalTimer: NodeJS.Timeout | undefined;
    const endGroup = (): void => killGroup(child.pid, () => child.kill('SIGKILL'));
    const closeStreams = (): void => {
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const end = (reason: NonNullable<typeof why>): void => {
      if (isOver || why !== undefined) return;
      why = reason;
      // After it has exited, its pid may belong to another process.
      if (!hasExited) endGroup();
      closeStreams();
      // Not even a kill ends a process that hangs in the kernel.
      clearTimeout(finalTimer);
      finalTimer = setTimeout(() => finishWith({ kind: 'ended', why: reason }), grace);
    };
    const close = (): void => end('closed');
    const timer = setTimeout(() => end('late'), run.timeout);
    const checkTimer = setInterval(() => {
      void run.tooMuch?.().then((isTooMuch) => isTooMuch && end('too-much'));
    }, checkInterval);
    const finishWith = (outcome: GitOutcome): void => {
      isOver = true;
      clearTimeout(timer);
      clearTimeout(finalTimer);
      clearInterval(checkTimer);
      run.signal.removeEventListener('abort', close);
      settle(outcome);
    };
    // Waits for all of its standard output, but not for its standard error after it has exited.
    const finish = (): void => {
      if (hasExited && child.stdout.readableEnded && why === undefined)
        finalTimer ??= setTimeout(closeStreams, grace);
    };
    run.signal.addEventListener('abort', close);
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > run.maxOutputBytes) end('too-much');
      else output.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < maxStderrLength) stderr += chunk.toString('utf8');
    });
    // A process that ends early does not read its input.
    child.stdin.on('error', () => {});
    child.stdin.end(run.input ?? '');
    child.on('error', () => finishWith({ kind: 'missing' }));
    child.on('exit', () => {
      endGroup();
      hasExited = true;
      finish();
    });
    child.stdout.on('end', finish);
    child.on('close', (code) => {
      if (why !== undefined) finishWith({ kind: 'ended', why });
      else if (code === notFound) finishWith({ kind: 'missing' });
      else
        finishWith(code === 0 ? { kind: 'done', output: Buffer.concat(output) } : { kind: 'failed', stderr });
    });
  });
}

/** Exit code of a shell. */
const notFound = 127;

/** Only a shell can set the limit. Where it cannot, git runs without it: macOS has none, Windows has no such shell. */
function commandOf(
  args: readonly string[],
  maxMemoryBytes: number | undefined,
): readonly [command: string, args: readonly string[]] {
  if (maxMemoryBytes === undefined || process.platform === 'win32') return ['git', args];
  const kibibytes = String(Math.floor(maxMemoryBytes / 1_024));
  return ['/bin/sh', ['-c', limited, 'git', kibibytes, ...args]];
}

const limited = '(ulimit -v "$1") 2>/dev/null && ulimit -v "$1"; shift; exec git "$@"';

function killGroup(pid: number | undefined, killAlone: () => void): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    killAlone();
  }
}
