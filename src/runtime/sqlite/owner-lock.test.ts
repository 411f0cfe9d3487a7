import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fixturePath } from '../../../test/fixture-path.ts';
import { tryLock } from './owner-lock.ts';

const built = fixturePath('runtime');

/** Tries to take the lock, reports the result, and stays until it is killed. */
const program = `
  const { tryLock } = await import(process.argv[1]);
  const lock = tryLock(process.argv[2]);
  process.stdout.write(lock === undefined ? 'refused' : 'held');
  setInterval(() => lock, 1000);
`;

let folder: string;
let file: string;
const children: ChildProcessByStdio<null, Readable, null>[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalbox-lock-'));
  file = join(folder, 'owner.lock');
});
afterEach(async () => {
  for (const child of children.splice(0)) await end(child, 'SIGKILL');
  rmSync(folder, { recursive: true });
});

function start(): ChildProcessByStdio<null, Readable, null> {
  const args = ['--input-type=module', '-e', program, built, file];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

const answerOf = async (child: ChildProcessByStdio<null, Readable, null>): Promise<string> =>
  String((await once(child.stdout, 'data'))[0]);

async function end(child: ChildProcessByStdio<null, Readable, null>, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

test('[R6.1] another process does not get a lock that is held', async () => {
  const lock = tryLock(file);
  expect(lock).toBeDefined();
  expect(await answerOf(start())).toBe('refused');
  lock?.release();
  expect(await answerOf(start())).toBe('held');
  expect(tryLock(file)).toBeUndefined();
});

test.each(['SIGKILL', 'SIGTERM'] as const)(
  '[R6.2] a lock ends with its process, also by %s',
  async (signal) => {
    const holder = start();
    expect(await answerOf(holder)).toBe('held');
    expect(tryLock(file)).toBeUndefined();
    await end(holder, signal);
    const lock = tryLock(file);
    expect(lock).toBeDefined();
    lock?.release();
  },
);

test('[R6.2] of several processes that ask at the same time one gets it', async () => {
  const answers = await Promise.all([start(), start(), start(), start()].map(answerOf));
  expect(answers.toSorted()).toEqual(['held', 'refused', 'refused', 'refused']);
});

test('[R6.1] in one process, too, a lock is held once until it is released', () => {
  const first = tryLock(file);
  expect(first).toBeDefined();
  expect(tryLock(file)).toBeUndefined();
  // The refused attempt has closed the file; the lock must have survived that.
  expect(tryLock(file)).toBeUndefined();
  first?.release();
  const second = tryLock(file);
  expect(second).toBeDefined();
  second?.release();
});

test('[R6.1] a refused attempt does not free the lock for other processes', async () => {
  const lock = tryLock(file);
  expect(tryLock(file)).toBeUndefined();
  expect(await answerOf(start())).toBe('refused');
  lock?.release();
});

test('[R6.1] a missing folder is reported, with what to do', () => {
  expect(() => tryLock(join(folder, 'none', 'owner.lock'))).toThrow(
    expect.objectContaining({
      code: 'read-only',
      message: expect.stringContaining('does not exist. Create it'),
    }),
  );
});
