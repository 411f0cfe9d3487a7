import { expect, test } from 'vitest';
import { openRpcFixture } from '../../../test/server/rpc-fixture.ts';
import { answerRpc } from './answer-rpc.ts';

const ask = async (method: string, params?: object, fixture = openRpcFixture()): Promise<unknown> =>
  answerRpc(
    fixture.dependencies,
    { jsonrpc: '2.0', id: 1, method, ...(params === undefined ? {} : { params }) },
    fixture.caller,
  );

test('[W6.1] initialize describes the server, in the requested revision', async () => {
  for (const protocolVersion of ['2024-11-05', '2025-11-25']) {
    expect(
      await ask('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'x' } }),
    ).toMatchObject({
      id: 1,
      result: {
        protocolVersion,
        capabilities: { tools: { listChanged: false } },
        serverInfo: { name: 'signalbox', version: '1.2.3' },
        instructions: expect.stringContaining('workflow'),
      },
    });
  }
  expect(await ask('initialize')).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
});

test('[W6.1] an unknown revision is refused with the known ones', async () => {
  expect(await ask('initialize', { protocolVersion: '1.0.0' })).toMatchObject({
    error: { code: -32602, data: { suggested_action: expect.stringContaining('2024-11-05') } },
  });
  expect(await ask('initialize', { protocolVersion: 7 })).toMatchObject({
    error: { code: -32602, data: { violations: [{ path: 'protocolVersion' }] } },
  });
});

test('[W6.1] tools/call answers as in MCP: an error of a tool is a result, an unknown tool is an error', async () => {
  expect(await ask('tools/call', { name: 'echo', arguments: { a: 1 }, _meta: {} })).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: { content: [{ type: 'text', text: '{"a":1}' }], structuredContent: { a: 1 } },
  });
  expect(await ask('tools/call', { name: 'echo', arguments: null })).toMatchObject({
    result: { structuredContent: {} },
  });
  expect(await ask('tools/call', { name: 'nobody' })).toMatchObject({
    error: { code: -32602, message: 'Invalid params', data: { message: 'Unknown tool: nobody.' } },
  });
  expect(await ask('tools/call', { arguments: [] })).toMatchObject({
    error: { code: -32602, data: { violations: [{ path: 'name' }, { path: 'arguments' }] } },
  });
});

test('[W6.1] tools/list refuses an unknown cursor', async () => {
  expect(await ask('tools/list')).toEqual({ jsonrpc: '2.0', id: 1, result: { tools: [] } });
  expect(await ask('tools/list', { cursor: 'bm9ib2R5' })).toMatchObject({ error: { code: -32602 } });
});

test('[W6.1] shutdown answers with null, even if the caller may not end the connection', async () => {
  expect(await ask('shutdown')).toEqual({ jsonrpc: '2.0', id: 1, result: null });
});
