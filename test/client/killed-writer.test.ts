/** Processes that save without end and are killed: the file of the session is complete afterwards. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileSessionStore, type JsonObject } from '../../src/client/index.ts';
import { createRandom } from '../../src/testing/index.ts';
import { fixturePath } from '../fixture-path.ts';

const seed = Number(process.env['SIGNALBOX_SEED'] ?? 20_261_204);
const kills = 8;

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-killed-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

interface Writer {
  readonly name: string;
  /** The number of its last state that was confirmed. */
  readonly confirmed: () => number;
  readonly hasSaved: (count: number) => Promise<void>;
  readonly kill: () => Promise<void>;
}

function startWriter(name: string): Writer {
  const child = spawn(process.execPath, [fixturePath('session-writer'), folder, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let said = '';
  child.stdout?.on('data', (piece) => {
    said += String(piece);
  });
  const confirmed = (): number => Number(said.split('\n').at(-2) ?? 0);
  return {
    name,
    confirmed,
    async hasSaved(count) {
      while (confirmed() < count) {
        expect(child.exitCode).toBeNull();
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const isWhole = ({ writer, number, state_blob: blob }: JsonObject): boolean =>
  blob === `${String(writer)}${String(number)} `.repeat(2_000);

test(`[Q8.1] property 3: writers that are killed in the middle of many saves leave a complete state, seed ${seed}`, async () => {
  const random = createRandom(seed);
  const store = createFileSessionStore(folder);
  let reads = 0;
  for (let round = 0; round < kills; round++) {
    const [first, second] = [startWriter(`a${round}-`), startWriter(`b${round}-`)];
    try {
      await Promise.all([first.hasSaved(random.between(3, 12)), second.hasSaved(random.between(3, 12))]);
      for (let turn = random.between(1, 60); turn > 0; turn--) {
        const seen = await store.load('s-1');
        expect(seen !== undefined && isWhole(seen)).toBe(true);
        reads++;
      }
      await first.kill();
      const seen = await store.load('s-1');
      expect(seen !== undefined && isWhole(seen)).toBe(true);
    } finally {
      await Promise.all([first.kill(), second.kill()]);
    }
    const last = await store.load('s-1');
    expect(last !== undefined && isWhole(last)).toBe(true);
    // The last state that its writer confirmed, or the one that it was saving when it was killed.
    const writer = [first, second].find(({ name }) => name === last?.['writer']);
    const number = Number(last?.['number']);
    const confirmed = writer?.confirmed() ?? Number.NaN;
    expect([confirmed, confirmed + 1]).toContain(number);
    expect(await store.list()).toEqual(['s-1']);
  }
  expect(reads).toBeGreaterThan(kills);
  await store.delete('s-1');
  expect(await readdir(folder)).toEqual([]);
});
