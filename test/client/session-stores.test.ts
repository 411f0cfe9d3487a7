/** Both session stores: the same contract, and what only files have. */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createFileSessionStore,
  createMemorySessionStore,
  type JsonObject,
  type SessionStore,
  SessionStoreError,
} from '../../src/client/index.ts';

let base = '';
let folder = '';

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'signalbox-sessions-'));
  folder = join(base, '.signalbox/sessions');
});

afterEach(() => rm(base, { recursive: true, force: true }));

const stores: readonly (readonly [kind: string, open: () => SessionStore])[] = [
  ['file', () => createFileSessionStore(folder)],
  ['memory', createMemorySessionStore],
];
const sample = { workflow_id: 'hetzner-setup', session_id: 's-1', state_blob: 'sb1.abc' };

async function errorOf(ask: () => Promise<unknown>): Promise<SessionStoreError> {
  const error = await ask().catch((thrown: unknown) => thrown);
  if (error instanceof SessionStoreError) return error;
  throw new Error('It was not refused.', { cause: error });
}

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

test.each(stores)('[Q8.1] the %s store returns what was saved last, until it is deleted', async (_, open) => {
  const store = open();
  expect([await store.load('s-1'), await store.list()]).toEqual([undefined, []]);
  await store.save('s-1', sample);
  await store.save('run_2', { state_blob: 'ü "\u2028\ud800', nested: [{ deep: null }, 1.5, ''] });
  await store.save('s-1', { ...sample, state_blob: 'sb1.def' });
  expect(await store.load('s-1')).toEqual({ ...sample, state_blob: 'sb1.def' });
  expect(await store.load('run_2')).toEqual({
    state_blob: 'ü "\u2028\ud800',
    nested: [{ deep: null }, 1.5, ''],
  });
  expect(await store.list()).toEqual(['run_2', 's-1']);
  await store.delete('s-1');
  await store.delete('s-1');
  expect([await store.load('s-1'), await store.list()]).toEqual([undefined, ['run_2']]);
});

test.each(stores)('[Q8.1] a state of the %s store shares nothing with its caller', async (_, open) => {
  const store = open();
  const answers = ['one'];
  await store.save('s-1', { answers });
  answers.push('two');
  const loaded = (await store.load('s-1')) as { answers: string[] };
  loaded.answers.push('three');
  expect(await store.load('s-1')).toEqual({ answers: ['one'] });
});

test.each(stores)('[Q8.1] the %s store refuses an id that could lead to another file', async (_, open) => {
  const store = open();
  await writeFile(join(base, 'other.json'), '{}');
  const ids = ['', '.', '..', '../other', '..\\other', 'a/b', '/etc/passwd', 's-1.json', 's 1', 's\0', 's\n'];
  for (const id of [...ids, 'ü', 'a'.repeat(129), '%2e%2e', undefined as unknown as string]) {
    for (const ask of [() => store.save(id, sample), () => store.load(id), () => store.delete(id)]) {
      expect((await errorOf(ask)).message).toMatch(/^The session id ".*" is invalid\. Use 1 to 128 letters/);
    }
  }
  expect(await readdir(base)).toEqual(['other.json']);
  await store.save('a'.repeat(128), sample);
  expect(await store.list()).toEqual(['a'.repeat(128)]);
});

test.each(stores)(
  '[Q8.1] the %s store refuses a state that is not an object of JSON values',
  async (_, open) => {
    const store = open();
    await store.save('s-1', sample);
    for (const state of [undefined, null, 'text', 5, [sample]]) {
      const { message } = await errorOf(() => store.save('s-1', state as unknown as JsonObject));
      expect(message).toBe('The state of session s-1 must be an object of JSON values.');
    }
    expect(await store.load('s-1')).toEqual(sample);
  },
);

test.skipIf(process.platform === 'win32')(
  '[Q8.1] only the owner can read the folder and its files',
  async () => {
    const store = createFileSessionStore(folder);
    const before = process.umask(0o022);
    await store.save('s-1', sample).finally(() => process.umask(before));
    await store.save('s-1', sample);
    expect([await modeOf(folder), await modeOf(join(folder, 's-1.json'))]).toEqual([0o700, 0o600]);
    // A file that was opened to others is closed to them when it is replaced.
    await chmod(join(folder, 's-1.json'), 0o644);
    await store.save('s-1', sample);
    expect(await modeOf(join(folder, 's-1.json'))).toBe(0o600);
  },
);

test('[Q8.1] a session is one readable file of its folder, and other files are not sessions', async () => {
  const store = createFileSessionStore(folder);
  await store.save('s-1', sample);
  expect(JSON.parse(await readFile(join(folder, 's-1.json'), 'utf8'))).toEqual(sample);
  await writeFile(join(folder, 'notes.txt'), '');
  await writeFile(join(folder, 'two words.json'), '{}');
  await writeFile(join(folder, '.s-1.1234.draft'), '{"work');
  await writeFile(join(folder, '.s-10.1234.draft'), '{"work');
  expect(await store.list()).toEqual(['s-1']);
  // What an interrupted save has left goes with its session.
  await store.delete('s-1');
  expect((await readdir(folder)).sort()).toEqual(['.s-10.1234.draft', 'notes.txt', 'two words.json']);
});

test('[Q8.1] a damaged file is an error that names it, whatever part of the state is missing', async () => {
  const store = createFileSessionStore(folder);
  const file = join(folder, 's-1.json');
  await store.save('s-1', sample);
  const whole = await readFile(file, 'utf8');
  const parts = Array.from({ length: whole.trimEnd().length }, (_, length) => whole.slice(0, length));
  for (const text of [...parts, 'null', '[]', '5', `${whole}${whole}`]) {
    await writeFile(file, text);
    const error = await errorOf(() => store.load('s-1'));
    expect(error).toMatchObject({ file, message: expect.stringContaining(`“${file}” is damaged`) });
  }
  await store.save('s-1', sample);
  expect(await store.load('s-1')).toEqual(sample);
});

test('[Q8.1] a folder that cannot be used is reported with its file and the reason', async () => {
  await writeFile(join(base, '.signalbox'), 'a file');
  const store = createFileSessionStore(folder);
  for (const ask of [() => store.save('s-1', sample), () => store.load('s-1')]) {
    const { file, message, cause } = await errorOf(ask);
    expect([file, cause]).toEqual([join(folder, 's-1.json'), expect.any(Error)]);
    expect(message).toMatch(
      /cannot be (?:read|written) \((?:ENOTDIR|EEXIST)\)\. Check that you own its folder/,
    );
  }
  expect((await errorOf(() => store.list())).file).toBe(folder);
  await rm(join(base, '.signalbox'));
  await mkdir(join(folder, 's-1.json'), { recursive: true });
  expect((await errorOf(() => store.save('s-1', sample))).message).toContain('EISDIR');
  expect(await readdir(folder)).toEqual(['s-1.json']);
});

test.skipIf(process.platform !== 'linux')(
  '[Q8.1] a folder that can never exist is reported, too',
  async () => {
    const { message } = await errorOf(() =>
      createFileSessionStore('/proc/none/sessions').save('s-1', sample),
    );
    expect(message).toContain('“/proc/none/sessions/s-1.json” cannot be written (ENOENT)');
  },
);

test('[Q8.1] without files of a host, the file store says what to use instead', () => {
  vi.stubGlobal('process', undefined);
  try {
    expect(() => createFileSessionStore('sessions')).toThrow(/In a browser, use createMemorySessionStore/);
  } finally {
    vi.unstubAllGlobals();
  }
});
