import { defineConfig } from 'vitest/config';
import { textModules } from './scripts/bundle-texts.js';

const long = process.env['SIGNALBOX_LONG'] === '1';

export default defineConfig({
  plugins: [textModules],
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/no-leaks.ts'],
    // Files share the modules that a worker has loaded: importing them again for each file took half of the time.
    // `test/no-leaks.ts` fails a file that leaves something behind for the next one.
    isolate: false,
    // Many tests wait for processes that they started: three at once fill two cores.
    maxWorkers: 3,
    // Garbage is collected before a worker grows past a gigabyte: what the tests really keep is below 350 MB.
    execArgv: ['--max-old-space-size=900'],
    testTimeout: long ? 3_600_000 : 60_000,
    hookTimeout: 60_000,
  },
});
