/**
 * Runs the bundled program, with what V8 has compiled of it before: that is half of the time to start. Where there is no
 * such thing for this V8, it is compiled as it is read, as ever.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { constants, Script } from 'node:vm';

/** Compiled code is good for one V8 on one kind of processor. The file before it has another name for every content. */
export const cacheSuffix = `.${process.arch}-${process.versions.v8}.cache`;

/**
 * @param {string} folder of the program
 * @param {string} entry
 * @param {(file: string, script: Script) => void} [onLoad] hears of each file as it is loaded
 * @returns {Record<string, unknown>} what the entry exports
 */
export function runProgram(folder, entry, onLoad) {
  /** @type {Map<string, { exports: Record<string, unknown> }>} */
  const modules = new Map();
  /** @param {string} name */
  const load = (name) => {
    const known = modules.get(name);
    if (known !== undefined) return known.exports;
    const file = join(folder, name);
    const code = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'utf8')}\n})`;
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
    script.runInThisContext()(module.exports, require, module, file, folder);
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
