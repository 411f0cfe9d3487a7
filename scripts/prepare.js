/**
 * Prepares a checkout: checks the requirements, installs packages, builds the sources. Each part returns quickly if there
 * is nothing to do.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  compilers,
  describeMissing,
  findMissing,
  needs,
  packagesFor,
  testTools,
  thisMachine,
} from './needs.js';
import { root, run } from './run.js';

const stampName = '.signalbox-stamp';

/**
 * Ends the process with the command to run if something is missing that cannot be installed from here.
 * @param {typeof needs} [table]
 */
export async function checkNeeds(table = needs) {
  const missing = await install(table);
  if (missing.length === 0) return;
  console.error(describeMissing(missing));
  process.exit(1);
}

/**
 * @param {typeof needs} table
 * @returns {Promise<ReturnType<typeof findMissing>>} what is still missing
 */
async function install(table) {
  const missing = findMissing(table);
  const packages = packagesFor(missing, thisMachine());
  if (missing.length === 0 || packages === undefined) return missing;
  console.log(`Installing from Debian: ${packages.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env });
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { env });
  return findMissing(table);
}

/** Installs the packages of package-lock.json, unless that has been done; ends the process if it fails. */
export async function installPackages() {
  if (isInstalled(root)) return;
  const missing = await install(compilers);
  const what = 'Installing packages (npm ci, once; compiling the database may take two minutes)';
  if (await installLocked(root, what)) return;
  // None of them is needed if a binary could be downloaded, so they are only reported otherwise.
  if (missing.length > 0) console.error(describeMissing(missing));
  process.exit(1);
}

/** The same for packages that only tests need and that must not mix with those of the product. */
export async function installTestTools() {
  for (const { folder, what } of testTools) {
    const path = join(root, folder);
    if (isInstalled(path)) continue;
    if (!(await installLocked(path, `Installing ${what} (npm ci in ${folder}, once)`))) process.exit(1);
  }
}

/**
 * @param {string} folder
 * @param {string} what
 * @returns {Promise<boolean>} whether it succeeded
 */
async function installLocked(folder, what) {
  const npm = process.env['npm_execpath'];
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const done = showProgress(what);
  const { code } = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args], { cwd: folder })
    : await run('npm', args, { cwd: folder });
  done(code === 0);
  if (code === 0) markInstalled(folder);
  return code === 0;
}

/**
 * Bundles the program and the exported libraries. `npm run check` checks the types.
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function build() {
  const done = showProgress('Building');
  try {
    await writeBundles(root);
    done(true);
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    done(false);
    return false;
  }
}

/** @param {string} folder a checkout whose packages are installed */
export async function writeBundles(folder) {
  const { isProgramCurrent, writeProgram } = await import('./bundle-program.js');
  const { hasLibraries, writeLibraries } = await import('./bundle-libraries.js');
  if (hasLibraries(folder) && (await isProgramCurrent(folder))) return;
  // The program is last, because its stamp says that everything is built.
  await writeLibraries(folder);
  await writeProgram(folder);
  try {
    const { writeCache } = await import('./bundle-cache.js');
    await writeCache(folder);
  } catch (error) {
    console.error(`The program has no code cache, and starts slower: ${String(error)}`);
  }
}

/**
 * @param {string} folder a checkout
 * @returns {boolean} whether its node_modules matches its current package-lock.json
 */
export function isInstalled(folder) {
  try {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const isThere = Object.keys({ ...dependencies, ...devDependencies }).every((name) =>
      existsSync(join(folder, 'node_modules', name)),
    );
    return isThere && readFileSync(join(folder, 'node_modules', stampName), 'utf8') === stampOf(folder);
  } catch {
    return false;
  }
}

/** @param {string} folder */
export function markInstalled(folder) {
  writeFileSync(join(folder, 'node_modules', stampName), stampOf(folder));
}

/**
 * Includes the Node version, because packages with binaries are installed for one.
 * @param {string} folder
 */
function stampOf(folder) {
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  return `${lock} node ${process.versions.modules} ${process.platform} ${process.arch}\n`;
}

/**
 * Plain lines, so that a log equals a terminal.
 * @param {string} what
 * @returns {(ok: boolean) => void} call it at the end
 */
function showProgress(what) {
  const started = Date.now();
  const elapsed = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  console.log(`${what} …`);
  const progressTimer = setInterval(() => console.log(`  still running after ${elapsed()}`), 10_000);
  return (ok) => {
    clearInterval(progressTimer);
    console.log(`${what}: ${ok ? 'done' : 'failed'} in ${elapsed()}`);
  };
}
