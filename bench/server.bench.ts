/**
 * The MCP server beside the bare SDK in the same run of the bench, each server in a process of its own with clients in
 * another; `npm run bench server`. BENCH_QUICK=1 takes a few short rounds, only to see that everything answers.
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
