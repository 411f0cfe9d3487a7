/** Collects the licences of the packages in a bundle in one text: distributing the bundle distributes them, too. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleProgram } from './bundle-program.js';

export const licencesFile = 'THIRD-PARTY-LICENSES.txt';

/**
 * Writes the licences of the bundled packages next to the program.
 * @param {string} folder of a checkout
 */
export async function writeLicences(folder) {
  const chunks = await bundleProgram(folder);
  writeFileSync(
    join(folder, 'dist', licencesFile),
    bundleLicences(chunks.flatMap(({ moduleIds }) => moduleIds)),
  );
}

/**
 * @param {Iterable<string>} modules paths of files
 * @returns {string} throws if a package declares no licence
 */
export function bundleLicences(modules) {
  const folders = new Set([...modules].filter((path) => path.includes('/node_modules/')).map(packageOf));
  const texts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
    if (license === undefined && files.length === 0) throw new Error(`${name} declares no licence`);
    const words = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return `${name} ${version} (${license})\n\n${words.join('\n\n')}`.trim();
  });
  return `${texts.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/**
 * The package folder of a file; some packages contain further package.json files, without a name.
 * @param {string} path
 */
function packageOf(path) {
  let folder = dirname(path);
  while (!isPackage(folder)) folder = dirname(folder);
  return folder;
}

/** @param {string} folder */
function isPackage(folder) {
  const file = join(folder, 'package.json');
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version !== undefined;
}
