/**
 * Runs child processes so that none outlives this one: signals are forwarded to all of them before this process ends.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** @type {Set<{ readonly pid: number, readonly group: boolean }>} */
const children = new Set();
let interrupted = false;

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    forwardSignal(signal);
    if (interrupted) return;
    interrupted = true;
    // Timeout for tools that ignore the signal; a program that has the terminal has no timeout.
    setTimeout(() => forwardSignal('SIGKILL'), 5000).unref();
    setInterval(() => {
      if (children.size === 0) process.exit(128 + constants.signals[signal]);
    }, 20);
  });
}

/** @param {NodeJS.Signals} signal */
function forwardSignal(signal) {
  for (const { pid, group } of children) {
    // Ctrl-C in a terminal has already reached the child that shares it.
    if (!group && (signal === 'SIGKILL' || (signal === 'SIGINT' && process.stdin.isTTY))) continue;
    try {
      process.kill(group ? -pid : pid, signal);
    } catch {
      // It has ended in the meantime.
    }
  }
}

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {'show' | 'keep' | 'terminal'} [output] show: printed; keep: collected in the result; terminal: the child has
 *   the terminal, input included
 * @property {number} [seconds] timeout of the child
 */

/** @typedef {{ readonly code: number, readonly output: string, readonly seconds: number, readonly timedOut: boolean }} RunResult */

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function run(command, args, options = {}) {
  const { cwd = root, env = process.env, output = 'show', seconds } = options;
  const started = Date.now();
  // Its own process group makes grandchildren reachable; a child that reads the terminal must stay in ours.
  const group = output !== 'terminal' && process.platform !== 'win32';
  return new Promise((resolve) => {
    /** @type {import('node:child_process').StdioOptions} */
    const stdio =
      output === 'terminal'
        ? 'inherit'
        : output === 'keep'
          ? ['ignore', 'pipe', 'pipe']
          : ['ignore', 'inherit', 'inherit'];
    const child = spawn(command, args, { cwd, env, stdio, detached: group });
    const entry = { pid: child.pid ?? 0, group };
    if (child.pid !== undefined) children.add(entry);
    let text = '';
    let timedOut = false;
    child.stdout?.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    child.stderr?.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    const limit =
      seconds === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            process.kill(group ? -entry.pid : entry.pid, 'SIGKILL');
          }, seconds * 1000);
    /** @param {number} code */
    const end = (code) => {
      clearTimeout(limit);
      children.delete(entry);
      if (!interrupted) resolve({ code, output: text, seconds: (Date.now() - started) / 1000, timedOut });
    };
    child.on('error', (error) => {
      text += `${error.message}\n`;
      if (output !== 'keep') console.error(error.message);
      end(127);
    });
    child.on('close', (code, signal) => end(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}

/**
 * @param {string} path a script of an installed package, from node_modules
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function runTool(path, args, options) {
  return run(process.execPath, [`${root}node_modules/${path}`, ...args], options);
}
