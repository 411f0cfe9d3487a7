/** Builds the program as users start it, and creates a work folder for a bench. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchPaths } from './bench-paths.ts';

const root = new URL('../../', import.meta.url);
const at = (path: string): string => fileURLToPath(new URL(path, root));

/** Throws if the build fails. */
export function preparePaths(folder: string): BenchPaths {
  const { status } = spawnSync(process.execPath, [at('scripts/build.js')], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The build of the program failed.');
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
