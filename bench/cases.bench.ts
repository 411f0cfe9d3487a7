/**
 * Cases as agents submit them: by REST and by MCP with a token, beside the echo of the bare SDK in the same run; and what a
 * repeated submission costs inside the operation. `npm run bench cases`. BENCH_QUICK=1 takes a few short rounds, only to
 * see that everything answers.
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
