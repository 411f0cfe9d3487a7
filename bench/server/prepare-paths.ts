/** Builds the program as users start it, and gives a bench a folder to work in. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchPaths } from './bench-paths.ts';

const root = new URL('../../', import.meta.url);
const at = (path: string): string => fileURLToPath(new URL(path, root));

/** Throws when the program does not build. */
export function preparePaths(folder: string): BenchPaths {
  const { status } = spawnSync(process.execPath, [at('scripts/build.js')], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The program does not build.');
  let count = 0;
  return {
    program: at('bin/signalbox.js'),
    examples: at('examples'),
    newFolder(): string {
      const made = join(folder, String(count++));
      mkdirSync(made);
      return made;
    },
  };
}
