/** Random writers, readers and ends of processes: a reader of a session file finds one complete state. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileSessionStoreOf } from '../../src/client/create-file-session-store.ts';
import { createFileSessionStore, type Json, type JsonObject } from '../../src/client/index.ts';
import { createRandom, type Random } from '../../src/testing/index.ts';
import { Crash, crashingFiles } from './crashing-files.ts';
import { RegisterHistory } from './register-history.ts';

const seed = Number(process.env['SIGNALBOX_SEED'] ?? 20_261_203);
const rounds = process.env['SIGNALBOX_LONG'] === '1' ? 3_000 : 150;

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-session-files-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const sessions = ['s-1', 's-2', 'run_01jd3'];
const names = ['state_blob', 'workflow_id', '__proto__', '', 'ü', 'a b', 'toJSON'];
const texts = ['', 'sb1.', '"}\n{"', '\u2028\ud800', '🚦', '\\u0000\0'];

function randomJson(random: Random, depth: number): Json {
  const kind = random.int(depth > 0 ? 6 : 4);
  if (kind === 0) return random.pick([null, true, false]);
  if (kind === 1) return random.int(2 ** 31) / random.pick([1, 3, 1e-9]);
  if (kind <= 3) return random.pick(texts).repeat(random.pick([1, 2, 300]));
  const count = random.int(4);
  if (kind === 4) return Array.from({ length: count }, () => randomJson(random, depth - 1));
  return randomState(random, depth - 1);
}

function randomState(random: Random, depth = 3): JsonObject {
  const entries = Array.from({ length: random.int(5) }, () => [
    random.pick(names),
    randomJson(random, depth),
  ]);
  return Object.fromEntries(entries);
}

/** Compared as texts: equality ignores members with the name `__proto__`. */
const textOf = (state: JsonObject | undefined): string | undefined =>
  state === undefined ? undefined : JSON.stringify(state);

test(`[Q8.1] property 3: a save that ends at any step leaves the previous state or the new one, seed ${seed}`, async () => {
  const random = createRandom(seed);
  const outcomes = { previous: 0, next: 0 };
  for (let round = 0; round < rounds; round++) {
    const where = `SIGNALBOX_SEED=${seed}, round ${round}`;
    const own = join(folder, `crash-${round}`);
    const store = createFileSessionStore(own);
    const previous = random.chance(0.8) ? randomState(random) : undefined;
    if (previous !== undefined) await store.save('s-1', previous);
    const next = { ...randomState(random), round };
    const { files, hasCrashed } = crashingFiles(random.between(1, 12), random.int(5) / 4);
    const crash = await fileSessionStoreOf(files, own)
      .save('s-1', next)
      .then(
        () => undefined,
        ({ cause }: Error) => cause,
      );
    const found = textOf(await store.load('s-1'));
    if (crash === undefined) expect([where, found]).toEqual([where, textOf(next)]);
    else {
      expect([where, hasCrashed(), crash instanceof Crash]).toEqual([where, true, true]);
      expect([textOf(previous), textOf(next)], where).toContain(found);
    }
    outcomes[found === textOf(next) ? 'next' : 'previous']++;
    expect(await store.list(), where).toEqual(found === undefined ? [] : ['s-1']);
    await store.delete('s-1');
    expect(await readdir(own).catch(() => []), where).toEqual([]);
  }
  expect(Math.min(outcomes.previous, outcomes.next)).toBeGreaterThan(rounds / 10);
});

test(`[Q8.1] property 3: readers among concurrent writers see complete states in an order that happened, seed ${seed}`, async () => {
  const random = createRandom(seed + 1);
  for (let round = 0; round < rounds; round++) {
    const own = join(folder, `writers-${round}`);
    const stores = Array.from({ length: random.between(1, 4) }, () => createFileSessionStore(own));
    const histories = new Map(sessions.map((id) => [id, new RegisterHistory()]));
    const problems: string[] = [];
    const work = async (own: Random, name: string): Promise<void> => {
      for (let step = 0; step < 6; step++) {
        const [store, id] = [own.pick(stores), own.pick(sessions)];
        const history = histories.get(id) ?? new RegisterHistory();
        const draw = own.int(10);
        if (draw < 5) {
          const state = { ...randomState(own), id, written: `${name}.${step}` };
          await history.write(textOf(state), () => store.save(id, state));
        } else if (draw < 6) await history.write(undefined, () => store.delete(id));
        else problems.push(await history.read(async () => textOf(await store.load(id))));
      }
    };
    await Promise.all(
      Array.from({ length: random.between(2, 6) }, (_, index) => work(random.fork(), `w${index}`)),
    );
    for (const [id, history] of histories) {
      const last = (): Promise<string | undefined> => createFileSessionStore(own).load(id).then(textOf);
      problems.push(await history.read(last));
    }
    const where = `SIGNALBOX_SEED=${seed}, round ${round}`;
    expect([where, ...problems.filter((problem) => problem !== '')]).toEqual([where]);
    const left = (await readdir(own).catch(() => [])).filter((name) => name.startsWith('.'));
    expect([where, ...left]).toEqual([where]);
  }
});
