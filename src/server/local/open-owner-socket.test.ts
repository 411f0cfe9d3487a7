import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Json } from '../../kernel/index.ts';
import { OperationError, type Principal } from '../../operations/index.ts';
import { type Attachment, attach } from './attachment.ts';
import { encodeFrame, FrameReader, maxFrameBytes } from './frame.ts';
import { encodeRequest, type LocalRequest, protocol } from './local-message.ts';
import {
  maxConcurrent,
  type OwnerSocket,
  type OwnerSocketOptions,
  openOwnerSocket,
} from './open-owner-socket.ts';

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
let ownerSocket: OwnerSocket | undefined;
const open: Socket[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-door-'));
  socket = join(folder, 'x.sock');
});

afterEach(async () => {
  for (const each of open.splice(0)) each.destroy();
  await ownerSocket?.close();
  ownerSocket = undefined;
  await rm(folder, { recursive: true });
});

async function openWith(perform: OwnerSocketOptions['perform']): Promise<void> {
  ownerSocket = await openOwnerSocket({ socket, version, perform });
}

async function attached(): Promise<Attachment> {
  const attachment = await attach({ socket, version });
  if (attachment === undefined) throw new Error('Nobody answered.');
  return attachment;
}

/** Every request waits until its caller stops waiting. */
function createWaitingHandler() {
  let waiting = 0;
  const perform: OwnerSocketOptions['perform'] = async ({ input }, signal) => {
    waiting++;
    if (!signal.aborted) await once(signal, 'abort');
    waiting--;
    return input as Json;
  };
  return { perform, waiting: () => waiting };
}

/** A client that violates the protocol. */
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

test('[R6.1] a request arrives unchanged, and its answer returns to the caller', async () => {
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

test('[R6.1] an error arrives with all its details; one that is not an OperationError reveals nothing', async () => {
  const details = {
    code: 'wrong_state',
    message: 'No.',
    retryable: true,
    context: { run: 'r', at: 1 },
    violations: [{ path: 'p', rule: 'r', message: 'm', expected: 'e', actual: 'a' }],
  } as const;
  await openWith(async ({ operation }) => {
    throw operation === 'known' ? new OperationError(details) : new Error('secret');
  });
  const attachment = await attached();
  expect(await attachment.request(ann, 'known', {})).toMatchObject({
    kind: 'error',
    details: { ...details, category: 'conflict' },
  });
  const unknown = await attachment.request(ann, 'unknown', {});
  expect(unknown).toMatchObject({ kind: 'error', details: { code: 'internal_error' } });
  expect(JSON.stringify(unknown)).not.toContain('secret');
  attachment.close();
});

test('[R6.1] the socket is private to its user, and replaces that of an earlier owner', async () => {
  await writeFile(socket, 'left over');
  await writeFile(`${socket}~`, 'left over');
  await openWith(async () => 1);
  const { mode } = await stat(socket);
  expect(mode & 0o777).toBe(0o600);
  const attachment = await attached();
  expect(await attachment.request(ann, 'x', {})).toMatchObject({ result: 1 });
  attachment.close();
  await ownerSocket?.close();
  ownerSocket = undefined;
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
  ['something to be taken back before hello', [frame({ kind: 'cancel', id: 1 })]],
  ['something to be taken back without saying what', [frame(hello), frame({ kind: 'cancel' })]],
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
])("[R6.1] a client of another %s gets the owner's, and nothing is performed for it", async (_, their) => {
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
});

test('[R6.1] attaching to another version is refused with its process', async () => {
  await openWith(async () => 1);
  await expect(attach({ socket, version: '2.0.0' })).rejects.toMatchObject({
    details: { code: 'version_mismatch', context: { pid: process.pid } },
  });
});

test('[R6.1] without a listener there is nothing to attach to', async () => {
  expect(await attach({ socket, version })).toBeUndefined();
  await writeFile(socket, '');
  expect(await attach({ socket, version })).toBeUndefined();
});

test('[R6.1] requests above the limit are queued, and all of them are answered', async () => {
  const waiting: (() => void)[] = [];
  let maxSeen = 0;
  await openWith(
    ({ input }) =>
      new Promise((done) => {
        waiting.push(() => done(input as Json));
        maxSeen = Math.max(maxSeen, waiting.length);
        // The last ones can come only after the first ones were answered.
        if (waiting.length >= maxConcurrent.work) for (const go of waiting.splice(0)) go();
      }),
  );
  const attachment = await attached();
  const count = maxConcurrent.work * 3;
  const replies = await Promise.all(Array.from({ length: count }, (_, n) => attachment.request(ann, 'x', n)));
  expect(replies).toMatchObject(Array.from({ length: count }, (_, n) => ({ result: n })));
  expect(maxSeen).toBe(maxConcurrent.work);
  attachment.close();
});

/** The amount that Node reads from a socket at once. */
const maxPieceBytes = 65_536;

test('[R6.1] a client above the limit is not read until it has caught up', async () => {
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
  const allowed = maxConcurrent.work + maxConcurrent.waits;
  const count = allowed + 3_000;
  const requestOf = (id: number): Buffer => frame(ask(id, { text: 'x'.repeat(500) }));
  for (let id = 1; id <= count; id++) rude.write(requestOf(id));
  const other = await attached();
  const reply = other.request(ann, 'x', {});
  await expect.poll(() => begun).toBeGreaterThan(allowed);
  // While others connect, the socket would continue reading if it were not paused.
  for (let attempt = 0; attempt < 20; attempt++) (await attached()).close();
  // The last chunk that was read may contain more requests; unread ones are not started.
  const perPiece = Math.ceil(maxPieceBytes / requestOf(1).length);
  expect(begun).toBeLessThanOrEqual(allowed + perPiece + 1);
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

test('[R6.1] a message that is too large is refused on either side, and the connection stays', async () => {
  await openWith(async ({ input }) => (input === 'much' ? 'x'.repeat(maxFrameBytes) : 'ok'));
  const attachment = await attached();
  expect(await attachment.request(ann, 'x', 'much')).toMatchObject({ details: { code: 'result_too_large' } });
  await expect(attachment.request(ann, 'x', 'x'.repeat(maxFrameBytes))).rejects.toMatchObject({
    details: { code: 'input_too_large' },
  });
  expect(await attachment.request(ann, 'x', {})).toMatchObject({ result: 'ok' });
  attachment.close();
});

test('[R6.1] requests without an answer when the socket closes are lost, and reported so', async () => {
  const handler = createWaitingHandler();
  await openWith(handler.perform);
  const attachment = await attached();
  const reply = attachment.request(ann, 'x', { waitMs: 1 });
  await expect.poll(() => handler.waiting()).toBe(1);
  await ownerSocket?.close();
  // It is not waited for, and has ended before the socket is closed.
  expect(handler.waiting()).toBe(0);
  ownerSocket = undefined;
  expect(await reply).toEqual({ kind: 'lost' });
  await attachment.lost;
  expect(await attachment.request(ann, 'x', {})).toEqual({ kind: 'lost' });
});

test('[R6.1] a cancelled wait is answered at once, and the others continue', async () => {
  const handler = createWaitingHandler();
  await openWith(handler.perform);
  const attachment = await attached();
  const [leaving, staying, gone] = [new AbortController(), new AbortController(), AbortSignal.abort()];
  const wait = (n: number, signal: AbortSignal) => attachment.request(ann, 'x', { n, waitMs: 1 }, signal);
  const first = wait(1, leaving.signal);
  const second = wait(2, staying.signal);
  await expect.poll(() => handler.waiting()).toBe(2);
  leaving.abort();
  expect(await first).toMatchObject({ kind: 'result', result: { n: 1 } });
  // The request is performed even without a waiting caller.
  expect(await wait(3, gone)).toMatchObject({ kind: 'result', result: { n: 3 } });
  expect(handler.waiting()).toBe(1);
  staying.abort();
  expect(await second).toMatchObject({ kind: 'result', result: { n: 2 } });
  attachment.close();
});

test('[R6.1] cancelling an answered or unknown request has no effect', async () => {
  await openWith(async () => 'done');
  const other = await stranger();
  const heard: unknown[] = [];
  const reader = new FrameReader();
  other.on('data', (piece) => heard.push(...reader.push(piece)));
  other.write(Buffer.concat([hello, ask(1, {}), { kind: 'cancel', id: 7 }].map(frame)));
  await expect.poll(() => heard).toHaveLength(2);
  other.write(Buffer.concat([{ kind: 'cancel', id: 1 }, ask(2, {})].map(frame)));
  await expect.poll(() => heard.at(-1)).toEqual({ kind: 'result', id: 2, result: 'done' });
});

test('[R6.1] the maximum number of waits does not block other requests, and a cancelled wait makes room for the next', async () => {
  const handler = createWaitingHandler();
  await openWith((request, signal) =>
    request.operation === 'wait' ? handler.perform(request, signal) : Promise.resolve('done'),
  );
  const attachment = await attached();
  const signals = Array.from({ length: maxConcurrent.waits + 2 }, () => new AbortController());
  const waits = signals.map(({ signal }, n) => attachment.request(ann, 'wait', { n, waitMs: 1 }, signal));
  await expect.poll(() => handler.waiting(), { timeout: 20_000 }).toBe(maxConcurrent.waits);
  expect(await attachment.request(ann, 'work', {})).toMatchObject({ result: 'done' });
  // A queued wait that is cancelled needs no slot.
  signals.at(-1)?.abort();
  expect(await waits.at(-1)).toMatchObject({ result: { n: maxConcurrent.waits + 1 } });
  expect(handler.waiting()).toBe(maxConcurrent.waits);
  signals[0]?.abort();
  expect(await waits[0]).toMatchObject({ result: { n: 0 } });
  await expect.poll(() => handler.waiting()).toBe(maxConcurrent.waits);
  for (const each of signals) each.abort();
  expect(await Promise.all(waits)).toMatchObject(signals.map((_, n) => ({ result: { n } })));
  attachment.close();
});

test('[R6.1] waits of a disconnected client are not waited for', async () => {
  const handler = createWaitingHandler();
  await openWith(handler.perform);
  const attachment = await attached();
  const reply = attachment.request(ann, 'x', { waitMs: 1 });
  await expect.poll(() => handler.waiting()).toBe(1);
  attachment.close();
  expect(await reply).toEqual({ kind: 'lost' });
  await expect.poll(() => handler.waiting()).toBe(0);
});

test('[R6.1] a request that is too large to send does not block the next ones', async () => {
  const held: (() => void)[] = [];
  await openWith(({ input }) => new Promise((done) => held.push(() => done(input as Json))));
  const attachment = await attached();
  const before = Array.from({ length: maxConcurrent.work }, (_, n) => attachment.request(ann, 'x', n));
  const large = attachment.request(ann, 'x', 'x'.repeat(maxFrameBytes));
  const behind = attachment.request(ann, 'x', 'behind');
  await expect.poll(() => held.length).toBe(maxConcurrent.work);
  held.shift()?.();
  await expect(large).rejects.toMatchObject({ details: { code: 'input_too_large' } });
  await expect.poll(() => held.length).toBe(maxConcurrent.work);
  for (const go of held.splice(0)) go();
  expect(await behind).toMatchObject({ result: 'behind' });
  expect(await Promise.all(before)).toHaveLength(maxConcurrent.work);
  attachment.close();
});

test('[R6.1] a connection that uses a request id twice is closed', async () => {
  const handler = createWaitingHandler();
  await openWith(handler.perform);
  const rude = await stranger();
  rude.resume();
  const closed = once(rude, 'close');
  rude.write(Buffer.concat([frame(hello), frame(ask(1, {})), frame(ask(1, {}))]));
  await closed;
  await expect.poll(() => handler.waiting()).toBe(0);
});
