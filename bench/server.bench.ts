/**
 * The MCP server beside the bare SDK in the same run of the bench, each server in a process of its own with clients in
 * another; `npm run bench server`. BENCH_QUICK=1 takes a few short rounds, only to see that everything answers.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from './durable/setup.ts';
import { measureCalls } from './server/measure-calls.ts';
import { measureStarts } from './server/measure-starts.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const isQuick = process.env['BENCH_QUICK'] === '1';

const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.js')], { stdio: 'inherit' });
if (status !== 0) process.exit(1);
const { findProgram } = (await import(new URL('../../bin/built-from.js', import.meta.url).href)) as {
  readonly findProgram: (folder: string) => string | undefined;
};
if (findProgram(root) === undefined)
  throw new Error('What users start is the bundled program, and there is none.');

const folder = makeFolder();
try {
  let count = 0;
  const place = {
    program: join(root, 'bin/signalbox.js'),
    examples: join(root, 'examples'),
    newFolder(): string {
      const made = join(folder, String(count++));
      mkdirSync(made);
      return made;
    },
  };
  await measureStarts(place, isQuick ? 3 : 21);
  await measureCalls(place, isQuick ? { rounds: 3, milliseconds: 400 } : { rounds: 9, milliseconds: 2_000 });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
