/**
 * Makes one program of what the compiler built: a few files instead of many hundred, so that it starts in a fraction of the
 * time. What a verb alone needs stays in a file of its own, loaded when that verb is called.
 */
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import { builtFrom, hasProgram, stampFile } from '../bin/built-from.js';

/** The program, and what it starts as processes of their own; those are found beside whatever starts them. */
const entries = { main: 'cli/main.js', 'query-process': 'connectors/sql/query-process.js' };

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
 * The files of the program, the entries last. Nothing is written.
 * @param {string} folder of a package whose dist the compiler has built
 */
export async function bundleProgram(folder) {
  const made = await rolldown({
    input: Object.fromEntries(
      Object.entries(entries).map(([name, file]) => [name, join(folder, 'dist', file)]),
    ),
    cwd: folder,
    platform: 'node',
    external: ['@duckdb/node-api'],
    plugins: [bindings],
  });
  try {
    const { output } = await made.generate({
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      comments: false,
    });
    return output
      .flatMap((file) => (file.type === 'chunk' ? [file] : []))
      .sort((a, b) => Number(a.isEntry) - Number(b.isEntry));
  } finally {
    await made.close();
  }
}

/**
 * Brings `dist/program` up to date. What is half written, or older than what the compiler built, does not run: the stamp is
 * written last, and says what was there when the first file was read.
 * @param {string} folder of a package whose dist the compiler has built
 */
export async function writeProgram(folder) {
  if (hasProgram(folder)) return;
  const stamp = builtFrom(folder);
  const chunks = await bundleProgram(folder);
  const program = join(folder, 'dist', 'program');
  await mkdir(program, { recursive: true });
  for (const { fileName, code } of chunks) await replaceFile(join(program, fileName), code);
  await replaceFile(join(folder, stampFile), stamp);
  const present = new Set([...chunks.map(({ fileName }) => fileName), basename(stampFile)]);
  for (const name of await readdir(program)) {
    const path = join(program, name);
    if (!present.has(name) && Date.now() - (await stat(path)).mtimeMs > keep) await rm(path, { force: true });
  }
}

/**
 * At once, for whoever reads it meanwhile.
 * @param {string} path
 * @param {string} text
 */
async function replaceFile(path, text) {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, text);
  await rename(draft, path);
}
