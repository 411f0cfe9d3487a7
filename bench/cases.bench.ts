/**
 * Measures case submissions: by REST and by MCP with a token, next to an echo of the plain SDK in the same run; and the
 * cost of a repeated submission inside the operation. `npm run bench cases`. BENCH_QUICK=1 runs a few short rounds, only to
 * check that everything works.
 */
import { rmSync } from 'node:fs';
import { measureHits } from './cases/measure-hits.ts';
import { measureSubmissions } from './cases/measure-submissions.ts';
import { makeFolder } from './durable/setup.ts';
import { preparePaths } from './server/prepare-paths.ts';

const isQuick = process.env['BENCH_QUICK'] === '1';
const folder = makeFolder();
try {
  const paths = preparePaths(folder);
  await measureSubmissions(
    paths,
    isQuick ? { rounds: 3, milliseconds: 400 } : { rounds: 9, milliseconds: 2_000 },
  );
  await measureHits(paths, isQuick ? 500 : 5_000);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
