import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const long = process.env['SIGNALBOX_LONG'] === '1';

export default defineConfig({
  test: {
    // Many tests wait for processes that they started: two at once fill two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: long ? 3_600_000 : 60_000,
    hookTimeout: 60_000,
  },
});
