/**
 * Measures a submission that is repeated under its key, inside the operation: no transport, no network except Redis.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type App,
  type Environment,
  openApp,
  type Principal,
  registry,
  resolveSettings,
  scopes,
} from '../../src/operations/index.ts';
import { callOperation } from '../../src/server/pipeline/pipeline.ts';
import { type RedisServer, startRedisServer } from '../../test/servers/redis-server.ts';
import { percentile } from '../durable/setup.ts';
import type { BenchPaths } from '../server/bench-paths.ts';
import { table } from '../table.ts';
import { specifications } from './measure-submissions.ts';

const agent: Principal = {
  subject: 'agent',
  tenant: 'default',
  scopes: new Set(scopes),
  roles: [],
  kind: 'agent',
};

export async function measureHits(paths: BenchPaths, count: number): Promise<void> {
  const measured = async (name: string, env: Environment): Promise<Measured> => {
    const app = await openBenchApp(paths, env);
    try {
      return await measure(name, app, app, count);
    } finally {
      await app.close();
    }
  };
  const rows = [
    await measured('the data folder alone', { SIGNALBOX_IDEMPOTENCY_BACKEND: 'sqlite' }),
    await measured('with memory in front', { SIGNALBOX_IDEMPOTENCY_BACKEND: 'memory' }),
  ];
  const redis = await startRedisServer().catch(noRedis);
  if (redis !== undefined) {
    try {
      const env = { SIGNALBOX_IDEMPOTENCY_BACKEND: 'redis', SIGNALBOX_REDIS_URL: redis.url };
      rows.push(await measured('with Redis in front', env), await measureReplica(paths, env, count));
    } finally {
      await redis.end();
    }
  }
  const shown = (milliseconds: number): string => `${milliseconds.toFixed(3)} ms`;
  table([
    ['inside cases.submit, one after the other', 'hit p50', 'hit p95', 'hit p99', 'first p50', 'first p95'],
    ...rows.map(({ name, hits, firsts }) => [
      name,
      ...[0.5, 0.95, 0.99].map((share) => shown(percentile(hits, share))),
      ...[0.5, 0.95].map((share) => shown(percentile(firsts, share))),
    ]),
  ]);
}

interface Measured {
  readonly name: string;
  /** In milliseconds, sorted. */
  readonly hits: readonly number[];
  readonly firsts: readonly number[];
}

function noRedis(): RedisServer | undefined {
  console.log('  Redis does not start here (install it with apt-get install redis-server): it is left out.');
  return undefined;
}

/** Another server with its own data folder, which learns only from Redis what was done. */
async function measureReplica(paths: BenchPaths, env: Environment, count: number): Promise<Measured> {
  const [first, other] = [await openBenchApp(paths, env), await openBenchApp(paths, env)];
  try {
    return await measure('the same, answered by another replica', first, other, count);
  } finally {
    await first.close();
    await other.close();
  }
}

async function openBenchApp(paths: BenchPaths, env: Environment): Promise<App> {
  const folder = paths.newFolder();
  mkdirSync(join(folder, 'workflows'));
  writeFileSync(join(folder, 'workflows', 'bench.yaml'), specifications);
  const { settings, problems } = resolveSettings({
    flags: new Map([
      ['--data', [folder]],
      ['--workflows', [join(folder, 'workflows')]],
    ]),
    env,
    folder,
  });
  if (problems.length > 0) throw new Error(problems.join(' '));
  return openApp(settings, { env, version: 'bench', warn: console.error });
}

const submit = ({ services }: App, key: string): Promise<unknown> =>
  callOperation(registry, services, agent, 'cases.submit', {
    spec_id: 'greet',
    case_data: { name: 'Ada' },
    idempotency_key: key,
  });

/** @param first server for submissions; @param again server for the repeats */
async function measure(name: string, first: App, again: App, count: number): Promise<Measured> {
  const firsts = await timeEach(count, (n) => submit(first, `first-${n}-of-${name}`));
  const hit = (): Promise<unknown> => submit(again, `one-of-${name}`);
  await submit(first, `one-of-${name}`);
  await timeEach(Math.ceil(count / 5), hit);
  return { name, firsts, hits: await timeEach(count, hit) };
}

async function timeEach(count: number, work: (n: number) => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const begun = performance.now();
    await work(n);
    times.push(performance.now() - begun);
  }
  return times.toSorted((one, other) => one - other);
}
