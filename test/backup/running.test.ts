/** Copies a Signalbox under load; another one is opened on the copy, and continues. */
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type BackupView,
  checkDatabase,
  type ItemList,
  type MovedRun,
  OperationError,
  type Principal,
  type RunView,
  resolveSettings,
  restoreFolder,
  scopes,
} from '../../src/operations/index.ts';
import { openSignalbox, type Signalbox } from '../../src/server/index.ts';

const workflows = `workflows:
  quick:
    params: { n: int }
    graph:
      say: { call: echo, args: { n: $n } }
    result: $say.n
  ask:
    graph:
      question: { type: yield, message: "Which word?", expects: { word: str } }
    result: $question.word
  later:
    graph:
      rest: { wait: 400 }
      say: { call: echo, depends_on: [rest], args: { done: true } }
    result: $say.done
`;

const ann: Principal = {
  subject: 'ann',
  tenant: 'default',
  scopes: new Set(scopes),
  roles: [],
  kind: 'person',
};
const bob: Principal = { ...ann, subject: 'bob' };

let folder = '';
const boxes: Signalbox[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-backup-'));
  await mkdir(join(folder, 'workflows', 'desk'), { recursive: true });
  await writeFile(join(folder, 'workflows', 'desk', 'all.yaml'), workflows);
});

afterEach(async () => {
  await Promise.all(boxes.splice(0).map((box) => box.close()));
  await rm(folder, { recursive: true, force: true });
});

async function open(data: string, env: Readonly<Record<string, string>> = {}) {
  const flags = new Map([
    ['--data', [join(folder, data)]],
    ['--workflows', [join(folder, 'workflows')]],
  ]);
  const { settings, problems } = resolveSettings({ flags, env, folder });
  expect(problems).toEqual([]);
  const box = await openSignalbox(settings, { env, version: '1', warn: () => {} });
  boxes.push(box);
  // The type of the operation determines its result.
  const call = async <Answer>(name: string, input: object, by = ann): Promise<Answer> =>
    (await box.call(by, name, input)) as Answer;
  const start = (workflow: string, more: object = {}): Promise<MovedRun> =>
    call('runs.start', { workflow, ...more });
  return { box, call, start, backup: (input = {}) => call<BackupView>('service.backup', input) };
}

const pathOf = ({ folder: where, file }: BackupView): string => join(where, file);

test('[F6.1] a copy that is made under load holds every earlier run, and an engine on it continues', async () => {
  const first = await open('data');
  const { run: asking } = await first.start('ask', { idempotencyKey: 'ask', waitMs: 5_000 });
  const { items } = await first.call<ItemList>('items.list', { run: asking });
  const item = items[0]?.item ?? '';
  await first.call('items.hold', { item, leaseMs: 3_600_000 }, bob);
  const known = new Map<string, string>([['ask', asking]]);
  let isOver = false;
  const load = async (worker: number): Promise<void> => {
    for (let n = 0; !isOver; n++) {
      const idempotencyKey = `${worker}-${n}`;
      const { run } = await first.start('quick', { params: { n }, idempotencyKey });
      known.set(idempotencyKey, run);
    }
  };
  const workers = Array.from({ length: 8 }, (_, worker) => load(worker));
  while (known.size < 100) await first.start('quick', { params: { n: 0 } });
  const { run: resting } = await first.start('later', { idempotencyKey: 'later' });
  known.set('later', resting);
  const before = new Map(known);
  const made = await first.backup();
  isOver = true;
  await Promise.all(workers);
  expect(known.size).toBeGreaterThan(before.size);
  expect(made).toMatchObject({
    keys: 'included',
    documents: 1,
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect((await stat(pathOf(made))).mode & 0o777).toBe(0o600);
  expect(readFileSync(pathOf(made), 'latin1').split('\n').at(-2)).toBe(
    `signalbox backup 1 sha256 ${made.digest}`,
  );
  const { cursor } = await first.call<{ readonly cursor: string }>('feed.read', {});
  await first.box.close();

  const restored = await restoreFolder(pathOf(made), join(folder, 'again'));
  expect(restored).toMatchObject({
    kind: 'restored',
    backup: { version: '1', files: ['keys.json', 'workflows/desk/all.yaml'] },
  });
  expect((await readdir(join(folder, 'again'))).toSorted()).toEqual([
    'keys.json',
    'signalbox.db',
    'workflows',
  ]);
  expect(await checkDatabase(join(folder, 'again'))).toMatchObject({ ok: true });
  for (const file of ['keys.json', 'workflows/desk/all.yaml']) {
    const source = join(folder, file === 'keys.json' ? 'data' : '', file);
    expect(readFileSync(join(folder, 'again', file))).toEqual(readFileSync(source));
  }

  const second = await open('again');
  for (const [idempotencyKey, run] of before) {
    expect((await second.call<RunView>('runs.get', { run })).run).toBe(run);
    if (!/^\d/.test(idempotencyKey)) continue;
    const params = { n: Number(idempotencyKey.split('-')[1]) };
    expect((await second.start('quick', { params, idempotencyKey })).run).toBe(run);
  }
  const rested = await second.call<RunView>('runs.get', { run: resting, waitMs: 10_000 });
  expect(rested).toMatchObject({ state: 'completed', output: true });
  await expect(second.call('items.hold', { item })).rejects.toMatchObject({
    details: { code: 'work_item_held' },
  });
  await second.call('items.complete', { item, output: { word: 'tea' } }, bob);
  expect(await second.call<RunView>('runs.get', { run: asking, waitMs: 5_000 })).toMatchObject({
    output: 'tea',
  });
  // A consumer of the other feed is notified that its position is not of this one.
  await expect(second.call('feed.read', { after: cursor })).rejects.toBeInstanceOf(OperationError);
});

test('[F6.1] numbers of journal rows are the same in a copy, also if some were purged', async () => {
  const { start, call, backup } = await open('data');
  for (let n = 0; n < 5; n++) await start('quick', { params: { n }, waitMs: 5_000 });
  await call('retention.purge', { olderThan: '0s', limit: 3 });
  await start('quick', { params: { n: 9 }, waitMs: 5_000 });
  const made = await backup();
  const rowsOf = (file: string): unknown[] => {
    const database = new Database(file, { readonly: true });
    try {
      return database.prepare('SELECT rowid, run, seq FROM journal ORDER BY rowid').raw().all();
    } finally {
      database.close();
    }
  };
  const rows = rowsOf(join(folder, 'data', 'signalbox.db'));
  expect(rows.length).toBeGreaterThan(3);
  expect(rowsOf(pathOf(made))).toEqual(rows);
});

test('[F6.1] only operators of the installation make backups, one at a time, in the configured folder', async () => {
  const { call, backup } = await open('data', {
    SIGNALBOX_BACKUPS: join(folder, 'safe'),
    SIGNALBOX_BACKUPS_KEPT: '2',
  });
  const refused = async (input: object, by: Principal) =>
    call('service.backup', input, by).then(
      () => 'made',
      (error: unknown) => (error instanceof OperationError ? error.details.code : error),
    );
  expect(await refused({}, { ...ann, tenant: 'acme' })).toBe('operators_only');
  expect(await refused({}, { ...ann, scopes: new Set(['workflows:query']) })).toBe('missing_scope');
  expect(await refused({ folder: '/tmp' }, ann)).toBe('invalid_input');
  const both = await Promise.all([refused({}, ann), refused({}, ann)]);
  expect(both.toSorted()).toEqual(['made', 'overloaded']);
  await writeFile(join(folder, 'safe', 'of somebody else.backup'), '');
  await writeFile(join(folder, 'safe', 'signalbox-1.backup.unfinished'), 'what a crash left');
  const later = [await backup(), await backup({ keys: false })];
  expect(later).toMatchObject([
    { folder: join(folder, 'safe'), keys: 'included' },
    { folder: join(folder, 'safe'), keys: 'left-out' },
  ]);
  const kept = later.map(({ file }) => file);
  expect((await readdir(join(folder, 'safe'))).toSorted()).toEqual(
    ['of somebody else.backup', ...kept].toSorted(),
  );
  const { entries } = await call<{ readonly entries: readonly { readonly target: string }[] }>('audit.list', {
    operation: 'service.backup',
    outcome: 'done',
  });
  expect(entries.map(({ target }) => target).slice(0, 2)).toEqual(kept.toReversed());
});

test('[F6.1] keys in a variable, or left out, are in no copy; nor is removed data', async () => {
  const word = 'a word that is nowhere else';
  const { start, call, backup } = await open('data', { SIGNALBOX_KEYS: `one:${'A'.repeat(43)}=` });
  const { run } = await start('ask', { waitMs: 5_000 });
  const { items } = await call<ItemList>('items.list', { run });
  await call('items.complete', { item: items[0]?.item, output: { word } });
  await call('runs.get', { run, waitMs: 5_000 });
  expect(readFileSync(pathOf(await backup()), 'latin1')).toContain(word);
  await call('retention.purge', { olderThan: '0s' });
  const made = await backup();
  expect(made.keys).toBe('elsewhere');
  const bytes = readFileSync(pathOf(made), 'latin1');
  expect(bytes).not.toContain(word);
  expect(bytes).not.toContain('A'.repeat(43));
});
