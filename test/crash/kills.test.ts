/** A process is killed at every point of its work, again and again: nothing is lost, and nothing is done twice. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom, type Random } from '../../src/testing/index.ts';
import {
  type Campaign,
  type Death,
  liveOnce,
  type Phase,
  type Place,
  phases,
  runCampaign,
} from './campaign.ts';
import { type CountingServer, type Ledger, startCountingServer } from './counting-server.ts';
import { type Ending, inspectStore } from './inspect-store.ts';
import { type Nursery, openNursery, type Start } from './nursery.ts';

const seed = Number(process.env['SIGNALBOX_SEED'] ?? 1);
const times = process.env['SIGNALBOX_LONG'] === '1' ? 12 : 1;
const trials = fileURLToPath(new URL('.', import.meta.url));
const names = [
  'in_a_row',
  'side_by_side',
  'one_by_one',
  'trying',
  'waiting',
  'undone',
  'asking',
  'doubtful',
  'nested',
  'large',
];

const tally = new Map<Phase, number>(phases.map((phase) => [phase, 0]));
const count = (phase: Phase): void => void tally.set(phase, (tally.get(phase) ?? 0) + 1);

let folder: string;
let server: CountingServer;
let nursery: Nursery;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-crash-'));
  server = await startCountingServer();
  nursery = openNursery();
});
afterAll(async () => {
  await nursery.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
  console.log(
    `kills by phase, seed ${seed}\n${[...tally].map(([phase, kills]) => `${String(kills).padStart(6)}  ${phase}`).join('\n')}`,
  );
});

const placeOf = (name: string): Place => ({ nursery, server, data: join(folder, name), workflows: trials });

function deathsOf(random: Random): readonly Death[] {
  const own = (phase: Phase, subject: 'commit' | 'reply' | 'timer', moment: string, most: number): Death => ({
    phase,
    kind: 'own',
    own: { subject, moment, at: random.between(1, most) },
  });
  const request = (phase: Phase, method: string | null, path: string | null, most: number): Death => ({
    phase,
    kind: 'request',
    method,
    path,
    at: random.between(1, most),
  });
  const recovery = (moment: string): readonly Death[] => [
    request('call in flight', 'POST', '/do', 3),
    { phase: 'recovery', kind: 'own', own: { subject: 'recovery', moment, at: 1 } },
  ];
  const moment = (phase: Phase, after: 'opening' | 'opened', most: number): Death => ({
    phase,
    kind: 'moment',
    after,
    milliseconds: random.int(most),
  });
  const round = (): readonly (readonly Death[])[] => [
    [own('before commit', 'commit', 'before', 6)],
    [own('before commit', 'commit', 'before', 12)],
    [own('during commit', 'commit', 'row', 6)],
    [own('during commit', 'commit', 'row', 12)],
    [own('during commit', 'commit', 'written', 6)],
    [own('after commit', 'commit', 'after', 1)],
    [own('after commit', 'commit', 'after', 12)],
    [own('reply before commit', 'reply', 'before', 4)],
    [own('reply before commit', 'reply', 'written', 8)],
    [own('timer', 'timer', 'before', 2)],
    [own('timer', 'timer', 'after', 2)],
    [request('call in flight', null, '/do', 12)],
    [request('undo', 'DELETE', '/undo', 1)],
    [request('undo', 'DELETE', '/undo', 3)],
    recovery('before'),
    recovery('row'),
    recovery('after'),
    [moment('opening', 'opening', 40)],
    [moment('opening', 'opening', 100)],
    ...Array.from({ length: 6 }, () => [moment('any moment', 'opened', 250)]),
  ];
  return Array.from({ length: times }, () => random.shuffle(round()).flat()).flat();
}

const batchOf = (life: number): readonly Start[] =>
  names.map((workflow) => {
    const id = `${workflow}-${life}`;
    const text = workflow === 'large' ? { text: `${id} `.repeat(3_000) } : {};
    return { key: id, workflow, params: { url: server.url, id, ...text } };
  });

test(`[R5.1][R2.1][R2.3] killed anywhere, every run ends as if nothing had happened, seed ${seed}`, async () => {
  const random = createRandom(seed);
  const ledger = server.begin();
  const place = placeOf('killed');
  const campaign = await runCampaign(place, random, deathsOf(random), batchOf);
  for (const phase of campaign.kills) count(phase);
  expect(campaign.problems).toEqual([]);
  const { starts, runs } = campaign;

  const calm = server.begin();
  const quiet = placeOf('quiet');
  const undisturbed = await liveOnce(quiet, { starts }, null);
  const expected = await endingsByKey(quiet, runsOf(undisturbed.words));
  const killed = await endingsByKey(place, runs);
  expect(killed.endings).toEqual(expected.endings);
  expect(expected.problems).toEqual([]);
  expect(killed.problems).toEqual([]);
  expect(killed.runs).toBe(starts.length);
  checkLedger(calm, expected.succeeded);
  checkLedger(ledger, killed.succeeded);
  expect(worksDone(ledger)).toEqual(worksDone(calm));
  // Without this nothing would have been put to the test.
  expect(ledger.length).toBeGreaterThan(calm.length);
});

const runsOf = (words: Awaited<ReturnType<typeof liveOnce>>['words']): Campaign['runs'] =>
  new Map(words.flatMap((word) => (word.kind === 'started' ? [[word.key, word.run] as const] : [])));

async function endingsByKey({ data }: Place, runs: Campaign['runs']) {
  const { endings, records, succeeded, problems } = await inspectStore(join(data, 'signalbox.db'));
  const byKey: Record<string, Ending | undefined> = {};
  for (const [key, run] of runs) byKey[key] = endings.get(run);
  return { endings: byKey, runs: records.length, succeeded, problems };
}

/** Every piece of work under one key, every key for one piece of work, and no success that the server knows nothing of. */
function checkLedger(ledger: Ledger, succeeded: readonly string[]): void {
  const keys = new Map<string, Set<string>>();
  for (const { key, work } of ledger) keys.set(work, (keys.get(work) ?? new Set()).add(key));
  expect(ledger.filter(({ key }) => key === '')).toEqual([]);
  expect([...keys].filter(([, of]) => of.size !== 1)).toEqual([]);
  expect(new Set([...keys.values()].flatMap((of) => [...of])).size).toBe(keys.size);
  const done = new Set(ledger.filter(({ status }) => status === 200).map(({ key }) => key));
  expect(succeeded.filter((key) => !done.has(key))).toEqual([]);
}

const worksDone = (ledger: Ledger): readonly string[] =>
  [...new Set(ledger.filter(({ status }) => status === 200).map(({ work }) => work))].toSorted();
