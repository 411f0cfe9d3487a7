/** Bundles what the package exports for programs, and the fixtures of tests. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { bundleEntry, bundleProcesses } from './bundle-entry.js';
import { replaceFile } from './bundle-program.js';

/** The layers that package.json exports. */
export const libraries = ['client', 'kernel', 'testing'];

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
  await writeAll(join(folder, 'dist'), chunks);
}

/**
 * Writes `dist/fixtures/NAME.fixture.mjs` for each `NAME.fixture.mjs` that tests start as a process of their own. Bundled, it
 * starts in a quarter of the time.
 * @param {string} folder of a checkout
 */
export async function writeFixtures(folder) {
  const fixtures = (
    await Promise.all(
      ['src', 'test'].map(async (top) =>
        (await readdir(join(folder, top), { recursive: true })).map((path) => join(top, path)),
      ),
    )
  )
    .flat()
    .filter((path) => path.endsWith('.fixture.mjs'));
  const target = join(folder, 'dist/fixtures');
  await rm(target, { recursive: true, force: true });
  const input = Object.fromEntries(fixtures.map((path) => [basename(path, '.mjs'), path]));
  const chunks = await bundleEntry(folder, input, {
    output: { format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: 'shared-[name].mjs' },
  });
  await writeAll(target, [...chunks, ...(await bundleProcesses(folder))]);
}

/**
 * @param {string} folder
 * @param {readonly { readonly fileName: string, readonly code: string }[]} chunks
 */
async function writeAll(folder, chunks) {
  await mkdir(folder, { recursive: true });
  for (const { fileName, code } of chunks) await replaceFile(join(folder, fileName), code);
}
