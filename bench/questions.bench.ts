/**
 * Measures question flows of a hundred questions: the sealed state, an answer, and continuing, next to an xstate machine
 * of the same questions in the same run; and what adapters cost. `npm run bench questions`. BENCH_QUICK=1 runs a few short
 * rounds, only to check that everything works.
 */
import { rmSync } from 'node:fs';
import { makeFolder } from './durable/setup.ts';
import { measureAdapters } from './questions/measure-adapters.ts';
import { measureSessions } from './questions/measure-sessions.ts';

const count = process.env['BENCH_QUICK'] === '1' ? 20 : 1_000;
const folder = makeFolder();
try {
  await measureSessions(`${folder}/sessions`, count);
  await measureAdapters(`${folder}/adapters`, count);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
