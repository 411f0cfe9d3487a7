import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type GitOutcome, runGit } from './run-git.ts';

let folder = '';

/** A git that leaves a process of another group behind, which keeps the named streams; then it hangs, if requested. */
const leaving = `#!${process.execPath}
const { spawn } = require('node:child_process');
const { writeFileSync } = require('node:fs');
const [, , kept, then] = process.argv;
const stdio = ['ignore', 'output', 'errors'].map((name) => (kept.includes(name) ? 'inherit' : 'ignore'));
const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio });
writeFileSync('left.pid', String(left.pid));
left.unref();
process.stdout.write('all of it');
process.stderr.write('in words');
if (then === 'hang') setInterval(() => {}, 1000);
else process.exitCode = Number(then);
`;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-run-git-'));
  await writeFile(join(folder, 'git'), leaving, { mode: 0o755 });
});

afterEach(async () => {
  vi.useRealTimers();
  process.kill(Number(readFileSync(join(folder, 'left.pid'), 'utf8')), 'SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

interface RunOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

const run = (
  args: readonly string[],
  { timeoutMs = 60_000, signal = new AbortController().signal }: RunOptions = {},
): Promise<GitOutcome> =>
  runGit(args, {
    folder,
    environment: { PATH: folder },
    timeout: timeoutMs,
    maxOutputBytes: 1_000,
    // This git is a script of Node.js, which reserves more than any limit.
    maxMemoryBytes: undefined,
    signal,
  });

/** Resolves when it has left a process behind. */
const hasLeft = (): Promise<void> =>
  vi.waitFor(() => expect(readFileSync(join(folder, 'left.pid'), 'utf8')).not.toBe(''), { timeout: 20_000 });

test('[U2.2] an aborted git delays no caller, whatever it has left behind', async () => {
  const closing = new AbortController();
  const outcome = run(['output,errors', 'hang'], { signal: closing.signal });
  await hasLeft();
  closing.abort();
  expect(await outcome).toEqual({ kind: 'ended', why: 'closed' });
});

test.each(['hang', '0'])(
  '[U2.2] nor does one that exceeds its timeout, if it does “%s” then',
  async (then) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const timeoutMs = 600_000;
    const outcome = run(['output,errors', then], { timeoutMs });
    await hasLeft();
    await vi.advanceTimersByTimeAsync(timeoutMs);
    expect(await outcome).toEqual({ kind: 'ended', why: 'late' });
  },
);

test.each([
  ['0', { kind: 'done', output: Buffer.from('all of it') }],
  ['1', { kind: 'failed', exitCode: 1, stderr: 'in words' }],
])(
  '[U2.2] git that has ended with %s has ended, even if another process keeps its error stream',
  async (code, expected) => {
    expect(await run(['errors', code])).toEqual(expected);
  },
);
