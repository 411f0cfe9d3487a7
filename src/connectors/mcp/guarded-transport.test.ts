import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { createFakeClock } from '../../testing/index.ts';
import { GuardedTransport, type ServerTransport } from './guarded-transport.ts';
import { Intake, maxMessageBytes } from './server-limits.ts';

/** A transport whose server never reads. */
function openFixture() {
  const clock = createFakeClock(1_000);
  const intake = new Intake(clock);
  const inner: ServerTransport = {
    start: async () => {},
    send: () => new Promise(() => {}),
    close: async () => inner.onclose?.(),
  };
  const guarded = new GuardedTransport(inner, { intake });
  const received: JSONRPCMessage[] = [];
  guarded.onmessage = (message) => received.push(message);
  const receive = (message: JSONRPCMessage): void => inner.onmessage?.(message);
  return { clock, intake, inner, guarded, received, receive };
}

const log: JSONRPCMessage = { jsonrpc: '2.0', method: 'notifications/message', params: {} };

test('[H3.3] messages that no call asked for are limited, and the limit recovers with time', () => {
  const { clock, guarded, received, receive } = openFixture();
  for (let at = 0; at < 2_000; at++) receive(log);
  clock.advance(1_000);
  for (let at = 0; at < 500; at++) receive(log);
  expect([received.length, guarded.violation]).toEqual([2_500, undefined]);
  for (let at = 0; at < 500; at++) receive(log);
  expect(received).toHaveLength(2_500);
  expect(guarded.violation?.message).toBe(
    'the server sent more than 2000 messages that no call asked for; it may send 500 per second',
  );
});

test('[H3.3] responses of calls do not count', async () => {
  const { guarded, received, receive } = openFixture();
  for (let id = 0; id < 3_000; id++) {
    void guarded.send({ jsonrpc: '2.0', id, method: 'tools/call' });
    receive({ jsonrpc: '2.0', id, result: {} });
  }
  expect([received.length, guarded.pending, guarded.violation]).toEqual([3_000, 0, undefined]);
  for (let id = 0; id < 3_000; id++) receive({ jsonrpc: '2.0', id, result: {} });
  expect([received.length, guarded.violation]).toEqual([5_000, expect.any(Error)]);
});

test('[H3.3] a server that does not read the answers to its requests is disconnected', () => {
  const { guarded } = openFixture();
  for (let id = 0; id < 100; id++) void guarded.send({ jsonrpc: '2.0', id, result: {} });
  expect(guarded.violation).toBeUndefined();
  void guarded.send({ jsonrpc: '2.0', id: 100, result: {} });
  expect(guarded.violation?.message).toBe(
    'the server sends requests faster than it reads the answers: 100 are waiting',
  );
});

test('[H3.3] a call that was cancelled is no longer expected', () => {
  const { guarded } = openFixture();
  const stop = new AbortController();
  void guarded.send({ jsonrpc: '2.0', id: 1, method: 'a' });
  void guarded.send({ jsonrpc: '2.0', id: 2, method: 'a' }, { requestSignal: stop.signal });
  expect(guarded.pending).toBe(2);
  void guarded.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
  stop.abort();
  expect(guarded.pending).toBe(0);
});

test('[H3.3] each pending call may receive one message of full size, everything else counts', () => {
  const { clock, intake } = openFixture();
  intake.bytes(2 * maxMessageBytes, 1);
  expect(() => intake.bytes(1, 1)).toThrow(
    'the server sent more than 16 MiB that no call asked for; it may send 1 MiB per second',
  );
  intake.response();
  clock.advance(17_000);
  expect(() => intake.bytes(maxMessageBytes, 0)).not.toThrow();
  expect(() => intake.bytes(1, 0)).toThrow();
});

test('[H3.3] a list with too many entries is replaced by an error before it is validated', () => {
  const { guarded, received, receive } = openFixture();
  const long: readonly [string, number, string][] = [
    ['content', 5_001, 'the server sent 5001 content blocks; the limit is 5000'],
    ['tools', 1_001, 'the server listed 1001 tools; the limit is 1000'],
  ];
  for (const [name, length, message] of long) {
    void guarded.send({ jsonrpc: '2.0', id: name, method: 'x' });
    receive({ jsonrpc: '2.0', id: name, result: { [name]: Array.from({ length }) } });
    expect(received.at(-1)).toEqual({ jsonrpc: '2.0', id: name, error: { code: -32_099, message } });
  }
  expect(guarded.violation).toBeUndefined();
});
