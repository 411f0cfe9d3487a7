/** Copies the type declarations that the exported libraries and authors of languages need, and no others, from what the compiler wrote. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { libraries } from './bundle-libraries.js';

/** @param {string} folder of a checkout whose types are compiled */
export function writeDeclarations(folder) {
  const from = join(folder, 'dist/types');
  const to = join(folder, 'dist/declarations');
  rmSync(to, { recursive: true, force: true });
  /** @type {Set<string>} */
  const copied = new Set();
  /** @param {string} file */
  const copy = (file) => {
    if (copied.has(file)) return;
    copied.add(file);
    const text = readFileSync(join(from, file), 'utf8');
    mkdirSync(dirname(join(to, file)), { recursive: true });
    // Users need not install it: without it, schemas have the type any.
    writeFileSync(join(to, file), text.replace(/^import type .* from 'zod';$/m, '// @ts-ignore\n$&'));
    for (const [, path = ''] of text.matchAll(/["'](\.{1,2}\/[^"']+)\.ts["']/g)) {
      copy(`${normalize(join(dirname(file), path))}.d.ts`);
    }
  };
  for (const library of libraries) copy(`${library}/index.d.ts`);
  copy('languages/contract.d.ts');
}
