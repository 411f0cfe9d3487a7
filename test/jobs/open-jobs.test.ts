import { afterEach, describe, expect, test } from 'vitest';
import { type JobSettings, type OpenJobs, openJobs } from '../../src/operations/app/open-jobs.ts';
import { OperationError } from '../../src/operations/contract/operation-error.ts';
import { shareEnvironment } from '../../src/operations/jobs/read-environment-data.ts';
import { runJob } from '../../src/operations/jobs/run-job.ts';
import type { JobRequest, PoolOutcome } from '../../src/runtime/index.ts';

const ann = { tenant: 'acme', subject: 'ann' };
const bob = { tenant: 'globex', subject: 'bob' };
const settings: JobSettings = { workers: 2, computingRate: 500, tenants: true };
const opened: OpenJobs[] = [];

afterEach(() => {
  for (const jobs of opened.splice(0)) jobs.close();
});

const keep = (jobs: OpenJobs): OpenJobs => {
  opened.push(jobs);
  return jobs;
};

const text = 'workflows:\n  hello:\n    graph:\n      a: { call: echo }\n';
const shared = shareEnvironment(null, null);
const codeOf = (error: unknown): unknown => (error instanceof OperationError ? error.details.code : error);

describe('in real processes', () => {
  test('[W7.3] a document is read, drawn and simulated elsewhere, with the result that it has here', async () => {
    const jobs = keep(openJobs(settings));
    const file = { path: 'hello.yaml', text };
    const read = await runJob({ jobs }, ann, 'read', file, { shared });
    expect(read).toEqual(await runJob({}, ann, 'read', file, { shared }));
    const [workflow] = read.workflows;
    if (workflow === undefined) throw new Error('It has no workflow.');
    expect(await runJob({ jobs }, ann, 'drawLine', workflow.sketch)).toBe('a');
    const input = { path: 'guide.json', source: '{"id": "one"', repair: true };
    const guide = { operation: 'guides.check', input };
    expect(await runJob({ jobs }, ann, 'compute', guide)).toEqual(await runJob({}, ann, 'compute', guide));
  });
});

/** A pool whose jobs end as the test says. */
function scriptedPool(outcome: PoolOutcome = { kind: 'done', text: '{}', usedMs: 1 }) {
  const requests: JobRequest[] = [];
  let count = 0;
  return {
    requests,
    setCount: (value: number) => {
      count = value;
    },
    countOf: () => count,
    run: async (request: JobRequest) => {
      requests.push(request);
      return outcome;
    },
    load: () => ({ jobs: 0, waitingJobs: 0, stoppedJobs: 0 }),
    close: () => undefined,
  };
}

describe('limits', () => {
  const read = (jobs: OpenJobs, owner = ann, path = 'a.yaml') =>
    jobs.run(owner, 'read', { path, text }, { shared }).catch(codeOf);

  test.each<[PoolOutcome, string]>([
    [{ kind: 'late', usedMs: 1 }, 'The work was stopped: it takes more than 5 s of computing.'],
    [
      { kind: 'ended', usedMs: 1 },
      'The work was stopped: it needs more than 512 MB of memory, or its process was killed.',
    ],
    [{ kind: 'large', usedMs: 1 }, 'The work was stopped: its result has more than 16 million characters.'],
  ])('[W7.3] a job that reaches a limit is an error that names the limit: %o', async (outcome, message) => {
    const jobs = openJobs(settings, scriptedPool(outcome));
    await expect(jobs.run(ann, 'read', { path: 'a.yaml', text }, { shared })).rejects.toMatchObject({
      details: { code: 'computing_limit', message },
    });
  });

  test('[W7.4] a principal that used its computing time is refused until it has some again; others are not', async () => {
    let now = 0;
    const jobs = openJobs(settings, scriptedPool({ kind: 'done', text: '{}', usedMs: 30_500 }), () => now);
    expect(await read(jobs)).toBe('{}');
    await expect(jobs.run(ann, 'read', { path: 'b.yaml', text }, { shared })).rejects.toMatchObject({
      details: { code: 'rate_limited', context: { retryAfterMs: 1_002 } },
    });
    expect(await read(jobs, { ...ann, subject: 'cat' })).toBe('{}');
    expect(await read(jobs, bob)).toBe('{}');
    now = 1_002;
    expect(await read(jobs, ann, 'b.yaml')).toBe('{}');
  });

  test('[W7.4] too many waiting jobs are refused, except those of a change that was made', async () => {
    const pool = scriptedPool();
    const jobs = openJobs(settings, pool);
    pool.setCount(20);
    expect(await read(jobs)).toBe('overloaded');
    expect(await jobs.run(ann, 'read', { path: 'a.yaml', text }, { shared, always: true })).toBe('{}');
    expect(await jobs.runInBackground('documents', 'read', { path: 'b.yaml', text }, shared)).toBe('{}');
  });

  test('[W7.4] jobs are shared between tenants, or between principals if there is one tenant', async () => {
    const parties = async (tenants: boolean) => {
      const pool = scriptedPool();
      const jobs = openJobs({ ...settings, tenants }, pool);
      await read(jobs);
      await read(jobs, bob, 'b.yaml');
      return pool.requests.map(({ party }) => party);
    };
    expect(await parties(true)).toEqual(['acme', 'globex']);
    expect(await parties(false)).toEqual(['ann', 'bob']);
  });

  test('[W7.3] before callers are served, small documents are read in this process, up to a limit', async () => {
    const pool = scriptedPool();
    const jobs = openJobs(settings, pool);
    const found = await jobs.runInBackground('', 'read', { path: 'a.yaml', text }, shared);
    expect(JSON.parse(found)).toMatchObject({ language: 'graph', violations: [] });
    expect(pool.requests).toEqual([]);
    const large = `${text}#${'x'.repeat(65_536)}`;
    await jobs.runInBackground('', 'read', { path: 'a.yaml', text: large }, shared);
    await jobs.runInBackground('documents', 'read', { path: 'b.yml', text }, shared);
    expect(pool.requests.map(({ party }) => party)).toEqual(['', 'documents']);
  });

  test('[W7.3] the same document in the same environment is read once', async () => {
    const pool = scriptedPool();
    const jobs = openJobs(settings, pool);
    const services = { services: new Map(), codelets: new Map(), participants: new Map(), roles: new Map() };
    for (const each of [shared, shared, shareEnvironment(null, services)]) {
      await jobs.run(ann, 'read', { path: 'a.yaml', text }, { shared: each });
    }
    expect(pool.requests).toHaveLength(2);
  });
});
