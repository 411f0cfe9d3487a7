/** Bundles what the package exports for programs, and the fixtures of tests. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { bundleEntry, bundleProcesses } from './bundle-entry.js';
import { writeChunks } from './bundle-program.js';

/** The layers that package.json exports. */
export const libraries = ['client', 'kernel', 'testing'];

/** @param {string} folder of a checkout */
export function hasLibraries(folder) {
  return libraries.every((layer) => existsSync(join(folder, 'dist', `${layer}.js`)));
}

/**
 * Writes `dist/client.js`, `dist/kernel.js` and `dist/testing.js`, with the files that they share.
 * @param {string} folder of a checkout
 */
export async function writeLibraries(folder) {
  const input = Object.fromEntries(libraries.map((layer) => [layer, `src/${layer}/index.ts`]));
  const chunks = await bundleEntry(folder, input, {
    output: {
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'shared-[name].js',
      comments: true,
    },
  });
  await mkdir(join(folder, 'dist'), { recursive: true });
  for (const { fileName, code } of chunks) await writeFile(join(folder, 'dist', fileName), code);
}

/**
 * Writes `dist/fixtures/NAME.fixture.mjs` for each `NAME.fixture.mjs` that tests start as a process of their own. Bundled, it
 * starts in a quarter of the time.
 * @param {string} folder of a checkout
 */
export async function writeFixtures(folder) {
  const files = await readdir(join(folder, 'test'), { recursive: true });
  const fixtures = files.filter((path) => path.endsWith('.fixture.mjs'));
  const input = Object.fromEntries(fixtures.map((path) => [basename(path, '.mjs'), join('test', path)]));
  const chunks = await bundleEntry(folder, input, {
    output: { format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: 'shared-[name]-[hash].mjs' },
  });
  await writeChunks(join(folder, 'dist/fixtures'), [...chunks, ...(await bundleProcesses(folder))]);
}
