import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Json } from '../../kernel/index.ts';
import { OperationError, type Principal } from '../../operations/index.ts';
import { type Attachment, attach } from './attachment.ts';
import { encodeFrame, FrameReader, longestFrame } from './frame.ts';
import { encodeRequest, type LocalRequest, protocol } from './local-message.ts';
import { type Door, mostAtOnce, openDoor } from './open-door.ts';

const version = '1.2.3';
const ann: Principal = {
  subject: 'ann',
  tenant: 'default',
  scopes: new Set(['workflows:query', 'admin']),
  roles: ['clerk'],
  kind: 'person',
};

let folder = '';
let socket = '';
let door: Door | undefined;
const open: Socket[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-door-'));
  socket = join(folder, 'x.sock');
});

afterEach(async () => {
  for (const each of open.splice(0)) each.destroy();
  await door?.close();
  door = undefined;
  await rm(folder, { recursive: true });
});

async function openWith(perform: (request: LocalRequest) => Promise<Json>): Promise<void> {
  door = await openDoor({ socket, version, perform });
}

async function attached(): Promise<Attachment> {
  const attachment = await attach({ socket, version });
  if (attachment === undefined) throw new Error('Nobody answered.');
  return attachment;
}

/** Somebody who does not keep to the rules. */
async function stranger(): Promise<Socket> {
  const each = connect(socket);
  open.push(each);
  each.on('error', () => undefined);
  await once(each, 'connect');
  return each;
}

const frame = (value: unknown): Buffer => encodeFrame(value) ?? Buffer.alloc(0);
const hello = { kind: 'hello', protocol, version, pid: 1 };
const ask = (id: number, input: unknown): unknown =>
  encodeRequest({ kind: 'request', id, principal: ann, operation: 'x', input });

test('[R6.1] a request arrives as it was asked, and its answer comes back to whoever asked', async () => {
  const seen: LocalRequest[] = [];
  await openWith(async (request) => {
    seen.push(request);
    return { echo: request.input as Json };
  });
  const attachment = await attached();
  expect(attachment.pid).toBe(process.pid);
  const replies = await Promise.all([1, 2, 3].map((n) => attachment.request(ann, 'runs.get', { n })));
  expect(replies).toMatchObject([1, 2, 3].map((n) => ({ kind: 'result', result: { echo: { n } } })));
  expect(seen[0]).toMatchObject({ principal: ann, operation: 'runs.get', input: { n: 1 } });
  attachment.close();
});

test('[R6.1] an error arrives with all of its details; what is no OperationError tells nothing', async () => {
  const details = {
    code: 'x',
    category: 'conflict',
    message: 'No.',
    retryable: true,
    context: { run: 'r', at: 1 },
    violations: [{ path: 'p', rule: 'r', message: 'm', expected: 'e', actual: 'a' }],
  } as const;
  await openWith(async ({ operation }) => {
    throw operation === 'known' ? new OperationError(details) : new Error('secret');
  });
  const attachment = await attached();
  expect(await attachment.request(ann, 'known', {})).toMatchObject({ kind: 'error', details });
  const unknown = await attachment.request(ann, 'unknown', {});
  expect(unknown).toMatchObject({ kind: 'error', details: { code: 'internal_error' } });
  expect(JSON.stringify(unknown)).not.toContain('secret');
  attachment.close();
});

test('[R6.1] the socket is for its user alone, and what an earlier owner left is replaced', async () => {
  await writeFile(socket, 'left over');
  await writeFile(`${socket}~`, 'left over');
  await openWith(async () => 1);
  const { mode } = await stat(socket);
  expect(mode & 0o777).toBe(0o600);
  const attachment = await attached();
  expect(await attachment.request(ann, 'x', {})).toMatchObject({ result: 1 });
  attachment.close();
  await door?.close();
  door = undefined;
  await expect(stat(socket)).rejects.toThrow('ENOENT');
});

test.each<[string, readonly Buffer[]]>([
  ['no frame', [Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')]],
  ['too long a frame', [Buffer.from([0xff, 0xff, 0xff, 0xff])]],
  ['no JSON', [Buffer.from([0, 0, 0, 1, 0x7b])]],
  ['a request before hello', [frame(ask(1, {}))]],
  ['a ping before hello', [frame({ kind: 'ping' })]],
  ['hello twice', [frame(hello), frame(hello)]],
  ['an unknown kind', [frame(hello), frame({ kind: 'shutdown' })]],
  ['a request without a principal', [frame(hello), frame({ kind: 'request', id: 1, operation: 'x' })]],
  ['no object', [frame(hello), frame([1, 2])]],
  [
    'a scope that is none',
    [
      frame(hello),
      frame({
        kind: 'request',
        id: 1,
        operation: 'x',
        input: {},
        principal: { ...ann, scopes: ['everything'] },
      }),
    ],
  ],
])('[R6.1] a connection that sends %s is closed, and no other', async (_, pieces) => {
  let performed = 0;
  await openWith(async () => ++performed);
  const other = await attached();
  const hostile = await stranger();
  const closed = once(hostile, 'close');
  hostile.resume();
  for (const piece of pieces) hostile.write(piece);
  await closed;
  expect(performed).toBe(0);
  expect(await other.request(ann, 'x', {})).toMatchObject({ result: 1 });
  other.close();
});

test.each([
  ['version', { ...hello, version: '9.9.9' }],
  ['protocol', { ...hello, protocol: protocol + 1 }],
])(
  '[R6.1] whoever is of another %s is told which one this is, and nothing is done for them',
  async (_, their) => {
    let performed = 0;
    await openWith(async () => ++performed);
    const foreign = await stranger();
    const heard: unknown[] = [];
    const reader = new FrameReader();
    foreign.on('data', (piece) => heard.push(...reader.push(piece)));
    const closed = once(foreign, 'close');
    foreign.write(Buffer.concat([frame(their), frame(ask(1, {}))]));
    await closed;
    expect(heard).toEqual([{ kind: 'hello', protocol, version, pid: process.pid }]);
    expect(performed).toBe(0);
  },
);

test('[R6.1] attaching to another version is refused with which process that is', async () => {
  await openWith(async () => 1);
  await expect(attach({ socket, version: '2.0.0' })).rejects.toMatchObject({
    details: { code: 'version_mismatch', context: { pid: process.pid } },
  });
});

test('[R6.1] where nobody listens, there is nothing to attach to', async () => {
  expect(await attach({ socket, version })).toBeUndefined();
  await writeFile(socket, '');
  expect(await attach({ socket, version })).toBeUndefined();
});

test('[R6.1] too much at once waits its turn, and all of it is answered', async () => {
  const waiting: (() => void)[] = [];
  let most = 0;
  await openWith(
    ({ input }) =>
      new Promise((done) => {
        waiting.push(() => done(input as Json));
        most = Math.max(most, waiting.length);
        // The last ones can only come when the first ones have been answered.
        if (waiting.length >= mostAtOnce) for (const go of waiting.splice(0)) go();
      }),
  );
  const attachment = await attached();
  const count = mostAtOnce * 3;
  const replies = await Promise.all(Array.from({ length: count }, (_, n) => attachment.request(ann, 'x', n)));
  expect(replies).toMatchObject(Array.from({ length: count }, (_, n) => ({ result: n })));
  expect(most).toBe(mostAtOnce);
  attachment.close();
});

/** As much as Node reads from a socket at once. */
const longestPiece = 65_536;

test('[R6.1] whoever asks for more than is allowed at once is not listened to meanwhile', async () => {
  let begun = 0;
  let release = (): void => undefined;
  const gate = new Promise<void>((done) => {
    release = done;
  });
  await openWith(async () => {
    begun++;
    await gate;
    return 'x'.repeat(10_000);
  });
  const rude = await stranger();
  rude.write(frame(hello));
  const count = 6_000;
  const requestOf = (id: number): Buffer => frame(ask(id, { text: 'x'.repeat(500) }));
  for (let id = 1; id <= count; id++) rude.write(requestOf(id));
  const other = await attached();
  const reply = other.request(ann, 'x', {});
  await expect.poll(() => begun).toBeGreaterThan(mostAtOnce);
  // While others come and are greeted, the door would read on, if it listened.
  for (let visitor = 0; visitor < 20; visitor++) (await attached()).close();
  // The last piece that was read may hold some more; what was not read is not begun.
  const perPiece = Math.ceil(longestPiece / requestOf(1).length);
  expect(begun).toBeLessThanOrEqual(mostAtOnce + perPiece + 1);
  release();
  expect(await reply).toMatchObject({ kind: 'result' });
  expect(begun).toBeLessThan(count);
  const reader = new FrameReader();
  let answered = -1;
  rude.on('data', (piece) => {
    answered += reader.push(piece).length;
  });
  await expect.poll(() => answered, { timeout: 30_000 }).toBe(count);
  other.close();
});

test('[R6.1] what is too large to pass is refused on either side, and the connection stays', async () => {
  await openWith(async ({ input }) => (input === 'much' ? 'x'.repeat(longestFrame) : 'ok'));
  const attachment = await attached();
  expect(await attachment.request(ann, 'x', 'much')).toMatchObject({ details: { code: 'result_too_large' } });
  await expect(attachment.request(ann, 'x', 'x'.repeat(longestFrame))).rejects.toMatchObject({
    details: { code: 'input_too_large' },
  });
  expect(await attachment.request(ann, 'x', {})).toMatchObject({ result: 'ok' });
  attachment.close();
});

test('[R6.1] what was not answered when the door closes is lost, and known to be', async () => {
  await openWith(() => new Promise(() => undefined));
  const attachment = await attached();
  const reply = attachment.request(ann, 'x', {});
  await door?.close();
  door = undefined;
  expect(await reply).toEqual({ kind: 'lost' });
  await attachment.lost;
  expect(await attachment.request(ann, 'x', {})).toEqual({ kind: 'lost' });
});
