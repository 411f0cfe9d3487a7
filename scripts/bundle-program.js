/**
 * Makes one program of what the compiler built: a few files instead of many hundred, so that it starts in a fraction of the
 * time. What a verb alone needs stays in a file of its own, loaded when that verb is called.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import { builtFrom, findProgram, stampFile } from '../bin/built-from.js';

/**
 * The program, and the processes and threads that it starts. Those are found by their names, beside whatever starts them; all other
 * files have a name for every content.
 * @type {readonly { readonly input: Record<string, string>, readonly output: import('rolldown').OutputOptions }[]}
 */
const parts = [
  {
    input: { main: 'dist/cli/main.js' },
    output: { format: 'cjs', entryFileNames: '[name]-[hash].cjs', chunkFileNames: '[name]-[hash].cjs' },
  },
  {
    input: { 'query-process': 'dist/connectors/sql/query-process.js' },
    output: { format: 'esm', entryFileNames: '[name].js', codeSplitting: false },
  },
  {
    input: { 'backup-process': 'dist/runtime/backup/backup-process.js' },
    output: { format: 'esm', entryFileNames: '[name].js', codeSplitting: false },
  },
  {
    input: { 'xquery-thread': 'dist/runtime/queries/xquery-thread.js' },
    output: { format: 'esm', entryFileNames: '[name].js', codeSplitting: false },
  },
  {
    input: { 'xquery-process': 'dist/runtime/queries/xquery-process.js' },
    output: { format: 'esm', entryFileNames: '[name].js', codeSplitting: false },
  },
];

/** Files of an older program stay so long for those who run it still, in milliseconds. */
const keep = 3_600_000;

/**
 * The database package looks for its binary around the file that calls it, which is another here: it is beside the program,
 * or else where npm has put it.
 * @type {Readonly<Record<string, string>>}
 */
const stands = {
  bindings: `module.exports = require('find-binary').findBinary;`,
  'find-binary': `
    import { createRequire } from 'node:module';
    const require = createRequire(import.meta.url);
    export function findBinary(name) {
      try {
        return require('./' + name);
      } catch (error) {
        if (error.code !== 'MODULE_NOT_FOUND') throw error;
        return require('better-sqlite3/build/Release/' + name);
      }
    }
  `,
};

/** @type {import('rolldown').Plugin} */
const bindings = {
  name: 'bindings',
  resolveId: (id) => (Object.hasOwn(stands, id) ? `\0${id}` : null),
  load: (id) => stands[id.replace('\0', '')] ?? null,
};

/**
 * The files of the program, that which is run first. Nothing is written.
 * @param {string} folder of a package whose dist the compiler has built
 */
export async function bundleProgram(folder) {
  const build = await hashInputs(folder);
  const chunks = await Promise.all(parts.map((part) => bundlePart(folder, part, build)));
  return chunks.flat();
}

/**
 * Another text for every program: what one of them has computed may be kept for it, and for no other.
 * @param {string} folder
 */
async function hashInputs(folder) {
  const hash = createHash('sha256');
  const dist = await readdir(join(folder, 'dist'), { recursive: true });
  const inputs = dist.filter((path) => path.endsWith('.js') && !path.startsWith('program')).sort();
  for (const path of [...inputs.map((each) => join('dist', each)), 'node_modules/.package-lock.json']) {
    // A package that was installed for another has no lock file of its own.
    hash.update(`${path}\n`).update(await readFile(join(folder, path)).catch(() => ''));
  }
  return hash.digest('hex').slice(0, 32);
}

/**
 * @param {string} folder
 * @param {typeof parts[number]} part
 * @param {string} build
 */
async function bundlePart(folder, { input, output }, build) {
  const made = await rolldown({
    input,
    cwd: folder,
    platform: 'node',
    external: ['@duckdb/node-api'],
    plugins: [bindings],
    transform: { define: { signalboxBuild: JSON.stringify(build) } },
  });
  try {
    const { output: files } = await made.generate({ ...output, comments: false });
    return files
      .flatMap((file) => (file.type === 'chunk' ? [file] : []))
      .sort((a, b) => Number(b.isEntry) - Number(a.isEntry));
  } finally {
    await made.close();
  }
}

/**
 * Brings `dist/program` up to date. What is half written, or older than what the compiler built, does not run: the stamp is
 * written last, and says what was there when the first file was read.
 * @param {string} folder of a package whose dist the compiler has built
 * @returns {Promise<boolean>} whether anything had to be done
 */
export async function writeProgram(folder) {
  if (findProgram(folder) !== undefined) return false;
  const from = builtFrom(folder);
  const chunks = await bundleProgram(folder);
  const program = join(folder, 'dist', 'program');
  await mkdir(program, { recursive: true });
  for (const { fileName, code } of chunks) await replaceFile(join(program, fileName), code);
  const names = chunks.map(({ fileName }) => fileName);
  await replaceFile(join(folder, stampFile), JSON.stringify({ entry: names[0], from }));
  await tidy(program, [...names, basename(stampFile)]);
  return true;
}

/**
 * @param {string} program
 * @param {readonly string[]} present
 */
async function tidy(program, present) {
  for (const name of await readdir(program)) {
    const path = join(program, name);
    const isOld = async () => Date.now() - (await stat(path)).mtimeMs > keep;
    if (!present.some((each) => name.startsWith(each)) && (await isOld())) await rm(path, { force: true });
  }
}

/**
 * At once, for whoever reads it meanwhile.
 * @param {string} path
 * @param {string | Uint8Array} content
 */
async function replaceFile(path, content) {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, content);
  await rename(draft, path);
}
