import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { type OpenStore, storeCases } from '../../testing/index.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

const open: OpenStore = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-store-'));
  const openFile = () => openSqliteStore({ file: join(folder, 'signalbox.db'), durability: 'normal' });
  let store = await openFile();
  return {
    store,
    async reopen() {
      await store.close();
      store = await openFile();
      return store;
    },
    async end() {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
};

test.each(storeCases['R1.1'])('[R1.1] sqlite: $fact', ({ run }) => run(open));
test.each(storeCases['R1.2'])('[R1.2] sqlite: $fact', ({ run }) => run(open));
test.each(storeCases['R1.3'])('[R1.3] sqlite: $fact', ({ run }) => run(open));
test.each(storeCases['R1.4'])('[R1.4] sqlite: $fact', ({ run }) => run(open));
test.each(storeCases['R1.5'])('[R1.5] sqlite: $fact', ({ run }) => run(open));
test.each(storeCases['R1.6'])('[R1.6] sqlite: $fact', ({ run }) => run(open));
test.each(storeCases['R1.7'])('[R1.7] sqlite: $fact', ({ run }) => run(open));
test.each(storeCases['R1.8'])('[R1.8] sqlite: $fact', ({ run }) => run(open));
test.each(storeCases['P1.3'])('[P1.3] sqlite: $fact', ({ run }) => run(open));
test.each(storeCases['W1.3'])('[W1.3] sqlite: $fact', ({ run }) => run(open));
test.each(storeCases['W2.4'])('[W2.4] sqlite: $fact', ({ run }) => run(open));
test.each(storeCases['W3.2'])('[W3.2] sqlite: $fact', ({ run }) => run(open));
test.each(storeCases['W5.1'])('[W5.1] sqlite: $fact', ({ run }) => run(open));
test.each(storeCases['W7.2'])('[W7.2] sqlite: $fact', ({ run }) => run(open));
test.each(storeCases['F2.2'])('[F2.2] sqlite: $fact', ({ run }) => run(open));
test.each(storeCases['F3.1'])('[F3.1] sqlite: $fact', ({ run }) => run(open));
test.each(storeCases['F3.3'])('[F3.3] sqlite: $fact', ({ run }) => run(open));
test.each(storeCases['F3.4'])('[F3.4] sqlite: $fact', ({ run }) => run(open));
