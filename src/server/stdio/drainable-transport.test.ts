import { PassThrough } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { DrainableTransport } from './drainable-transport.ts';

const request = (id: number, method = 'tools/call'): JSONRPCMessage => ({ jsonrpc: '2.0', id, method });
const answer = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: {} });

async function open() {
  const input = new PassThrough();
  const output = new PassThrough();
  const transport = new DrainableTransport(input, output);
  const seen: JSONRPCMessage[] = [];
  let wake = (): void => {};
  transport.onmessage = (message) => {
    seen.push(message);
    wake();
  };
  await transport.start();
  const take = async (...messages: readonly JSONRPCMessage[]) => {
    const count = seen.length + messages.length;
    for (const message of messages) input.write(`${JSON.stringify(message)}\n`);
    while (seen.length < count) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  let isSettled = false;
  const settle = () => {
    const settled = transport.settled().then(() => {
      isSettled = true;
    });
    return settled;
  };
  return { input, output, transport, take, settle, isSettled: () => isSettled };
}

/** All immediate work is done. */
const turns = async () => {
  for (let at = 0; at < 5; at++) await new Promise((resolve) => setImmediate(resolve));
};

test('[P1.2] it is drained when every request has its answer', async () => {
  const { input, transport, take, settle, isSettled } = await open();
  await take(request(1), request(2), { jsonrpc: '2.0', method: 'notifications/initialized' });
  input.end();
  const settled = settle();
  await transport.send(answer(1));
  await turns();
  expect(isSettled()).toBe(false);
  await transport.send({ jsonrpc: '2.0', method: 'notifications/progress' });
  await turns();
  expect(isSettled()).toBe(false);
  await transport.send({ jsonrpc: '2.0', id: 2, error: { code: -32_000, message: 'No.' } });
  await settled;
});

test('[P1.2] it does not wait for answers of the client, nor for the end of a subscription', async () => {
  const { transport, take, settle } = await open();
  await take(request(1), request(2, 'subscriptions/listen'));
  await transport.send({ jsonrpc: '2.0', id: 7, method: 'elicitation/create' });
  await settle();
});

test('[P1.2] it waits again after an answer of the client', async () => {
  const { transport, take, settle, isSettled } = await open();
  await take(request(1));
  await transport.send({ jsonrpc: '2.0', id: 7, method: 'elicitation/create' });
  await take(answer(7));
  const settled = settle();
  await turns();
  expect(isSettled()).toBe(false);
  await transport.send(answer(1));
  await settled;
});

test('[P1.2] the last data before the end is still read', async () => {
  const { input, output, transport, settle, isSettled } = await open();
  transport.onmessage = () => setImmediate(() => void transport.send(answer(1)));
  input.end(`${JSON.stringify(request(1))}\n`);
  await settle();
  expect(isSettled()).toBe(true);
  expect(String(output.read())).toBe(`${JSON.stringify(answer(1))}\n`);
});

test('[P1.5] a line that is too long is answered with an error, and the next one is read', async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const transport = new DrainableTransport(input, output, 100);
  const seen: JSONRPCMessage[] = [];
  transport.onmessage = (message) => seen.push(message);
  await transport.start();
  const line = (message: JSONRPCMessage, length: number) => `${JSON.stringify(message).padEnd(length)}\n`;
  input.write(line(request(1), 101) + line(request(2), 100) + line(request(3), 5_000) + line(request(4), 0));
  await expect.poll(() => seen).toEqual([request(2), request(4)]);
  const message = 'The line has more than 100 bytes, which is the limit. Send less at once.';
  const refusal = `${JSON.stringify({ jsonrpc: '2.0', error: { code: -32_600, message } })}\n`;
  expect(String(output.read())).toBe(refusal.repeat(2));
});

test('[P2.6] a request that is no message is answered with its id; what is no request is skipped', async () => {
  const { input, output, take } = await open();
  const malformed = [
    { jsonrpc: '2.0', id: 3, method: 'tools/call', params: 'x' },
    { jsonrpc: '2.0', id: 'four', method: 5 },
    { jsonrpc: '2.0', method: 5 },
  ];
  for (const each of malformed) input.write(`${JSON.stringify(each)}\n`);
  input.write('Listening on port 8080 …\n\n');
  await take(request(1));
  const lines = String(output.read()).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { id: 3, error: { code: -32_600, message: expect.stringContaining('“params”') } },
    { id: 'four', error: { code: -32_600 } },
  ]);
});
