/**
 * Bundles the program from the sources: a few files instead of many hundred, so that it starts in a fraction of the time.
 * What only one verb needs stays in a file of its own, which that verb loads.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readStamp, stampFile } from '../bin/run-program.js';
import { bundleEntry, bundleProcesses, programOutput } from './bundle-entry.js';
import { isText } from './bundle-texts.js';

/** How long files of an older program are kept for processes that still run it, in milliseconds. */
const keepFor = 3_600_000;

/** What the program is built from besides `src`. A package installed as a dependency has no lock file of its own. */
const otherInputs = [
  'node_modules/.package-lock.json',
  'scripts/bundle-entry.js',
  'scripts/bundle-program.js',
  'scripts/bundle-texts.js',
  'scripts/stable-shapes.js',
];

/**
 * The files of the program, its entry first. Nothing is written.
 * @param {string} folder of a checkout
 */
export async function bundleProgram(folder) {
  const build = (await hashInputs(folder)).slice(0, 32);
  const chunks = await Promise.all([
    bundleEntry(
      folder,
      { main: 'src/cli/main.ts' },
      {
        define: { signalboxBuild: JSON.stringify(build) },
        output: { ...programOutput, chunkFileNames: '[name]-[hash].cjs' },
      },
    ),
    bundleProcesses(folder),
  ]);
  return chunks.flat();
}

/**
 * The sources by their content: a copy of a checkout, whatever its times of modification, needs no new build.
 * @param {string} folder of a checkout
 */
async function hashInputs(folder) {
  const hash = createHash('sha256');
  const sources = await readdir(join(folder, 'src'), { recursive: true });
  const isInput = (/** @type {string} */ path) => /\.(?:ts|cts)$/.test(path) || isText(path);
  const inputs = sources.filter((path) => isInput(path) && !path.endsWith('.test.ts')).sort();
  for (const path of [...inputs.map((each) => join('src', each)), ...otherInputs]) {
    const file = join(folder, path);
    // Many small files: to wait for each takes several times longer.
    hash.update(`${path}\n`).update(existsSync(file) ? readFileSync(file) : '');
  }
  return hash.digest('hex');
}

/**
 * @param {string} folder of a checkout
 * @returns {Promise<boolean>} whether the program was built from the sources as they are
 */
export async function isProgramCurrent(folder) {
  return readStamp(join(folder, 'dist', 'program'))?.builtFrom === (await hashInputs(folder));
}

/**
 * Brings `dist/program` up to date. The stamp is written last, so that a half-written program is built again.
 * @param {string} folder of a checkout
 * @returns {Promise<boolean>} whether anything had to be done
 */
export async function writeProgram(folder) {
  const program = join(folder, 'dist', 'program');
  const builtFrom = await hashInputs(folder);
  if (readStamp(program)?.builtFrom === builtFrom) return false;
  const chunks = await bundleProgram(folder);
  const jobs = chunks.find(({ fileName }) => /^job-process-.*\.cjs$/.test(fileName))?.fileName;
  const stamp = {
    fileName: stampFile,
    code: JSON.stringify({ entry: chunks[0]?.fileName, jobs, builtFrom }),
  };
  await writeChunks(program, [...chunks, stamp]);
  return true;
}

/**
 * Each file appears whole, and files of an older build stay for a while: another process may be loading them.
 * @param {string} folder
 * @param {readonly { readonly fileName: string, readonly code: string }[]} chunks
 */
export async function writeChunks(folder, chunks) {
  await mkdir(folder, { recursive: true });
  for (const { fileName, code } of chunks) await replaceFile(join(folder, fileName), code);
  await removeOldFiles(
    folder,
    chunks.map(({ fileName }) => fileName),
  );
}

/**
 * @param {string} folder
 * @param {readonly string[]} present
 */
async function removeOldFiles(folder, present) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const isOld = async () => Date.now() - (await stat(path)).mtimeMs > keepFor;
    if (!present.some((each) => name.startsWith(each)) && (await isOld()))
      await rm(path, { recursive: true, force: true });
  }
}

/**
 * In one step, so that no reader sees half of it.
 * @param {string} path
 * @param {string} content
 */
async function replaceFile(path, content) {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, content);
  await rename(draft, path);
}
