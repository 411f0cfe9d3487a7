/**
 * Measures the MCP server next to the plain SDK in the same run of the bench. Each server has its own process, its clients
 * another; `npm run bench server`. BENCH_QUICK=1 runs a few short rounds, only to check that everything works.
 */
import { rmSync } from 'node:fs';
import { makeFolder } from './durable/setup.ts';
import { measureCalls } from './server/measure-calls.ts';
import { measureStarts } from './server/measure-starts.ts';
import { preparePaths } from './server/prepare-paths.ts';

const isQuick = process.env['BENCH_QUICK'] === '1';
const folder = makeFolder();
try {
  const paths = preparePaths(folder);
  await measureStarts(paths, isQuick ? 3 : 21);
  await measureCalls(paths, isQuick ? { rounds: 3, milliseconds: 400 } : { rounds: 9, milliseconds: 2_000 });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
