import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';
import { openTestTerminal } from '../../../test/cli/open-test-terminal.ts';

const opened: Scratch[] = [];
afterEach(() => {
  for (const scratch of opened.splice(0)) scratch.close();
});

const hello = 'workflows: { hello: { graph: { say: { call: echo, args: { text: Hi } } } } }\n';

function scratch() {
  const made = openScratch({ 'workflows/hello.yaml': hello });
  opened.push(made);
  const run = (...args: readonly string[]) => made.run(args);
  return { ...made, run, at: (path: string) => join(made.folder, path) };
}

test('[F6.1] backup writes a copy to the requested path, restore creates a working data folder from it', async () => {
  const { run, at, read } = scratch();
  const started = JSON.parse((await run('run', 'hello', '--json', '--data', 'data')).out);
  const made = await run('backup', 'one.backup', '--data', 'data');
  expect([made.code, made.out]).toEqual([0, `${at('one.backup')}\n`]);
  expect(made.err).toMatch(/^A backup of .*, 0\.\d MiB, 1 document, with the keys: anyone who has/);
  expect(statSync(at('one.backup')).mode & 0o777).toBe(0o600);
  expect(readdirSync(at('data/backups'))).toEqual([]);
  const checked = await run('backup', '--check', 'one.backup');
  expect([checked.code, checked.out]).toEqual([
    0,
    expect.stringMatching(/^Good: a backup of .* It holds 1 run, 1 document, keys\.json\.\n$/),
  ]);
  const restored = await run('restore', 'one.backup', '--data', 'again');
  expect([restored.code, restored.err]).toEqual([0, '']);
  expect(restored.out).toContain(`${at('again')} holds the data of `);
  expect(read('again/workflows/hello.yaml')).toBe(hello);
  const shown = JSON.parse((await run('show', 'last', '--json', '--data', 'again')).out);
  expect(shown).toMatchObject({ run: started.run, state: 'completed' });
});

test('[F6.1] a folder takes any number of copies; by default they stay in the data folder', async () => {
  const { run, at } = scratch();
  mkdirSync(at('safe'));
  for (let n = 0; n < 2; n++) expect((await run('backup', 'safe', '--data', 'data')).code).toBe(0);
  expect(readdirSync(at('safe'))).toHaveLength(2);
  const { code, out } = await run('backup', '--json', '--without-keys', '--data', 'data');
  expect(code).toBe(0);
  const { path, keys } = JSON.parse(out);
  expect([path.startsWith(at('data/backups/')), keys]).toEqual([true, 'left-out']);
  const restored = await run('restore', path, '--data', 'again', '--json');
  expect(JSON.parse(restored.out)).toMatchObject({ data: at('again'), keys: 'left-out', runs: 0 });
  expect(restored.err).toContain('Put keys.json there');
});

test('[F6.1] nothing is overwritten, and errors say what to do', async () => {
  const { run, at } = scratch();
  writeFileSync(at('taken'), 'mine');
  expect(await run('backup', 'taken', '--data', 'data')).toMatchObject({
    code: 2,
    err: 'taken already exists. Name another file, or a folder to put it in.\n',
  });
  expect(await run('backup', 'none/one', '--data', 'data')).toMatchObject({
    code: 2,
    err: `Folder “${at('none')}” does not exist. Create it first.\n`,
  });
  expect(existsSync(at('data'))).toBe(false);
  expect(await run('backup', '--check')).toMatchObject({
    code: 2,
    err: expect.stringContaining('needs a file'),
  });
  const foreign = await run('backup', '--check', 'taken', '--json');
  expect([foreign.code, JSON.parse(foreign.out)]).toMatchObject([1, { good: false }]);
  await run('backup', 'one.backup', '--data', 'data');
  const inUse = await run('restore', 'one.backup', '--data', 'data');
  expect([inUse.code, inUse.err]).toEqual([
    1,
    expect.stringMatching(/ is not empty\. .*\n→ Name a new or empty folder/),
  ]);
  const damaged = await run('restore', 'taken', '--data', 'again');
  expect([damaged.code, damaged.err]).toEqual([
    1,
    expect.stringMatching(/is not a backup.*\n→ Nothing was restored\./),
  ]);
  expect(existsSync(at('again'))).toBe(false);
  mkdirSync(at('again'));
  chmodSync(at('again'), 0o700);
  expect((await run('restore', 'one.backup', '--data', 'again')).code).toBe(0);
});

test('[F6.1] a long backup shows its progress', async () => {
  const made = openScratch({});
  opened.push(made);
  const { terminal } = openTestTerminal([]);
  let told = '';
  const write = (text: string): void => {
    told += text;
  };
  const runImpatiently = (redraws: boolean) =>
    made.run(['backup', '--data', 'data'], {
      terminal: {
        ...terminal,
        canRedraw: redraws,
        write,
        every: (_: number, work: () => void) => {
          work();
          work();
          return () => {};
        },
      },
    });
  expect((await runImpatiently(false)).code).toBe(0);
  expect(told).toBe('Copying and checking. Callers are not blocked.\n');
  told = '';
  expect((await runImpatiently(true)).code).toBe(0);
  expect(told).toContain('Copying and checking … ');
});

const otherDisk = '/dev/shm';
const isOther = existsSync(otherDisk) && statSync(otherDisk).dev !== statSync(tmpdir()).dev;

test.skipIf(!isOther)('[F6.1] it is moved to another disk as well (if there is one)', async () => {
  const { run, at } = scratch();
  const there = mkdtempSync(join(otherDisk, 'signalbox-backup-'));
  try {
    expect((await run('backup', there, '--data', 'data')).code).toBe(0);
    const [file = ''] = readdirSync(there);
    expect(readdirSync(there)).toEqual([file]);
    expect(statSync(join(there, file)).mode & 0o777).toBe(0o600);
    expect(readdirSync(at('data/backups'))).toEqual([]);
    expect((await run('backup', '--check', join(there, file))).code).toBe(0);
  } finally {
    rmSync(there, { recursive: true, force: true });
  }
});
