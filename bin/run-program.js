/**
 * Runs the bundled program with V8's code cache, which halves the time to start. Without a cache for this V8, V8 compiles as
 * usual. CommonJS, like all of this folder: Node needs 10 ms to start its loader of other modules.
 */
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { constants, Script } = require('node:vm');

/** Names the entry of the program, the file of the process that reads documents, and the hash of the sources. */
const stampFile = 'program.json';

/** Cached code is valid for one V8 on one processor. The name of its file contains a content hash. */
const cacheSuffix = `.${process.arch}-${process.versions.v8}.cache`;

/**
 * @param {string} folder of the program
 * @returns {{ readonly entry: string, readonly jobs: string, readonly builtFrom: string } | undefined} undefined if there is no program
 */
function readStamp(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, stampFile), 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {string} folder of the program */
function findEntry(folder) {
  return readStamp(folder)?.entry;
}

/**
 * @param {string} folder of the program
 * @param {string} entry
 * @param {(file: string, script: Script) => void} [onLoad] called for each file as it is loaded
 * @param {readonly { file: string, language: unknown }[]} [languages] of the operator, which the program knows from the start
 * @returns {Record<string, unknown>} the exports of the entry
 */
function runProgram(folder, entry, onLoad, languages = []) {
  // Code from a cache has no loader for modules.
  const programHost = { importModule: (/** @type {string} */ url) => import(url), languages };
  /** @type {Map<string, { exports: Record<string, unknown> }>} */
  const modules = new Map();
  /** @param {string} name */
  const load = (name) => {
    const known = modules.get(name);
    if (known !== undefined) return known.exports;
    const file = join(folder, name);
    const code = readFileSync(file, 'utf8');
    const cachedData = readCache(file + cacheSuffix);
    const script = new Script(code, {
      filename: file,
      ...(cachedData === undefined ? {} : { cachedData }),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    onLoad?.(file, script);
    /** @type {{ exports: Record<string, unknown> }} */
    const module = { exports: {} };
    modules.set(name, module);
    const requireOther = createRequire(file);
    /** @param {string} id */
    const require = (id) => (id.endsWith('.cjs') ? load(id.replace('./', '')) : requireOther(id));
    script.runInThisContext()(module.exports, require, module, file, folder, programHost);
    return module.exports;
  };
  return load(entry);
}

/** @param {string} file */
function readCache(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

module.exports = { stampFile, cacheSuffix, readStamp, findEntry, runProgram };
