/** Imports files as texts: reference pages and examples of languages. Bundles and tests use it. */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';

const endings = ['.md', '.yaml', '.yawl'];

/** @param {string} path */
export const isText = (path) => endings.includes(extname(path));

/** The file is the export `text`. */
export const textModules = {
  name: 'text-modules',
  /** @type {'pre'} */
  enforce: 'pre',
  /** @param {string} id */
  async load(id) {
    if (!isText(id)) return null;
    const text = await readFile(id, 'utf8');
    return { code: `export const text = ${JSON.stringify(text)};`, moduleType: 'js' };
  },
};
