/**
 * Measures guides: the next step after a thousand steps, inside the operation and over HTTP next to an echo of the plain
 * SDK in the same run; and a thousand guides in one library. `npm run bench guides`. BENCH_QUICK=1 runs a few short rounds,
 * only to check that everything works.
 */
import { rmSync } from 'node:fs';
import { makeFolder } from './durable/setup.ts';
import { measureLibrary } from './guides/measure-library.ts';
import { measureOperations } from './guides/measure-operations.ts';
import { measureServed } from './guides/measure-served.ts';
import { preparePaths } from './server/prepare-paths.ts';

const isQuick = process.env['BENCH_QUICK'] === '1';
const folder = makeFolder();
try {
  const paths = preparePaths(folder);
  await measureOperations(paths, isQuick ? 50 : 1_000);
  await measureLibrary(paths, isQuick ? 1 : 5);
  await measureServed(paths, isQuick ? { rounds: 3, milliseconds: 400 } : { rounds: 9, milliseconds: 2_000 });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
