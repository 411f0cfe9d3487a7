/** Builds the MCPB bundle: the program with all its dependencies in one file, which a host installs with a click. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { stampFile } from '../bin/run-program.js';
import { bundleLicences, licencesFile } from './bundle-licences.js';
import { bundleProgram } from './bundle-program.js';
import { bundleZip } from './bundle-zip.js';

const binary = 'better_sqlite3.node';

/** Files of the package that are copied as they are; all others are left out. */
const copiedFiles = [
  'LICENSE',
  'bin/package.json',
  'bin/run-program.js',
  'bin/signalbox.js',
  'examples/hello/hello.test.yaml',
  'examples/hello/hello.yaml',
];

const guides = 'examples/guides';

/**
 * @param {string} folder of a checkout
 * @returns {Promise<Buffer>} the same for the same sources and packages
 */
export async function bundleMcpb(folder) {
  /** @param {string} path */
  const read = (path) => readFileSync(join(folder, path));
  const { name, version, description, license, type } = JSON.parse(read('package.json').toString());
  const manifest = JSON.parse(read('packaging/manifest.json').toString());
  const chunks = await bundleProgram(folder);
  const require = createRequire(join(folder, 'package.json'));
  const licences = bundleLicences(chunks.flatMap(({ moduleIds }) => moduleIds));
  const files = new Map([
    [
      'manifest.json',
      json({
        ...manifest,
        name,
        version,
        description,
        long_description: `${manifest.long_description} ${describeMachine()}`,
        license,
        compatibility: thisMachine(),
      }),
    ],
    ['package.json', json({ name, version, type })],
    ['icon.png', read('packaging/icon.png')],
    [licencesFile, Buffer.from(licences)],
    [`dist/program/${binary}`, readFileSync(require.resolve(`better-sqlite3/build/Release/${binary}`))],
    [`dist/program/${stampFile}`, json({ entry: chunks[0]?.fileName, builtFrom: '' })],
    ...chunks.map(({ fileName, code }) => pair(`dist/program/${fileName}`, Buffer.from(code))),
    ...[...copiedFiles, ...guidesIn(folder)].map((path) => pair(path, read(path))),
  ]);
  const names = [...files.keys()].sort();
  return bundleZip(names.map((each) => ({ name: each, bytes: files.get(each) ?? Buffer.of() })));
}

/**
 * The bundled guides, at the paths where the library finds them.
 * @param {string} folder
 */
function guidesIn(folder) {
  const names = readdirSync(join(folder, guides)).filter((name) => /\.(?:json|yaml)$/.test(name));
  return names.map((name) => `${guides}/${name}`);
}

/** A manifest cannot name the processor, so the file name does. */
export function nameMcpb() {
  return `signalbox-${process.platform}-${process.arch}${isMusl() ? '-musl' : ''}-node${major}.mcpb`;
}

function describeMachine() {
  const library = process.platform !== 'linux' ? '' : isMusl() ? ' with musl' : ' with glibc';
  return `This bundle is for ${process.platform} on ${process.arch}${library} and for Node.js ${major}. Queries over results (sql_query) are not in it.`;
}

function isMusl() {
  if (process.platform !== 'linux') return false;
  /** @type {{ header: { glibcVersionRuntime?: string } }} */
  const report = Object(process.report.getReport());
  return report.header.glibcVersionRuntime === undefined;
}

const major = Number(process.versions.node.split('.')[0]);

/** Node.js versions that the database binary supports: it was compiled for one system and one major version. */
function thisMachine() {
  const minNodeVersion = major === 20 ? '20.20.0' : `${major}.0.0`;
  return { platforms: [process.platform], runtimes: { node: `>=${minNodeVersion} <${major + 1}.0.0` } };
}

/** @param {unknown} value */
function json(value) {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

/**
 * @param {string} name
 * @param {Buffer} bytes
 * @returns {[string, Buffer]}
 */
function pair(name, bytes) {
  return [name, bytes];
}
