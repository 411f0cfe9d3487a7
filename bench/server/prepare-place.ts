/** Builds the program as users start it, and gives a bench a folder to work in. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Place } from './place.ts';

const root = new URL('../../../', import.meta.url);
const at = (path: string): string => fileURLToPath(new URL(path, root));

/** Throws where there is no program. */
export async function preparePlace(folder: string): Promise<Place> {
  const { status } = spawnSync(process.execPath, [at('scripts/build.js')], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The program does not build.');
  const { findProgram } = (await import(new URL('bin/built-from.js', root).href)) as {
    readonly findProgram: (folder: string) => string | undefined;
  };
  if (findProgram(at('.')) === undefined)
    throw new Error('What users start is the bundled program, and there is none.');
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
