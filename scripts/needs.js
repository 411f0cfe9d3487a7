/**
 * What a machine must have before Signalbox can be installed and built: one table, checked before anything else runs.
 * Node built-ins only, and syntax that an old Node can read, because this file is what tells people that theirs is old.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Need
 * @property {string} name
 * @property {string} minVersion the least version, as dotted numbers; '' when any will do
 * @property {string} why what it is for, to end the sentence "It is needed to …"
 * @property {() => string | undefined} find the version that is here, or undefined when there is none
 * @property {string} command the one command that brings it to a Debian machine
 * @property {string} [package] the Debian package, where a stock Debian has one that is new enough
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
 * What the database (better-sqlite3) is compiled with where no ready-made binary of it can be downloaded. One command
 * brings all of them.
 * @type {readonly Need[]}
 */
export const compilers = ['make', 'g++', 'python3'].map((name) => ({
  name,
  minVersion: '',
  why: 'compile the database where no ready-made binary of it can be downloaded',
  find: () => versionPrintedBy(name, '--version'),
  command: 'apt-get install -y make g++ python3',
  package: name,
}));

/**
 * What the tests run against: real servers, not what somebody thinks of them.
 * @type {readonly Need[]}
 */
export const testNeeds = [
  {
    name: 'redis-server',
    minVersion: '6',
    why: 'test what replicas share',
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
    why: 'test how workflows are fetched from repositories',
    find: () => versionPrintedBy('git', '--version'),
    command: 'apt-get install -y git',
    package: 'git',
  },
];

/** What the tests bring along besides the packages of the product: folders with a package-lock.json of their own. */
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
 * @returns {string} what to tell the reader
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
 * @returns {readonly string[] | undefined} the Debian packages that end every lack, or undefined when that cannot be done here
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
