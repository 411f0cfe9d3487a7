/** Params that do not match their schema are refused as such, with what is wrong and without the schema. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, fixtureUrl, type McpFixture, openMcpFixture } from './mcp-fixture.ts';
import { ask } from './raw-dispatch.ts';
import { greetByHand, type RawSession } from './raw-session.ts';

let fixture: McpFixture;
let session: RawSession;
beforeAll(async () => {
  fixture = await openMcpFixture('workflows: { hello: { graph: { a: { call: echo, args: { x: 1 } } } } }');
  session = await greetByHand(fixtureUrl, { fetch: fixture.as(ann) });
});
afterAll(() => fixture.close());

const noText = 'Invalid input: expected string, received';

test.each([
  ['tools/list', { cursor: 5 }, `“cursor”: ${noText} number.`],
  [
    'tools/call',
    { name: 'x', arguments: 'y' },
    '“arguments”: Invalid input: expected record, received string.',
  ],
  ['resources/list', { cursor: {} }, `“cursor”: ${noText} object.`],
  ['resources/read', {}, `“uri”: ${noText} undefined.`],
  [
    'completion/complete',
    { ref: { type: 'none' }, argument: 5 },
    '“ref”: Invalid input; “argument”: Invalid input: expected object, received number.',
  ],
])('[P2.6] %s %j is invalid in both eras', async (method, params, message) => {
  const error = { code: -32_602, message: `Invalid params for ${method}: ${message}` };
  expect(await session.request(method, params)).toMatchObject({ message: { error } });
  expect(await ask(fixtureUrl, method, params, { fetch: fixture.as(ann) })).toEqual({ kind: 'error', error });
  expect(fixture.reports).toEqual([]);
});

test('[P2.6] an initialize without its params is invalid', async () => {
  const { message } = await session.request('initialize', { protocolVersion: 5 });
  expect(message).toMatchObject({
    error: { code: -32_602, message: expect.stringContaining(`“protocolVersion”: ${noText} number`) },
  });
});
