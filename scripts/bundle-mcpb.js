/** Makes the MCPB bundle: the program with everything that it needs in one file, which a host installs by a click. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundleLicences } from './bundle-licences.js';
import { bundleProgram } from './bundle-program.js';
import { bundleZip } from './bundle-zip.js';

const binary = 'better_sqlite3.node';

/**
 * @param {string} folder of a package whose dist the compiler has built
 * @returns {Promise<Buffer>} the same for the same sources and packages
 */
export async function bundleMcpb(folder) {
  /** @param {string} path */
  const read = (path) => readFileSync(join(folder, path));
  const chunks = await bundleProgram(folder);
  const { name, version, description, license, type } = JSON.parse(read('package.json').toString());
  const manifest = {
    ...JSON.parse(read('packaging/manifest.json').toString()),
    name,
    version,
    description,
    license,
  };
  manifest.compatibility = thisMachine();
  const require = createRequire(join(folder, 'package.json'));
  const licences = bundleLicences(chunks.flatMap(({ moduleIds }) => moduleIds));
  const examples = readdirSync(join(folder, 'examples'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name).slice(folder.length).split('\\').join('/').replace(/^\//, ''),
    );
  /** @type {{ name: string, bytes: Uint8Array }[]} */
  const files = [
    { name: 'manifest.json', bytes: json(manifest) },
    { name: 'package.json', bytes: json({ name, version, type }) },
    { name: 'icon.png', bytes: read('packaging/icon.png') },
    { name: 'LICENSE', bytes: read('LICENSE') },
    { name: 'THIRD-PARTY-LICENSES.txt', bytes: Buffer.from(licences) },
    {
      name: `server/${binary}`,
      bytes: readFileSync(require.resolve(`better-sqlite3/build/Release/${binary}`)),
    },
    ...chunks.map(({ fileName, code }) => ({ name: `server/${fileName}`, bytes: Buffer.from(code) })),
    ...examples.map((path) => ({ name: path, bytes: read(path) })),
  ];
  return bundleZip(files.sort((a, b) => order(a.name, b.name)));
}

/** Where the binary of the database runs: it was made for one system, and for one line of Node.js. */
function thisMachine() {
  const major = Number(process.versions.node.split('.')[0]);
  const least = major === 20 ? '20.20.0' : `${major}.0.0`;
  return { platforms: [process.platform], runtimes: { node: `>=${least} <${major + 1}.0.0` } };
}

/** @param {unknown} value */
function json(value) {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

/** @param {string} a @param {string} b */
function order(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
