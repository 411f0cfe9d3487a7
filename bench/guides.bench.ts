/**
 * Guides: what is next after a thousand steps, inside the operation and over HTTP beside the echo of the bare SDK in the same
 * run; and a thousand guides on one shelf. `npm run bench guides`. BENCH_QUICK=1 takes a few short rounds, only to see that
 * everything answers.
 */
import { rmSync } from 'node:fs';
import { makeFolder } from './durable/setup.ts';
import { measureOperations } from './guides/measure-operations.ts';
import { measureServed } from './guides/measure-served.ts';
import { measureShelf } from './guides/measure-shelf.ts';
import { preparePlace } from './server/prepare-place.ts';

const isQuick = process.env['BENCH_QUICK'] === '1';
const folder = makeFolder();
try {
  const place = preparePlace(folder);
  await measureOperations(place, isQuick ? 50 : 1_000);
  await measureShelf(place, isQuick ? 1 : 5);
  await measureServed(place, isQuick ? { rounds: 3, milliseconds: 400 } : { rounds: 9, milliseconds: 2_000 });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
