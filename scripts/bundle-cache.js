/**
 * Stores what the program reads and draws of the examples, so that a new data folder needs not. Then stores the code that V8
 * has compiled of the bundled program after a client has listed the tools, and of the process that reads documents after it
 * has read some: later starts need not compile it again. Run as a program, it is the process whose code is stored.
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { cacheSuffix, readStamp, runProgram } from '../bin/run-program.js';

/** In milliseconds. */
const timeout = 30_000;

const requests = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'build', version: '1' } },
  },
  { id: 2, method: 'tools/list', params: {} },
];

/** Documents that the process reads before its code is stored. */
const documents = [
  'examples/first.yaml',
  'examples/travel/travel.yaml',
  'examples/guides/auth-implementation.json',
];

/**
 * @param {string} folder of a package with a program
 * @returns {Promise<void>} rejects if the program does not respond
 */
export async function writeCache(folder) {
  removeCache(join(folder, 'dist', 'program'));
  await writeShipped(folder);
  const self = fileURLToPath(import.meta.url);
  await Promise.all([listTools(folder, [self, folder, 'entry']), writeJobCache(folder)]);
}

/**
 * What V8 loads from a cache, it stores again, needed or not.
 * @param {string} program
 */
function removeCache(program) {
  for (const name of readdirSync(program)) if (name.endsWith(cacheSuffix)) rmSync(join(program, name));
}

/** @param {string} folder */
async function writeShipped(folder) {
  const shipped = join(folder, 'dist', 'program', 'shipped');
  rmSync(shipped, { recursive: true, force: true });
  await listTools(folder, [join(folder, 'bin', 'signalbox.js')], (data) => {
    const entries = join(data, '.cache');
    if (existsSync(entries)) cpSync(entries, shipped, { recursive: true });
  });
}

/** @param {string} folder */
async function writeJobCache(folder) {
  const child = fork(fileURLToPath(import.meta.url), [folder, 'jobs'], {
    serialization: 'advanced',
    timeout,
    killSignal: 'SIGKILL',
  });
  const ended = once(child, 'exit').then(([code]) => {
    if (code !== 0) throw new Error(`the process that reads documents ended with ${code}`);
  });
  const next = () => Promise.race([once(child, 'message'), ended]);
  await next();
  const shared = { hash: '', text: '{"operations":null,"services":null}' };
  for (const path of documents) {
    if (!child.connected) break;
    const input = JSON.stringify({ path, text: readFileSync(join(folder, path), 'utf8') });
    child.send({ name: 'read', input, shared, forgets: false });
    await next();
  }
  if (child.connected) child.disconnect();
  await ended;
}

/**
 * Starts the program over a new data folder and the examples, as a client does.
 * @param {string} folder
 * @param {readonly string[]} program
 * @param {(data: string) => void} [onEnd] called before the data folder is removed
 */
async function listTools(folder, program, onEnd) {
  const data = mkdtempSync(join(tmpdir(), 'signalbox-build-'));
  try {
    const args = [...program, 'stdio', '--data', data, '--workflows', join(folder, 'examples')];
    const child = spawn(process.execPath, args, {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SIGNALBOX_'))),
      timeout: timeout,
      killSignal: 'SIGKILL',
    });
    let told = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      told += text;
    });
    // A process that no longer reads its input ends, and reports why.
    child.stdin.on('error', () => undefined);
    const ended = once(child, 'close');
    const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
    for (const request of requests) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`);
      if ((await answers.next()).done === true) break;
    }
    child.stdin.end();
    const [code] = await ended;
    if (code !== 0) throw new Error(told.trim() || `it ended with ${code}`);
    onEnd?.(data);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // The rest is for the program.
  const [folder = '', what] = process.argv.splice(2, 2);
  await runAndKeep(folder, what === 'jobs' ? 'jobs' : 'entry');
}

/**
 * @param {string} folder
 * @param {'entry' | 'jobs'} what
 */
async function runAndKeep(folder, what) {
  const program = join(folder, 'dist', 'program');
  const entry = readStamp(program)?.[what];
  if (entry === undefined) throw new Error(`${program} has no program`);
  /** @type {Map<string, import('node:vm').Script>} */
  const scripts = new Map();
  process.on('exit', () => {
    for (const [file, script] of scripts) {
      const draft = `${file}.${process.pid}`;
      writeFileSync(draft, script.createCachedData());
      renameSync(draft, file + cacheSuffix);
    }
  });
  await runProgram(program, entry, (file, script) => scripts.set(file, script))['ended'];
}
