/**
 * Processes that are killed between the work and the reply: a repeat returns the same case. They run the built
 * program.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Environment } from '../../src/operations/index.ts';
import { type RedisServer, startRedisServer } from '../servers/redis-server.ts';
import { openReplicaSet, type ReplicaSet, submitInput, until } from './replica.ts';
import { runAndKill } from './run-and-kill.ts';

let server: RedisServer;
beforeAll(async () => {
  server = await startRedisServer();
});
afterAll(() => server.end());

let replicaSet: ReplicaSet;
beforeEach(async () => {
  await server.ask('FLUSHALL');
  await server.ask('SET', 'signalbox:age', '1');
  replicaSet = await openReplicaSet(server.url);
});
afterEach(() => replicaSet.end());

/** A process that submits a case. */
const live = (moment: 'before' | 'after', env: Environment) =>
  runAndKill({
    ...{ data: replicaSet.dataOf('one'), workflows: replicaSet.workflows, env, moment },
    ...{ operation: 'cases.submit', order: submitInput('k') },
  });

const alone: Environment = { SIGNALBOX_IDEMPOTENCY_BACKEND: 'sqlite', SIGNALBOX_REDIS_URL: '' };
const shared = (): Environment => ({
  SIGNALBOX_IDEMPOTENCY_BACKEND: 'redis',
  SIGNALBOX_REDIS_URL: server.url,
});

test.each(['sqlite', 'redis'])(
  '[F2.1] %s: killed after the commit and before the reply, it returns the same case for a repeat',
  async (backend) => {
    const env = backend === 'sqlite' ? alone : shared();
    expect(await live('after', env)).toEqual(['SIGKILL', '']);
    const one = await replicaSet.open('one', env);
    const [run] = await one.runs();
    expect(await one.submit('k')).toMatchObject({ case_id: run });
    expect(await one.runs()).toEqual([run]);
  },
);

test.each(['sqlite', 'redis'])(
  '[F2.1] %s: killed before the commit, it executes the repeat',
  async (backend) => {
    const env = backend === 'sqlite' ? alone : shared();
    expect(await live('before', env)).toEqual(['SIGKILL', '']);
    const one = await replicaSet.open('one', env);
    expect(await one.runs()).toEqual([]);
    const { case_id } = await one.submit('k');
    expect(await one.runs()).toEqual([case_id]);
  },
);

test('[F2.4] a request during which a replica was killed is not executed by another; it answers when that one is back', async () => {
  expect(await live('after', shared())).toEqual(['SIGKILL', '']);
  const other = await replicaSet.open('other');
  await server.ask('CONFIG', 'RESETSTAT');
  let isAnswered = false;
  const answer = other.submit('k').finally(() => {
    isAnswered = true;
  });
  // It has asked more than once: it is waiting.
  await until(async () => {
    const [, calls = '0'] = /cmdstat_eval:calls=(\d+)/.exec(await server.ask('INFO', 'commandstats')) ?? [];
    return Number(calls) >= 6;
  });
  expect(isAnswered).toBe(false);
  const one = await replicaSet.open('one');
  const [run] = await one.runs();
  expect(await answer).toMatchObject({ case_id: run });
  expect(await other.runs()).toEqual([]);
});
