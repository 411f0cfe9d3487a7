/** A process is killed at every point of its work, again and again: nothing is lost, and nothing is done twice. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../src/testing/index.ts';
import { type Campaign, liveOnce, type Phase, type Place, phases, runCampaign } from './campaign.ts';
import { checkLedger, checkOrderOfUndo, worksDone } from './check-ledger.ts';
import { type CountingServer, startCountingServer } from './counting-server.ts';
import { inspectStore } from './inspect-store.ts';
import { killUpgrade, upgradeMoments } from './migration.ts';
import { type Nursery, type OwnDeath, openNursery, type Word } from './nursery.ts';
import { makeOldDatabase, orphansIn } from './old-database.ts';
import { planDeaths } from './plan-deaths.ts';
import { startsOf, trialsFolder } from './trials.ts';

const seed = Number(process.env['SIGNALBOX_SEED'] ?? 1);
const times = process.env['SIGNALBOX_LONG'] === '1' ? 12 : 1;
/** Nothing here takes long by itself, but every life of a process has to load the program. */
const timeout = times === 1 ? 240_000 : 3_600_000;
const rounds = Array.from({ length: times }, (_, round) => round);
const moments = ['before', 'row', 'written', 'after'] as const;

const tally = new Map<Phase, number>(phases.map((phase) => [phase, 0]));
let extent = '';
const count = (phase: Phase): void => void tally.set(phase, (tally.get(phase) ?? 0) + 1);

let folder: string;
let server: CountingServer;
let nursery: Nursery;
/** A folder in which everything has ended. */
let settled: { readonly place: Place; readonly runs: Campaign['runs'] };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-crash-'));
  server = await startCountingServer();
  nursery = openNursery();
  const place = placeOf('settled');
  server.begin();
  const { words } = await liveOnce(place, { starts: batchOf(0) }, null);
  settled = { place, runs: runsOf(words, 'started') };
});
afterAll(async () => {
  await nursery.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
  const lines = [...tally].map(([phase, kills]) => `${String(kills).padStart(6)}  ${phase}`);
  console.log(`kills by phase, seed ${seed}${extent}\n${lines.join('\n')}`);
});

const placeOf = (name: string): Place => ({
  nursery,
  server,
  data: join(folder, name),
  workflows: trialsFolder,
});
async function placeLike({ data }: Place, name: string): Promise<Place> {
  const place = placeOf(name);
  await cp(data, place.data, { recursive: true });
  return place;
}
const fileOf = ({ data }: Place): string => join(data, 'signalbox.db');

const batchOf = (life: number) => startsOf(server.url, String(life));

test(
  `[R5.1][R2.1][R2.3] killed anywhere, every run ends as if nothing had happened, seed ${seed}`,
  async () => {
    const random = createRandom(seed);
    const ledger = server.begin();
    const place = placeOf('killed');
    const campaign = await runCampaign(place, random, planDeaths(random, times), batchOf);
    for (const phase of campaign.kills) count(phase);
    expect(campaign.problems).toEqual([]);
    const { starts, runs } = campaign;

    const calm = server.begin();
    const quiet = placeOf('quiet');
    const undisturbed = await liveOnce(quiet, { starts }, null);
    const expected = await endingsByKey(quiet, runsOf(undisturbed.words, 'started'));
    const killed = await endingsByKey(place, runs);
    expect([...expected.problems, ...killed.problems]).toEqual([]);
    expect([expected.runs, killed.runs]).toEqual([starts.length, starts.length]);
    checkLedger(calm, expected.succeeded);
    checkLedger(ledger, killed.succeeded);
    checkOrderOfUndo(ledger);
    expect(worksDone(ledger)).toEqual(worksDone(calm));
    expect(killed.endings).toEqual(expected.endings);
    extent = `: ${starts.length} runs, ${ledger.length} requests (${calm.length} undisturbed)`;
    // Without this nothing would have been put to the test.
    expect(ledger.length).toBeGreaterThan(calm.length);
  },
  timeout,
);

test.each(rounds)(
  '[R5.2] killed while a run is forked, there is a fork or there is none, and asked again there is one, round %i',
  async (round) => {
    const place = await placeLike(settled.place, `forked-${round}`);
    const { runs } = settled;
    const forks = [
      { key: 'a', run: idOf(runs, 'in_a_row-0'), at: 2 },
      { key: 'b', run: idOf(runs, 'large-0'), at: 2 },
      { key: 'c', run: idOf(runs, 'asking-0'), at: 4 },
      { key: 'd', run: idOf(runs, 'undone-0'), at: 3 },
    ];
    for (const [at, fork] of forks.entries()) {
      const moment = moments[(at + round + 1) % moments.length] ?? 'before';
      const { signal } = await liveOnce(place, { forks: [fork] }, ownDeath('fork', moment));
      expect(signal).toBe('SIGKILL');
      count('fork');
      const { records, problems } = await inspectStore(fileOf(place));
      const isThere = records.some(({ origin }) => origin?.run === fork.run);
      expect([isThere, problems]).toEqual([moment === 'after', []]);
    }
    const { words } = await liveOnce(place, { forks }, null);
    const forked = runsOf(words, 'forked');
    const { endings, records, problems } = await inspectStore(fileOf(place));
    expect(problems).toEqual([]);
    expect(records).toHaveLength(runs.size + forks.length);
    for (const { key, run } of forks) {
      expect(endings.get(idOf(forked, key))).toEqual(endings.get(run));
    }
  },
  timeout,
);

test.each(rounds)(
  '[R5.2] killed while old runs are removed, all of them are there or none, and the others are whole, round %i',
  async (round) => {
    const place = await placeLike(settled.place, `purged-${round}`);
    const kept = { key: 'kept', workflow: 'asking', params: { url: server.url, id: 'kept' } };
    let keptRun = '';
    for (const moment of moments) {
      const task = { starts: [kept], purge: { olderThan: '0 seconds' }, answers: false };
      const { signal, words } = await liveOnce(place, task, ownDeath('purge', moment));
      expect(signal).toBe('SIGKILL');
      count('purge');
      keptRun = idOf(runsOf(words, 'started'), 'kept');
      const left = await inspectStore(fileOf(place));
      expect(left.records).toHaveLength(moment === 'after' ? 1 : settled.runs.size + 1);
      expect(left.problems).toEqual([]);
    }
    await liveOnce(place, {}, null);
    const { endings } = await inspectStore(fileOf(place));
    expect(endings.get(keptRun)).toMatchObject({ status: 'completed' });
    const orphans = orphansIn(fileOf(place));
    expect(Object.entries(orphans).filter(([, rows]) => rows > 0)).toEqual([]);
  },
  timeout,
);

test(
  `[R5.2][R1.9] killed while it is upgraded, a database is the old one or the new one, and so is its copy, seed ${seed}`,
  async () => {
    const random = createRandom(seed);
    const old = join(folder, 'old.db');
    const size = makeOldDatabase(old, fileOf(settled.place), 20);
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

test('[R5.1][R5.2] no phase was left out', () => {
  expect([...tally].filter(([, kills]) => kills === 0)).toEqual([]);
});

const ownDeath = (subject: 'fork' | 'purge', moment: OwnDeath['moment']) =>
  ({ phase: subject, kind: 'own', own: { subject, moment, at: 1 } }) as const;

const runsOf = (words: readonly Word[], kind: 'started' | 'forked'): Campaign['runs'] =>
  new Map(
    words.flatMap((word) => ('key' in word && word.kind === kind ? [[word.key, word.run] as const] : [])),
  );

function idOf(runs: Campaign['runs'], key: string): string {
  const run = runs.get(key);
  if (run === undefined) throw new Error(`Nobody has started “${key}”.`);
  return run;
}

async function endingsByKey(place: Place, runs: Campaign['runs']) {
  const { endings, records, succeeded, problems } = await inspectStore(fileOf(place));
  const byKey = Object.fromEntries([...runs].map(([key, run]) => [key, endings.get(run)]));
  return { endings: byKey, runs: records.length, succeeded, problems };
}
