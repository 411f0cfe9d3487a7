/** Compares two stores that share no code: agreement makes errors unlikely. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareStores, createRandom } from '../../testing/index.ts';
import { createMemoryStore } from '../memory/memory-store.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

const first = Number(process.env['SIGNALBOX_SEED'] ?? 1);
const rounds = process.env['SIGNALBOX_LONG'] === '1' ? 200 : 10;
const seeds = Array.from({ length: rounds }, (_, at) => first + at);

test.each(seeds)(
  '[R1.1][R1.2][R1.3][R1.4][R1.5][R1.6][R1.7][R1.8][P1.3][W1.3][W2.4][W5.1][W7.2][F2.2][F3.1][F3.4] memory and SQLite agree, seed %i',
  async (seed) => {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-store-'));
    const sqlite = await openSqliteStore({ file: join(folder, 'signalbox.db'), durability: 'normal' });
    try {
      const { done } = await compareStores(createRandom(seed), [createMemoryStore(), sqlite], 2_000);
      for (const what of [
        'committed',
        'conflict',
        'repeated',
        'purged',
        'search',
        'claim',
        'note',
        'due',
        'leases',
        'audit',
        'entries',
        'key',
        'revoke',
        'follow',
        'bytes',
        'subscribe',
        'unsubscribe',
        'due messages',
        'delivered',
        'postponed',
        'given up',
        'sent again',
        'told',
      ]) {
        expect(done.get(what) ?? 0, what).toBeGreaterThan(10);
      }
    } finally {
      await sqlite.close();
      await rm(folder, { recursive: true });
    }
  },
);
