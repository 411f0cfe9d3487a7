import { defineConfig } from 'vitest/config';

const long = process.env['SIGNALBOX_LONG'] === '1';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: long ? 3_600_000 : 60_000,
    hookTimeout: 60_000,
  },
});
