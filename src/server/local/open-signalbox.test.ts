import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  lockFolder,
  OperationError,
  type Principal,
  resolveSettings,
  type Settings,
  scopes,
} from '../../operations/index.ts';
import { encodeFrame, FrameReader } from './frame.ts';
import { openSignalbox } from './open-signalbox.ts';
import type { Signalbox, SignalboxEnvironment } from './signalbox.ts';

const ann: Principal = {
  subject: 'ann',
  tenant: 'default',
  scopes: new Set(scopes),
  roles: [],
  kind: 'person',
};

const workflow = `domain: desk
version: "1.0"
workflows:
  ask:
    params:
      name: { type: str, required: true }
    graph:
      ask:
        type: yield
        message: "Say something, $name"
        expects:
          answer: { type: str, required: true }
        output: said
      tell:
        call: echo
        depends_on: [ask]
        args: { said: $said.answer }
`;

let folder = '';
let boxes: Signalbox[] = [];
let warnings: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-local-'));
  await mkdir(join(folder, 'workflows'));
  await writeFile(join(folder, 'workflows', 'ask.yaml'), workflow);
  warnings = [];
});

afterEach(async () => {
  await Promise.all(boxes.map((box) => box.close()));
  boxes = [];
  await rm(folder, { recursive: true });
});

function settingsOf(data = join(folder, 'data')): Settings {
  const flags = new Map([
    ['--data', [data]],
    ['--workflows', [join(folder, 'workflows')]],
  ]);
  return resolveSettings({ flags, env: {}, folder }).settings;
}

async function open(settings = settingsOf(), more: Partial<SignalboxEnvironment> = {}): Promise<Signalbox> {
  const warn = (line: string): void => void warnings.push(line);
  const box = await openSignalbox(settings, { env: {}, version: '1', warn, ...more });
  boxes.push(box);
  return box;
}

/** The name of a run or an item. */
const idOf = (view: unknown, field: string): string => String(Reflect.get(Object(view), field));
const start = (box: Signalbox, more: object = {}): Promise<unknown> =>
  box.call(ann, 'runs.start', { workflow: 'ask', params: { name: 'Ann' }, ...more });

test('[R6.1] the first process owns the folder, the next attach, and all see the same', async () => {
  const roles: string[] = [];
  const onRole = (role: string): void => void roles.push(role);
  const first = await open(settingsOf(), { onRole });
  const second = await open(settingsOf(), { onRole });
  expect([first.role, second.role]).toEqual(['owner', 'attached']);
  expect(roles).toEqual(['owner', 'attached']);
  expect([first.owner, second.owner]).toEqual([{ pid: process.pid }, { pid: process.pid }]);
  const run = idOf(await start(second), 'run');
  expect(await first.call(ann, 'runs.get', { run })).toMatchObject({ run, startedBy: 'ann' });
});

test("[T10][R6.1] a process that attaches with other folders than the owner's is warned once", async () => {
  const first = await open();
  const others = { ...settingsOf(), workflows: [join(folder, 'elsewhere')] };
  const named = ['workflows', 'connectors'] as const;
  await open(settingsOf(), { named });
  await open(others);
  expect(warnings).toEqual([]);
  const second = await open(others, { named });
  await second.call(ann, 'definitions.list', {});
  expect(warnings).toEqual([
    expect.stringContaining(
      `its --workflows ${join(folder, 'workflows')}, not ${join(folder, 'elsewhere')}.`,
    ),
  ]);
  expect(warnings[0]).toContain(`Process ${first.owner?.pid} owns the data folder`);
});

test('[R6.1] folder, database, note, keys and socket are private to their user', async () => {
  await open();
  const data = join(folder, 'data');
  expect((await stat(data)).mode & 0o777).toBe(0o700);
  for (const name of await readdir(data)) {
    if (name.startsWith('owner.lock')) continue;
    expect([name, ((await stat(join(data, name))).mode & 0o777).toString(8)]).toEqual([name, '600']);
  }
});

test('[R6.1] errors are the same for the owner and for attached processes', async () => {
  const both = [await open(), await open()];
  const query = { ...ann, scopes: new Set(['workflows:query'] as const) };
  const calls: readonly [Principal, string, unknown, string][] = [
    [ann, 'runs.strat', {}, 'operation_not_found'],
    [ann, 'runs.start', { workflow: 'ask', params: {} }, 'invalid_parameters'],
    [ann, 'runs.start', undefined, 'invalid_input'],
    [ann, 'runs.get', { run: 'nobody' }, 'run_not_found'],
    [{ ...ann, tenant: 'other' }, 'runs.get', { run: 'nobody' }, 'run_not_found'],
    [query, 'runs.start', { workflow: 'ask' }, 'missing_scope'],
  ];
  for (const [principal, name, input, code] of calls) {
    const [owned, asked] = await Promise.all(
      both.map((box) => box.call(principal, name, input).catch((error: unknown) => error)),
    );
    expect(owned).toBeInstanceOf(OperationError);
    expect(owned).toMatchObject({ details: { code } });
    expect(asked).toEqual(owned);
  }
});

test('[R6.2] when the owner closes, an attached process takes over, and every request is answered', async () => {
  const first = await open();
  const others = [await open(), await open(), await open()];
  const keys = Array.from({ length: 30 }, (_, n) => `key-${n}`);
  const starts = keys.map(async (idempotencyKey, n) => start(others[n % 3] ?? first, { idempotencyKey }));
  await Promise.all([first.close(), ...starts]);
  expect(new Set((await Promise.all(starts)).map((view) => idOf(view, 'run'))).size).toBe(keys.length);
  await expect.poll(() => others.map(({ owner }) => owner?.pid)).toEqual(others.map(() => process.pid));
  expect(others.map(({ role }) => role).toSorted()).toEqual(['attached', 'attached', 'owner']);
  const listed = await others[0]?.call(ann, 'runs.list', { limit: 200 });
  expect(listed).toMatchObject({ runs: { length: keys.length } });
});

test('[R6.1] a request without a key that is sent twice is performed once', async () => {
  const first = await open();
  const second = await open();
  const begun = Array.from({ length: 20 }, () => start(second));
  await first.close();
  const runs = new Set((await Promise.all(begun)).map((view) => idOf(view, 'run')));
  expect(runs.size).toBe(20);
  expect(await second.call(ann, 'runs.list', { limit: 200 })).toMatchObject({ runs: { length: 20 } });
});

test('[R6.1] long waits continue with the next owner', async () => {
  const first = await open();
  const second = await open();
  const run = idOf(await start(second, { waitMs: 5_000 }), 'run');
  const items = await second.call(ann, 'items.list', { run });
  const item = idOf(Object(items).items[0], 'item');
  const { seq } = Object(await second.call(ann, 'runs.get', { run }));
  const waiting = second.call(ann, 'runs.get', { run, waitMs: 20_000, after: seq });
  await first.close();
  await second.call(ann, 'items.complete', { item, output: { answer: 'yes' } });
  await waiting;
  expect(await second.call(ann, 'runs.get', { run, waitMs: 10_000 })).toMatchObject({
    status: 'completed',
    output: { said: 'yes' },
  });
});

/** The state of a run without an answer, and a caller that waits for it. */
async function waitAt(box: Signalbox, signal?: AbortSignal) {
  const run = idOf(await start(box, { waitMs: 5_000 }), 'run');
  const view = await box.call(ann, 'runs.get', { run });
  const { seq } = Object(view);
  return { view, told: box.call(ann, 'runs.get', { run, waitMs: 20_000, after: seq }, signal) };
}

test('[R6.1] a cancelled wait ends with what is available, at the owner and in an attached process', async () => {
  for (const box of [await open(), await open()]) {
    const leaving = new AbortController();
    const { view, told } = await waitAt(box, leaving.signal);
    leaving.abort();
    expect(await told).toEqual(view);
    // The request is performed although its caller no longer waits.
    const begun = await box.call(
      ann,
      'runs.start',
      { workflow: 'ask', params: { name: 'Bob' }, waitMs: 20_000 },
      AbortSignal.abort(),
    );
    const run = idOf(begun, 'run');
    expect(await box.call(ann, 'runs.get', { run })).toMatchObject({ run, startedBy: 'ann' });
  }
});

test('[R6.1] closing ends the waits of its own process with what is available, and the others stay open', async () => {
  const [owner, other] = [await open(), await open()];
  const waits = [await waitAt(owner), await waitAt(other)];
  await other.close();
  expect(await waits[1]?.told).toEqual(waits[1]?.view);
  await owner.close();
  expect(await waits[0]?.told).toEqual(waits[0]?.view);
});

test('[R6.1] a path of 150 characters and a folder that others can access work', async () => {
  const deep = join(folder, 'd'.repeat(150));
  const shown = join(folder, 'shown');
  await mkdir(shown);
  await chmod(shown, 0o755);
  for (const data of [deep, shown]) {
    const [owner, other] = [await open(settingsOf(data)), await open(settingsOf(data))];
    expect([owner.role, other.role]).toEqual(['owner', 'attached']);
    expect(await other.call(ann, 'runs.list', {})).toMatchObject({ runs: [] });
    const { socket } = JSON.parse(await readFile(join(data, 'owner.json'), 'utf8'));
    expect(socket.startsWith(data)).toBe(false);
    await owner.close();
    await other.close();
    await expect(stat(socket)).rejects.toThrow('ENOENT');
  }
});

test('[R6.1] another version is refused, and the owner continues', async () => {
  const first = await open();
  await expect(open(settingsOf(), { version: '2' })).rejects.toMatchObject({
    details: { code: 'version_mismatch', message: expect.stringContaining('Signalbox 1; this is 2') },
  });
  expect(await first.call(ann, 'runs.list', {})).toMatchObject({ runs: [] });
});

test('[R6.1] a note and a socket of a dead process do not interfere', async () => {
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  await writeFile(join(data, 'signalbox.sock'), '');
  await writeFile(join(data, 'owner.json'), '{"pid": 1, ');
  const [owner, other] = [await open(), await open()];
  expect([owner.role, other.role]).toEqual(['owner', 'attached']);
});

test('[R6.1] a closed one refuses calls, and closing twice is harmless', async () => {
  const [owner, other] = [await open(), await open()];
  for (const box of [other, owner]) {
    await box.close();
    await box.close();
    await expect(box.call(ann, 'runs.list', {})).rejects.toMatchObject({
      details: { code: 'engine_unavailable', retryable: true },
    });
  }
  expect(await readdir(join(folder, 'data'))).not.toContain('owner.json');
  expect((await open()).role).toBe('owner');
});

test('[R6.2] a process that cannot take over reports it, and the next one does', async () => {
  const first = await open();
  const broken = await open({ ...settingsOf(), keys: 'nonsense' });
  await first.close();
  await expect.poll(() => warnings.join()).toContain('could not take over the data folder');
  expect(warnings.join()).not.toContain('nonsense');
  const next = await open();
  expect(next.role).toBe('owner');
  expect(await broken.call(ann, 'runs.list', {})).toMatchObject({ runs: [] });
  expect(broken.role).toBe('attached');
});

/** An owner with scripted answers. @returns a function that ends it */
async function fakeOwner(answer: (message: { id: number; input: object }) => readonly object[]) {
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  const lock = lockFolder(data);
  const socket = join(data, 'signalbox.sock');
  await writeFile(join(data, 'owner.json'), JSON.stringify({ pid: 4711, version: '1', socket }));
  const server = createServer((connection) => {
    const frames = new FrameReader();
    connection.on('data', (piece) => {
      for (const message of frames.push(piece)) {
        const replies = Object(message).kind === 'hello' ? [message] : answer(Object(message));
        if (replies.length === 0) connection.destroy();
        else connection.write(Buffer.concat(replies.map((each) => encodeFrame(each) ?? Buffer.alloc(0))));
      }
    });
  });
  server.listen(socket);
  await once(server, 'listening');
  await chmod(socket, 0o600);
  return () => {
    server.close();
    lock?.release();
  };
}

test('[R6.1] a request that ends every connection is given up, with the key to repeat it', async () => {
  const keys: unknown[] = [];
  const end = await fakeOwner(({ input }) => {
    keys.push(Reflect.get(input, 'idempotencyKey'));
    return [];
  });
  try {
    const box = await open();
    const error = await start(box).catch((reason: unknown) => reason);
    expect(keys).toHaveLength(20);
    expect(new Set(keys).size).toBe(1);
    const [idempotencyKey] = keys;
    expect(error).toMatchObject({ details: { code: 'engine_unavailable', context: { idempotencyKey } } });
    await box.close();
  } finally {
    end();
  }
});

test('[R6.1] a request sent while a connection ends goes to the next one', async () => {
  let asked = 0;
  const end = await fakeOwner(({ id }) => {
    const result = { kind: 'result', id, result: ++asked };
    return asked === 1 ? [result, { kind: 'nonsense' }] : [result];
  });
  try {
    const box = await open();
    expect(await box.call(ann, 'runs.list', {})).toBe(1);
    expect(await box.call(ann, 'runs.list', {})).toBe(2);
    await box.close();
  } finally {
    end();
  }
});
