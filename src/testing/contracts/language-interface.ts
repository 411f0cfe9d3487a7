/** The interfaces of a server as functions that call a tool or a route. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Json } from '../../kernel/index.ts';

export type Fields = { readonly [name: string]: Json };

/** Sends a request, and returns its result. Throws if it is refused. */
export type Send = (method: string, params: Fields) => Promise<Fields>;

/** A call of a route. @returns the body of the answer */
export async function callRoute(
  address: string,
  method: 'GET' | 'POST',
  path: string,
  body?: Fields,
): Promise<{ readonly status: number; readonly body: Fields }> {
  const response = await fetch(`${address}/v1/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: Fields = JSON.parse(await response.text());
  return { status: response.status, body: answer };
}

export const jsonRpc =
  (address: string): Send =>
  (method, params) =>
    post(`${address}/rpc`, method, params);

/** Revision 2026-07-28: every request stands alone. */
export const mcpOf2026 =
  (address: string): Send =>
  (method, params) => {
    const version = '2026-07-28';
    const meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const name = params['name'];
    const headers = {
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    };
    return post(`${address}/mcp`, method, { ...params, _meta: meta }, headers);
  };

/** Revision 2025-11-25: a session. */
export async function openMcpOf2025(address: string): Promise<Send> {
  let headers: Readonly<Record<string, string>> = {};
  const send: Send = (method, params) =>
    post(`${address}/mcp`, method, params, headers, (response) => {
      const session = response.headers.get('mcp-session-id');
      if (session !== null) headers = { 'mcp-session-id': session, 'mcp-protocol-version': revision };
    });
  await send('initialize', hello);
  return send;
}

/** The same over standard input and output. */
export async function openMcpOfProcess(child: ChildProcess): Promise<Send> {
  assert.ok(child.stdin !== null && child.stdout !== null);
  const { stdin } = child;
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  let id = 0;
  const send: Send = async (method, params) => {
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`);
    for (;;) {
      const { value, done } = await lines.next();
      assert.notEqual(done, true, 'The process ended without an answer');
      const message: Message = JSON.parse(value);
      if (message.id === id) return resultOf(message, method);
    }
  };
  await send('initialize', hello);
  return send;
}

/** Calls tools. @returns what they return as data */
export const callTools =
  (send: Send): Send =>
  async (name, args) => {
    const { structuredContent, isError, content } = await send('tools/call', { name, arguments: args });
    assert.notEqual(isError, true, `${name} failed: ${JSON.stringify(content)}`);
    return structuredContent as Fields;
  };

const clientInfo = { name: 'language-cases', version: '1' };
const revision = '2025-11-25';
const hello = { protocolVersion: revision, capabilities: {}, clientInfo };

interface Message {
  readonly id?: Json;
  readonly result?: Fields;
  readonly error?: Json;
}

async function post(
  url: string,
  method: string,
  params: Fields,
  headers: Readonly<Record<string, string>> = {},
  look: (response: Response) => void = () => undefined,
): Promise<Fields> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  look(response);
  const text = await response.text();
  // The result is the last event of a stream.
  const event = text.split('\n').findLast((line) => line.startsWith('data: {'));
  const message: Message = JSON.parse(event?.slice('data: '.length) ?? text);
  return resultOf(message, method);
}

function resultOf({ result, error }: Message, method: string): Fields {
  assert.equal(error, undefined, `${method} failed: ${JSON.stringify(error)}`);
  return result ?? {};
}
