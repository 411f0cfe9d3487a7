/** A process is killed at every point of its work, repeatedly: nothing is lost, and nothing is done twice. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../src/testing/index.ts';
import { checkOrderOfUndo, checkRequestLog, worksDone } from './check-request-log.ts';
import { type CountingServer, startCountingServer } from './counting-server.ts';
import {
  type CrashCampaign,
  type CrashSetup,
  type Phase,
  phases,
  runCrashCampaign,
  runWorkerOnce,
} from './crash-campaign.ts';
import { inspectStore } from './inspect-store.ts';
import { killUpgrade, upgradeMoments } from './migration.ts';
import { makeOldDatabase, orphansIn } from './old-database.ts';
import { planKills } from './plan-kills.ts';
import { startsOf, trialsFolder } from './trials.ts';
import { type KillPoint, openWorkerPool, type WorkerPool, type WorkerReport } from './worker-pool.ts';

const seed = Number(process.env['SIGNALBOX_SEED'] ?? 1);
const times = process.env['SIGNALBOX_LONG'] === '1' ? 12 : 1;
/** Nothing here takes long, but every process has to load the program. */
const timeout = times === 1 ? 240_000 : 3_600_000;
const rounds = Array.from({ length: times }, (_, round) => round);
const moments = ['before', 'row', 'written', 'after'] as const;

const tally = new Map<Phase, number>(phases.map((phase) => [phase, 0]));
let extent = '';
const count = (phase: Phase): void => void tally.set(phase, (tally.get(phase) ?? 0) + 1);

let folder: string;
let server: CountingServer;
let workerPool: WorkerPool;
/** A folder in which everything has ended. */
let settled: { readonly setup: CrashSetup; readonly runs: CrashCampaign['runs'] };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-crash-'));
  server = await startCountingServer();
  workerPool = openWorkerPool();
  const setup = setupOf('settled');
  server.begin();
  const { reports } = await runWorkerOnce(setup, { starts: batchOf(0) }, null);
  settled = { setup, runs: runsOf(reports, 'started') };
});
afterAll(async () => {
  await workerPool.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
  const lines = [...tally].map(([phase, kills]) => `${String(kills).padStart(6)}  ${phase}`);
  console.log(`kills by phase, seed ${seed}${extent}\n${lines.join('\n')}`);
});

const setupOf = (name: string): CrashSetup => ({
  workerPool,
  server,
  data: join(folder, name),
  workflows: trialsFolder,
});
async function copySetup({ data }: CrashSetup, name: string): Promise<CrashSetup> {
  const setup = setupOf(name);
  await cp(data, setup.data, { recursive: true });
  return setup;
}
const fileOf = ({ data }: CrashSetup): string => join(data, 'signalbox.db');

const batchOf = (workerIndex: number) => startsOf(server.url, String(workerIndex));

test(
  `[R5.1][R2.1][R2.3] killed at any point, every run ends as if nothing had happened, seed ${seed}`,
  async () => {
    const random = createRandom(seed);
    const requestLog = server.begin();
    const setup = setupOf('killed');
    const campaign = await runCrashCampaign(setup, random, planKills(random, times), batchOf);
    for (const phase of campaign.kills) count(phase);
    expect(campaign.problems).toEqual([]);
    const { starts, runs } = campaign;

    const calm = server.begin();
    const quiet = setupOf('quiet');
    const undisturbed = await runWorkerOnce(quiet, { starts }, null);
    const expected = await endingsByKey(quiet, runsOf(undisturbed.reports, 'started'));
    const killed = await endingsByKey(setup, runs);
    expect([...expected.problems, ...killed.problems]).toEqual([]);
    expect([expected.runs, killed.runs]).toEqual([starts.length, starts.length]);
    checkRequestLog(calm, expected.succeeded);
    checkRequestLog(requestLog, killed.succeeded);
    checkOrderOfUndo(requestLog);
    expect(worksDone(requestLog)).toEqual(worksDone(calm));
    expect(killed.endings).toEqual(expected.endings);
    extent = `: ${starts.length} runs, ${requestLog.length} requests (${calm.length} undisturbed)`;
    // Otherwise nothing would have been tested.
    expect(requestLog.length).toBeGreaterThan(calm.length);
  },
  timeout,
);

test.each(rounds)(
  '[R5.2] killed while a run is forked, the fork exists or not, and after a repeated request it exists once, round %i',
  async (round) => {
    const setup = await copySetup(settled.setup, `forked-${round}`);
    const { runs } = settled;
    const forks = [
      { key: 'a', run: idOf(runs, 'in_a_row-0'), at: 2 },
      { key: 'b', run: idOf(runs, 'large-0'), at: 2 },
      { key: 'c', run: idOf(runs, 'asking-0'), at: 4 },
      { key: 'd', run: idOf(runs, 'undone-0'), at: 1 },
    ];
    for (const [at, fork] of forks.entries()) {
      const moment = moments[(at + round + 1) % moments.length] ?? 'before';
      const { signal } = await runWorkerOnce(setup, { forks: [fork] }, killAt('fork', moment));
      expect(signal).toBe('SIGKILL');
      count('fork');
      const { records, problems } = await inspectStore(fileOf(setup));
      const isThere = records.some(({ origin }) => origin?.run === fork.run);
      expect([isThere, problems]).toEqual([moment === 'after', []]);
    }
    const { reports } = await runWorkerOnce(setup, { forks }, null);
    const forked = runsOf(reports, 'forked');
    const { endings, records, problems } = await inspectStore(fileOf(setup));
    expect(problems).toEqual([]);
    expect(records).toHaveLength(runs.size + forks.length);
    for (const { key, run } of forks) {
      expect(endings.get(idOf(forked, key))).toEqual(endings.get(run));
    }
  },
  timeout,
);

test.each(rounds)(
  '[R5.2] killed while old runs are purged, all of them exist or none, and the others are complete, round %i',
  async (round) => {
    const setup = await copySetup(settled.setup, `purged-${round}`);
    const kept = { key: 'kept', workflow: 'asking', params: { url: server.url, id: 'kept' } };
    let keptRun = '';
    for (const moment of moments) {
      const task = { starts: [kept], purge: { olderThan: '0 seconds' }, answers: false };
      const { signal, reports } = await runWorkerOnce(setup, task, killAt('purge', moment));
      expect(signal).toBe('SIGKILL');
      count('purge');
      keptRun = idOf(runsOf(reports, 'started'), 'kept');
      const left = await inspectStore(fileOf(setup));
      expect(left.records).toHaveLength(moment === 'after' ? 1 : settled.runs.size + 1);
      expect(left.problems).toEqual([]);
    }
    await runWorkerOnce(setup, {}, null);
    const { endings } = await inspectStore(fileOf(setup));
    expect(endings.get(keptRun)).toMatchObject({ status: 'completed' });
    const orphans = orphansIn(fileOf(setup));
    expect(Object.entries(orphans).filter(([, rows]) => rows > 0)).toEqual([]);
  },
  timeout,
);

test(
  `[R5.2][R1.9] killed while it is upgraded, a database is the old one or the new one, and so is its copy, seed ${seed}`,
  async () => {
    const random = createRandom(seed);
    const old = join(folder, 'old.db');
    const size = makeOldDatabase(old, fileOf(settled.setup), 20);
    for (const round of rounds) {
      for (const moment of upgradeMoments) {
        let isKilled = false;
        for (let attempt = 1; !isKilled && attempt <= 5; attempt++) {
          const place = join(folder, `${moment}-${round}-${attempt}`);
          isKilled = await killUpgrade(old, place, moment, random.int(size / 2));
        }
        expect(isKilled, moment).toBe(true);
        count('migration');
      }
    }
  },
  timeout,
);

test('[R5.1][R5.2] every phase was tested', () => {
  expect([...tally].filter(([, kills]) => kills === 0)).toEqual([]);
});

const killAt = (subject: 'fork' | 'purge', moment: KillPoint['moment']) =>
  ({ phase: subject, kind: 'own', own: { subject, moment, at: 1 } }) as const;

const runsOf = (reports: readonly WorkerReport[], kind: 'started' | 'forked'): CrashCampaign['runs'] =>
  new Map(
    reports.flatMap((report) =>
      'key' in report && report.kind === kind ? [[report.key, report.run] as const] : [],
    ),
  );

function idOf(runs: CrashCampaign['runs'], key: string): string {
  const run = runs.get(key);
  if (run === undefined) throw new Error(`“${key}” was not started.`);
  return run;
}

async function endingsByKey(setup: CrashSetup, runs: CrashCampaign['runs']) {
  const { endings, records, succeeded, problems } = await inspectStore(fileOf(setup));
  const byKey = Object.fromEntries([...runs].map(([key, run]) => [key, endings.get(run)]));
  return { endings: byKey, runs: records.length, succeeded, problems };
}
