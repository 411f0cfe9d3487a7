/** A process that is killed while it commits, upgrades or purges. It runs the built program, as users do. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fixturePath } from '../../../test/fixture-path.ts';
import { makeFirstDatabase } from '../../../test/sqlite/first-database.ts';
import { createRandom, sampleUnit } from '../../testing/index.ts';
import { checkSqlite } from './check-sqlite.ts';
import { migrations } from './migrations/migrations.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalbox-killed-'));
  file = join(folder, 'signalbox.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => openSqliteStore({ file, durability: 'full' });

/** Starts a process that does `work` with `open`, `file` and test tools. It reports its progress with `say`. */
function start(work: string) {
  const program = `
    import { openSqliteStore, sampleAuditEntry, sampleUnit } from '${fixturePath('runtime')}';
    const file = ${JSON.stringify(file)};
    const open = (onProgress = () => {}) => openSqliteStore({ file, durability: 'full', onProgress });
    const say = (what) => new Promise((done) => process.stdout.write(what + '\\n', done));
    const die = () => process.kill(process.pid, 'SIGKILL');
    ${work}
  `;
  const args = ['--input-type=module', '-e', program];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, lines: createInterface(child.stdout), closed: once(child, 'close') };
}

/** Kills it after `count` reported lines. @returns all lines */
async function killAfter(work: string, count: number): Promise<readonly string[]> {
  const { child, lines, closed } = start(work);
  const said: string[] = [];
  lines.on('line', (line) => {
    said.push(line);
    if (said.length === count) child.kill('SIGKILL');
  });
  const [, signal] = await closed;
  expect(signal).toBe('SIGKILL');
  return said;
}

test.each([1, 2, 3])(
  '[R1.1][W2.4] a confirmed commit is there after a kill, and nothing is incomplete (seed %i)',
  async (seed) => {
    const commit = `
    const store = await open();
    for (let n = 0; ; n++) {
      const units = [0, 1, 2].map((k) => {
        const id = 'r' + n + '-' + k;
        return sampleUnit({ id, seq: 5 }, { audit: [sampleAuditEntry({ id, target: id })] });
      });
      const verdicts = await store.commit(units);
      if (verdicts.every(({ kind }) => kind === 'committed')) await say(String(n));
    }`;
    const said = await killAfter(commit, createRandom(seed).between(1, 200));
    const store = await open();
    const runs = await store.runs.search('acme', {}, { limit: 10_000 });
    const there = new Set(runs.map(({ id }) => id));
    for (const n of said) for (const k of [0, 1, 2]) expect(there).toContain(`r${n}-${k}`);
    expect(runs.length % 3).toBe(0);
    for (const { id } of runs) expect((await store.journals.read('acme', id, 0, 10)).length).toBe(5);
    const { entries } = await store.audit.search('acme', {}, { limit: 10_000 });
    expect(entries.map(({ target }) => target).toSorted()).toEqual([...there].toSorted());
    await store.close();
  },
);

test('[R5.2][R1.9] an upgrade that is killed leaves the database unchanged, and is done by the next start', async () => {
  await makeFirstDatabase(
    file,
    ['a', 'b'].map((id) => sampleUnit({ id, seq: 3 })),
  );
  for (const kind of ['copying', 'copied', 'migrating', 'written']) {
    const { closed } = start(`await open((progress) => { if (progress.kind === '${kind}') die(); });`);
    expect((await closed)[1]).toBe('SIGKILL');
    expect(await checkSqlite(file)).toMatchObject({ ok: true, schema: 1 });
  }
  const store = await open();
  expect(await store.runs.count('acme', {})).toBe(2);
  await store.close();
  expect(await checkSqlite(file)).toMatchObject({ ok: true, schema: migrations.length });
  const copies = readdirSync(folder).filter((name) => name.includes('before'));
  expect(copies).toEqual(['signalbox.db.before-2']);
});

test.each([1, 2])(
  '[R5.2] a purge that is killed has removed runs completely or not at all (seed %i)',
  async (seed) => {
    const store = await open();
    const ended = (at: number) =>
      sampleUnit({ id: `r${at}`, seq: 4, status: 'completed', endedAt: 1_000 + at });
    await store.commit(Array.from({ length: 600 }, (_, at) => ended(at)));
    await store.close();
    const purge = `
    const store = await open();
    for (let n = 0; ; ) {
      n += await store.retention.purge('acme', 9_000, 3);
      await say(String(n));
    }`;
    const said = await killAfter(purge, createRandom(seed).between(1, 150));
    const removed = Math.max(...said.map(Number));
    const database = new Database(file);
    const number = (sql: string) => database.prepare<[], number>(sql).pluck().get();
    const left = number('SELECT count(*) FROM runs') ?? 0;
    expect(left).toBeLessThanOrEqual(600 - removed);
    expect(number("SELECT count(*) FROM journal WHERE tenant = 'acme'")).toBe(4 * left);
    expect(number('SELECT coalesce(sum(runs), 0) FROM pins')).toBe(2 * left);
    database.close();
  },
);
