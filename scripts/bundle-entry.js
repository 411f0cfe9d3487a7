/** Bundles entries of this repository: the program, the exported libraries, the fixtures of tests, the benches. */
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { minifySync } from 'rolldown/utils';
import { textModules } from './bundle-texts.js';
import { stableShapes } from './stable-shapes.js';

/** Processes and threads that the program starts. They are found by name, next to the file that starts them. */
const processes = {
  'query-process': 'src/connectors/sql/query-process.ts',
  'backup-process': 'src/runtime/backup/backup-process.ts',
  'xquery-thread': 'src/runtime/queries/xquery-thread.ts',
  'xquery-process': 'src/runtime/queries/xquery-process.ts',
};

/** The process that reads documents. It is large, so it starts from code that V8 has cached. */
const jobProcess = { 'job-process': 'src/operations/jobs/job-process.ts' };

/**
 * A file that `runProgram` loads is one function. It is ASCII: Node reads it several times faster, and V8 needs half the
 * memory for it.
 * @type {import('rolldown').Plugin}
 */
const asFunction = {
  name: 'as-function',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue;
      file.code = toAscii(
        `(function (exports, require, module, __filename, __dirname, programHost) {${file.code}\n})`,
      );
    }
  },
};

/**
 * What is nearly all from packages is written without whitespace. Errors of our own code have lines to look at.
 * @type {import('rolldown').Plugin}
 */
const compactPackages = {
  name: 'compact-packages',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk' && isOfPackages(file)) file.code = withoutSpace(file.fileName, file.code);
    }
  },
};

/** @param {import('rolldown').OutputChunk} chunk */
function isOfPackages({ modules }) {
  let [own, all] = [0, 0];
  for (const [id, { renderedLength }] of Object.entries(modules)) {
    all += renderedLength;
    if (!id.includes('node_modules')) own += renderedLength;
  }
  return own < all / 10;
}

/** @param {string} name @param {string} code */
function withoutSpace(name, code) {
  const options = { compress: false, mangle: false, codegen: { removeWhitespace: true } };
  const { code: written, errors } = minifySync(name, code, options);
  if (errors.length > 0) throw new Error(`${name} cannot be written: ${errors[0]?.message}`);
  return written;
}

/** @param {string} code without other characters in templates of `String.raw` */
function toAscii(code) {
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** @type {import('rolldown').OutputOptions} */
export const programOutput = {
  format: 'cjs',
  entryFileNames: '[name]-[hash].cjs',
  plugins: [compactPackages, asFunction],
};

/** @param {string} fileName of the process */
const jobLoader = (fileName) => ({
  fileName: 'job-process.js',
  imports: [],
  moduleIds: [],
  code: `
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runProgram } from '../../bin/run-program.js';
// Its arguments.
const load = async (file) => ({ file, language: (await import(pathToFileURL(file).href)).default });
const languages = await Promise.all(process.argv.slice(2).map(load));
runProgram(fileURLToPath(new URL('.', import.meta.url)), ${JSON.stringify(fileName)}, undefined, languages);
`,
});

/**
 * The database package looks for its binary relative to the calling file. In a bundle that is another file: the binary is
 * next to the bundle, or in node_modules.
 * @type {Readonly<Record<string, string>>}
 */
const replacedModules = {
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
const findBinary = {
  name: 'find-binary',
  resolveId: (id) => (Object.hasOwn(replacedModules, id) ? `\0${id}` : null),
  load: (id) => replacedModules[id.replace('\0', '')] ?? null,
};

/**
 * @param {string} folder of a checkout
 * @param {Record<string, string>} input entries by name
 * @param {{ readonly output: import('rolldown').OutputOptions, readonly define?: Record<string, string>, readonly external?: (string | RegExp)[] }} options
 * @returns the output files, entries first
 */
export async function bundleEntry(folder, input, { output, define = {}, external = [] }) {
  const bundle = await rolldown({
    input,
    cwd: folder,
    platform: 'node',
    // Its `paths` are for types only.
    tsconfig: false,
    external: ['@duckdb/node-api', ...external],
    // Of its other form everything would be bundled.
    resolve: { alias: { graphql: join(folder, 'node_modules/graphql/index.mjs') } },
    // These do nothing unless they are called.
    treeshake: {
      moduleSideEffects: [{ test: /node_modules.(?:better-sqlite3|ipaddr\.js)./, sideEffects: false }],
    },
    plugins: [findBinary, textModules, stableShapes],
    transform: { define },
  });
  try {
    const { output: files } = await bundle.generate({ comments: false, ...output });
    return files
      .flatMap((file) => (file.type === 'chunk' ? [file] : []))
      .sort((a, b) => Number(b.isEntry) - Number(a.isEntry));
  } finally {
    await bundle.close();
  }
}

/** @param {string} folder of a checkout */
export async function bundleProcesses(folder) {
  const [jobs = [], ...others] = await Promise.all([
    bundleEntry(folder, jobProcess, {
      output: { ...programOutput, codeSplitting: false },
    }),
    ...Object.entries(processes).map(([name, file]) =>
      bundleEntry(
        folder,
        { [name]: file },
        {
          output: {
            format: 'esm',
            entryFileNames: '[name].js',
            codeSplitting: false,
            plugins: [compactPackages],
          },
        },
      ),
    ),
  ]);
  return [...jobs, jobLoader(jobs[0]?.fileName ?? ''), ...others.flat()];
}
