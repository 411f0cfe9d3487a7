/**
 * Runs git: without a shell, for so long and no longer, with so much to say and no more. Ends it with all that it started;
 * what has got away from it, as a master connection of ssh does, may keep its pipes and is not waited for.
 */
import { spawn } from 'node:child_process';

export interface GitRun {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** In milliseconds. */
  readonly timeout: number;
  /** Most bytes of its output. */
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
  readonly input?: string;
  /** Asked now and then: a reason to break off. */
  readonly tooMuch?: () => Promise<boolean>;
}

export type GitOutcome =
  | { readonly kind: 'done'; readonly output: Buffer }
  /** What it wrote on the error stream. */
  | { readonly kind: 'failed'; readonly stderr: string }
  | { readonly kind: 'ended'; readonly why: 'late' | 'too-much' | 'closed' }
  /** There is no git, or one that is too old. */
  | { readonly kind: 'missing' };

const maxStderrLength = 10_000;
const checkInterval = 100;
/** How long it is waited for what ends by itself within a moment, in milliseconds. */
const grace = 500;

export async function runGit(args: readonly string[], run: GitRun): Promise<GitOutcome> {
  if (run.signal.aborted) return { kind: 'ended', why: 'closed' };
  return new Promise((settle) => {
    // A group of its own: what it starts in turn ends with it.
    const child = spawn('git', args, {
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
      // Once it has ended, its number may be somebody else's.
      if (!hasExited) endGroup();
      closeStreams();
      // Not even a kill ends what hangs in the kernel.
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
    // All that it has to say on the output is waited for; the error stream is not, when it has ended.
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
    // Whoever ends early does not read what it is told.
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
      else
        finishWith(code === 0 ? { kind: 'done', output: Buffer.concat(output) } : { kind: 'failed', stderr });
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
