/**
 * Runs a program with limits on time and output. Ends it together with all processes that it started; one that
 * escapes may keep its pipes and is not waited for.
 */
import { spawn } from 'node:child_process';

export interface ProgramRun {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** In milliseconds. */
  readonly timeout: number;
  /** Limit of its output in bytes. */
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
  readonly input?: string;
  /** Called at intervals: whether to abort. */
  readonly tooMuch?: () => Promise<boolean>;
}

export type ProgramOutcome =
  | { readonly kind: 'done'; readonly output: Buffer }
  /** Its exit code, null if a signal ended it; and its standard error. */
  | { readonly kind: 'failed'; readonly exitCode: number | null; readonly stderr: string }
  | { readonly kind: 'ended'; readonly why: 'late' | 'too-much' | 'closed' }
  /** It could not be started. */
  | { readonly kind: 'missing' };

const maxStderrLength = 10_000;
const checkInterval = 100;
/** How long to wait for a process that ends on its own, in milliseconds. */
const grace = 500;

/** Without a shell. */
export async function runProgram(
  command: string,
  args: readonly string[],
  run: ProgramRun,
): Promise<ProgramOutcome> {
  if (run.signal.aborted) return { kind: 'ended', why: 'closed' };
  return new Promise((settle) => {
    // A process group of its own: the processes that it starts end with it.
    const child = spawn(command, args, {
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
    const finishWith = (outcome: ProgramOutcome): void => {
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
      else if (code === 0) finishWith({ kind: 'done', output: Buffer.concat(output) });
      else finishWith({ kind: 'failed', exitCode: code, stderr });
    });
  });
}

function killGroup(pid: number | undefined, killAlone: () => void): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    killAlone();
  }
}
