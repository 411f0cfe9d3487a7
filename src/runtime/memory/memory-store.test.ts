import { test } from 'vitest';
import { type OpenStore, storeCases } from '../../testing/index.ts';
import { createMemoryStore } from './memory-store.ts';

/** It has no external data: a reopen returns the same store. */
const open: OpenStore = async () => {
  const store = createMemoryStore();
  return { store, reopen: async () => store, end: () => store.close() };
};

test.each(storeCases['R1.1'])('[R1.1] memory: $fact', ({ run }) => run(open));
test.each(storeCases['R1.2'])('[R1.2] memory: $fact', ({ run }) => run(open));
test.each(storeCases['R1.3'])('[R1.3] memory: $fact', ({ run }) => run(open));
test.each(storeCases['R1.4'])('[R1.4] memory: $fact', ({ run }) => run(open));
test.each(storeCases['R1.5'])('[R1.5] memory: $fact', ({ run }) => run(open));
test.each(storeCases['R1.6'])('[R1.6] memory: $fact', ({ run }) => run(open));
test.each(storeCases['R1.7'])('[R1.7] memory: $fact', ({ run }) => run(open));
test.each(storeCases['R1.8'])('[R1.8] memory: $fact', ({ run }) => run(open));
test.each(storeCases['P1.3'])('[P1.3] memory: $fact', ({ run }) => run(open));
test.each(storeCases['W1.3'])('[W1.3] memory: $fact', ({ run }) => run(open));
test.each(storeCases['W2.4'])('[W2.4] memory: $fact', ({ run }) => run(open));
test.each(storeCases['W3.2'])('[W3.2] memory: $fact', ({ run }) => run(open));
test.each(storeCases['W5.1'])('[W5.1] memory: $fact', ({ run }) => run(open));
test.each(storeCases['W7.2'])('[W7.2] memory: $fact', ({ run }) => run(open));
test.each(storeCases['F2.2'])('[F2.2] memory: $fact', ({ run }) => run(open));
test.each(storeCases['F3.1'])('[F3.1] memory: $fact', ({ run }) => run(open));
test.each(storeCases['F3.3'])('[F3.3] memory: $fact', ({ run }) => run(open));
test.each(storeCases['F3.4'])('[F3.4] memory: $fact', ({ run }) => run(open));
