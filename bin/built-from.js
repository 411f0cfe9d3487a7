/** Tells whether the bundled program is made of what the compiler built last: one that is not must never run. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const stampFile = 'dist/program/built-from.json';

/** @typedef {{ readonly entry: string, readonly from: string }} Stamp */

/** What else the program is made of: packages, and how it is made. */
const ingredients = ['node_modules/.package-lock.json', 'scripts/bundle-program.js', 'bin/run-program.js'];

/**
 * The compiler's notes on each layer and the other ingredients, by when they were written. Empty where the compiler left no
 * notes: nothing is built in an installed package.
 * @param {string} root the folder of the package
 */
export function builtFrom(root) {
  const layers = readdirSync(join(root, 'dist'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const notes = layers.map(({ name }) => `dist/${name}/.tsbuildinfo`);
  const times = timesOf(root, notes.sort());
  return times === '' ? '' : times + timesOf(root, ingredients);
}

/**
 * @param {string} root
 * @param {readonly string[]} files
 */
function timesOf(root, files) {
  return files
    .map((file) => {
      const found = statSync(join(root, file), { throwIfNoEntry: false });
      return found === undefined ? '' : `${file} ${found.mtimeMs}\n`;
    })
    .join('');
}

/**
 * @param {string} root the folder of the package
 * @returns {string | undefined} the name of the program's entry; undefined where there is none that is good
 */
export function findProgram(root) {
  try {
    /** @type {Stamp} */
    const { entry, from } = JSON.parse(readFileSync(join(root, stampFile), 'utf8'));
    const now = builtFrom(root);
    return now === '' || now === from ? entry : undefined;
  } catch {
    return undefined;
  }
}
