/**
 * Requirements for installing and building Signalbox: one table, checked before anything else runs. Node built-ins only,
 * and syntax that an old Node can parse, because this file reports that Node is too old.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Need
 * @property {string} name
 * @property {string} minVersion the minimum version, as dotted numbers; '' for any
 * @property {string} why its purpose, to end the sentence "It is needed to …"
 * @property {() => string | undefined} find the installed version, or undefined
 * @property {string} command the command that installs it on Debian
 * @property {string} [package] the Debian package, if it is recent enough
 */

/** @typedef {{ readonly need: Need, readonly found: string | undefined }} Lack */

/** @type {readonly Need[]} */
export const needs = [
  {
    name: 'Node.js',
    minVersion: '20.20',
    why: 'run Signalbox and its tools',
    find: () => process.versions.node,
    command: 'npm install --global node@20',
  },
  {
    name: 'npm',
    minVersion: '9',
    why: 'install the packages named in package-lock.json',
    find: () => versionPrintedBy('npm', '--version'),
    command: 'apt-get install -y npm',
    package: 'npm',
  },
];

/**
 * Tools that compile the database (better-sqlite3) if no prebuilt binary can be downloaded. One command installs all of
 * them.
 * @type {readonly Need[]}
 */
export const compilers = ['make', 'g++', 'python3'].map((name) => ({
  name,
  minVersion: '',
  why: 'compile the database if no prebuilt binary can be downloaded',
  find: () => versionPrintedBy(name, '--version'),
  command: 'apt-get install -y make g++ python3',
  package: name,
}));

/**
 * Real servers that the tests run against.
 * @type {readonly Need[]}
 */
export const testNeeds = [
  {
    name: 'redis-server',
    minVersion: '6',
    why: 'test the shared state of replicas',
    find: () => versionPrintedBy('redis-server', '--version'),
    command: 'apt-get install -y redis-server',
    package: 'redis-server',
  },
  {
    name: 'python3',
    minVersion: '3.9',
    why: 'run the examples for agents in Python',
    find: () => versionPrintedBy('python3', '--version'),
    command: 'apt-get install -y python3',
    package: 'python3',
  },
  {
    name: 'git',
    minVersion: '2.32',
    why: 'test fetching workflows from repositories',
    find: () => versionPrintedBy('git', '--version'),
    command: 'apt-get install -y git',
    package: 'git',
  },
];

/** Packages that only tests need: folders with their own package-lock.json. */
export const testTools = [
  { folder: 'tools/conformance', what: 'the MCP conformance suite and the Node 22 that it runs on' },
  { folder: 'tools/inspector', what: 'the MCP Inspector' },
];

/**
 * @param {readonly Need[]} table
 * @returns {readonly Lack[]} what is missing or too old
 */
export function findMissing(table) {
  return table
    .map((need) => ({ need, found: need.find() }))
    .filter(({ need, found }) => found === undefined || !isAtLeast(found, need.minVersion));
}

/**
 * @param {string} version such as '20.20.2'
 * @param {string} minVersion such as '20.20'
 */
export function isAtLeast(version, minVersion) {
  const have = version.split('.').map((part) => Number.parseInt(part, 10));
  const want = minVersion === '' ? [] : minVersion.split('.').map(Number);
  for (const [index, number] of want.entries()) {
    const part = have[index] ?? 0;
    if (part !== number) return part > number;
  }
  return true;
}

/**
 * @param {readonly Lack[]} missing
 * @returns {string} the message
 */
export function describeMissing(missing) {
  return missing
    .map(({ need, found }) => {
      const wanted = need.minVersion === '' ? need.name : `${need.name} ${need.minVersion} or newer`;
      const state = found === undefined ? 'none was found' : `this machine has ${found}`;
      return `${wanted} is needed to ${need.why}; ${state}.\n  Run:  ${need.command}`;
    })
    .join('\n');
}

/**
 * @param {readonly Lack[]} missing
 * @param {{ readonly debian: boolean, readonly root: boolean }} machine
 * @returns {readonly string[] | undefined} the Debian packages to install, or undefined if that is not possible here
 */
export function packagesFor(missing, machine) {
  if (!machine.debian || !machine.root) return undefined;
  /** @type {string[]} */
  const packages = [];
  for (const { need } of missing) {
    if (need.package === undefined) return undefined;
    packages.push(need.package);
  }
  return packages;
}

export function thisMachine() {
  return { debian: isDebian(), root: process.getuid?.() === 0 };
}

function isDebian() {
  try {
    return /^ID(_LIKE)?=.*\bdebian\b/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/**
 * @param {string} command
 * @param {...string} args
 */
function versionPrintedBy(command, ...args) {
  const result = spawnSync(command, args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return result.status === 0 ? /\d+(\.\d+)*/.exec(result.stdout)?.[0] : undefined;
}
