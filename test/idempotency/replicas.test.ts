/** Replicas with a Redis server in front of them: what one has executed, or has in progress, no other executes. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RedisServer, startRedisServer } from '../servers/redis-server.ts';
import { openReplicaSet, type Replica, type ReplicaSet, submitInput } from './replica.ts';

let server: RedisServer;
beforeAll(async () => {
  server = await startRedisServer();
});
afterAll(() => server.end());

let replicaSet: ReplicaSet;
let [one, other]: readonly Replica[] = [];
beforeEach(async () => {
  await server.ask('FLUSHALL');
  // It has not lost any data.
  await server.ask('SET', 'signalbox:age', '1');
  await server.ask('SET', 'apart:age', '1');
  replicaSet = await openReplicaSet(server.url);
  one = await replicaSet.open('one');
  other = await replicaSet.open('other');
});
afterEach(() => replicaSet.end());

/** For types alone: they were opened before. */
const both = (): readonly [Replica, Replica] => {
  if (one === undefined || other === undefined) throw new Error('There are no replicas.');
  return [one, other];
};

test('[F2.4] the same key at two replicas at once makes one case, and both return the same', async () => {
  const [a, b] = both();
  const keys = Array.from({ length: 20 }, (_, at) => `agent-ask-${at}`);
  const answers = await Promise.all(
    keys.map((key) => Promise.all([a.submit(key), b.submit(key), a.submit(key)])),
  );
  for (const [first, ...others] of answers) {
    for (const each of others) {
      expect(each).toMatchObject({
        case_id: first?.case_id,
        created_at: first?.created_at,
        status: first?.status,
      });
    }
  }
  expect([...(await a.runs()), ...(await b.runs())]).toHaveLength(keys.length);
});

test('[F2.4] a repeat at another replica gets the same answer; with a different input it is a conflict', async () => {
  const [a, b] = both();
  const { case_id, status, created_at } = await a.submit('k');
  expect(await b.submit('k')).toMatchObject({ case_id, status, created_at });
  expect((await b.refused('cases.submit', submitInput('k', 'Eve'))).code).toBe('idempotency_conflict');
  expect([await a.runs(), await b.runs()]).toEqual([[case_id], []]);
});

test('[F2.4] an operation that needs the run itself reports that another replica has it', async () => {
  const [a, b] = both();
  const start = { workflow: 'ask', params: { who: 'Ann' }, idempotencyKey: 'k' };
  const { run } = await a.call('runs.start', start);
  expect(await b.refused('runs.start', start)).toMatchObject({
    code: 'engine_unavailable',
    retryable: true,
    message: expect.stringContaining(
      `Another replica performed the request of this key, and has the run “${run}”`,
    ),
    context: { run, reason: 'kept-elsewhere' },
  });
  expect((await b.refused('runs.start', { ...start, params: {} })).code).toBe('idempotency_conflict');
  expect(await a.call('runs.start', start)).toMatchObject({ run, repeated: true });
  expect(await b.runs()).toEqual([]);
});

test('[F2.4] a case of another replica is not reported as removed', async () => {
  const [a, b] = both();
  const { case_id } = await a.submit('k');
  await b.submit('k');
  expect(await b.refused('runs.get', { run: case_id })).toMatchObject({
    code: 'run_not_found',
    message: `The run “${case_id}” does not exist. Another replica may have it: this one has only its own.`,
    suggestedAction: expect.stringMatching(/Call the replica that it was first sent to\.$/),
    context: { run: case_id, reason: 'maybe-elsewhere' },
  });
  const alone = await replicaSet.open('alone', { SIGNALBOX_IDEMPOTENCY_BACKEND: 'memory' });
  expect(await alone.refused('runs.get', { run: case_id })).toMatchObject({
    message: `The run “${case_id}” does not exist.`,
    context: { run: case_id },
  });
});

test('[F2.1][F2.4] a refusal at one replica leaves the key free for all', async () => {
  const [a, b] = both();
  const wrong = { ...submitInput('k'), spec_id: 'no such' };
  await a.refused('cases.submit', wrong);
  const { case_id } = await b.submit('k');
  expect([await a.runs(), await b.runs()]).toEqual([[], [case_id]]);
});

test('[F2.4] the keys in Redis reveal nothing about callers, and expire', async () => {
  const [a] = both();
  await a.submit('agent-7-secret-plan');
  const keys = await server.ask('KEYS', '*');
  expect(keys).toMatch(/signalbox:receipt:[\da-f]{64}\r\n/);
  expect(keys).not.toMatch(/secret|agent|cases/);
  const [name = ''] = /signalbox:receipt:[\da-f]{64}/.exec(keys) ?? [];
  const left = Number(/\d+/.exec(await server.ask('PTTL', name))?.[0]);
  expect(left).toBeGreaterThan(86_000_000);
  expect(left).toBeLessThanOrEqual(86_400_000);
});

test('[F2.4] another prefix is another set of receipts', async () => {
  const [a] = both();
  const apart = await replicaSet.open('apart', { SIGNALBOX_REDIS_PREFIX: 'apart' });
  const { case_id } = await a.submit('k');
  expect((await apart.submit('k')).case_id).not.toBe(case_id);
});

const hostile = [
  'no JSON',
  '',
  'null',
  '[]',
  '{"version":2,"kind":"done"}',
  '{"version":1,"kind":"done","receipt":{"run":"evil"}}',
  '{"version":1,"kind":"claimed","by":5}',
  '\u0000\ufffd',
  'x'.repeat(1_000_000),
];

test('[F2.4] foreign values there are ignored, of any kind', async () => {
  const [a, b] = both();
  const first = await a.submit('k');
  const [name = ''] = /signalbox:receipt:[\da-f]{64}/.exec(await server.ask('KEYS', '*')) ?? [];
  for (const [at, text] of hostile.entries()) {
    await server.ask('SET', name, text);
    // A receipt in the store is not looked up there; without one, the foreign value counts as unknown.
    expect(await a.submit('k')).toEqual(first);
    const fresh = await replicaSet.open(`fresh-${at}`);
    const { case_id } = await fresh.submit('k');
    expect(await fresh.runs()).toEqual([case_id]);
  }
  // Not valid text.
  const bytes = await replicaSet.open('bytes');
  await server.ask('EVAL', `return redis.call('SET', KEYS[1], string.char(255, 254))`, '1', name);
  expect((await bytes.submit('k')).case_id).not.toBe(first.case_id);
  await server.ask('DEL', name);
  await server.ask('LPUSH', name, 'a list');
  expect((await b.submit('k')).case_id).not.toBe(first.case_id);
});

test('[F2.4] a receipt of another key under this one is ignored', async () => {
  const [a, b] = both();
  await a.submit('k');
  const [name = ''] = /signalbox:receipt:[\da-f]{64}/.exec(await server.ask('KEYS', '*')) ?? [];
  const receipt = /\{.*\}/.exec(await server.ask('GET', name))?.[0] ?? '';
  await server.ask('SET', name, receipt.replace('"key":"k"', '"key":"other"'));
  const { case_id } = await b.submit('k');
  expect(await b.runs()).toEqual([case_id]);
});
