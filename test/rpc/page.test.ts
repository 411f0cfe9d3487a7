/** docs/rpc.md is accurate. */
import { readFileSync } from 'node:fs';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCodes, OperationError } from '../../src/operations/index.ts';
import { describeError, rpcMessageOf } from '../../src/server/errors/error-codes.ts';
import { httpLimits } from '../../src/server/http/contract/http-limits.ts';
import { maxBatchSize } from '../../src/server/rpc/answer-rpc.ts';
import { type LineClient, openLineClient } from './line-client.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/rpc.md');

let client: LineClient;

beforeAll(async () => {
  client = await openLineClient({ 'hello.yaml': read('examples/hello/hello.yaml') });
});

afterAll(() => client.remove());

const lines = [...page.matchAll(/^```rpc\n(.*?)^```/gms)].flatMap(({ 1: block = '' }) =>
  block.trim().split('\n'),
);

test('[A8] the conversations of the JSON-RPC page are accurate', async () => {
  const [, body = ''] = /^curl --json '(.*)' http:\S+\/rpc$/m.exec(page) ?? [];
  expect(await client.ask(body)).toMatchObject({ id: 1, result: { total: 1 } });
  const shown: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (!line.startsWith('→ ')) continue;
    const pattern = lines[at + 1] ?? '';
    expect(pattern).toMatch(/^← /);
    const answer = JSON.stringify(await client.ask(line.slice(2)));
    shown.push(matches(answer, pattern.slice(2)) ? pattern.slice(2) : answer);
  }
  expect(shown).toEqual(lines.filter((line) => line.startsWith('← ')).map((line) => line.slice(2)));
  expect(shown.length).toBeGreaterThan(8);
  await client.ended;
});

/** `…` matches anything. */
function matches(text: string, pattern: string): boolean {
  const parts = pattern.split('…').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}

test('[A8] the limits on the JSON-RPC page are those of the code', () => {
  expect(page).toContain(`1 to ${maxBatchSize} messages`);
  expect(page).toContain(`at most ${httpLimits.bodyBytes / 1_024 / 1_024} MiB`);
  expect(page).toContain(`±${Number.MAX_SAFE_INTEGER}`);
  const revisions = [...SUPPORTED_PROTOCOL_VERSIONS].sort();
  expect(page).toContain(`any from ${revisions[0]} to ${revisions.at(-1)}`);
  const told = [...page.matchAll(/^\| −(\d+) \|/gm)].map(([, number]) => -Number(number));
  const numbers = errorCodes.map(
    (code) => describeError(new OperationError({ code, message: '' }), '')['code'],
  );
  expect(new Set(told)).toEqual(new Set(numbers));
  const named = [...page.matchAll(/^\| −(\d+) \| ([^|]+) \|/gm)];
  expect(named.map(([, number, message]) => [number, message])).toEqual(
    told.map((number) => [String(-number), rpcMessageOf(number, 'in words')]),
  );
});
