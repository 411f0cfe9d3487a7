#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findProgram } from './built-from.js';
import { runProgram } from './run-program.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const entry = findProgram(root);
try {
  const { ended } =
    entry === undefined ? await import('../dist/cli/main.js') : runProgram(`${root}dist/program`, entry);
  await ended;
} catch (error) {
  const advice = adviceOn(error);
  if (advice === undefined) throw error;
  console.error(advice);
  process.exitCode = 1;
}

/** @param {unknown} error */
function adviceOn(error) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/MODULE_NOT_FOUND$/.test(code)) {
    return 'Signalbox is not built here yet, or only in part. Run:  npm start';
  }
  if (code === 'ERR_DLOPEN_FAILED') {
    const here = `Node.js ${process.version} on ${process.platform} ${process.arch}`;
    if (existsSync(`${root}manifest.json`)) {
      return `The database in this bundle was made for another Node.js or another system; this is ${here}.\nInstall the bundle that was made for it: in a checkout on this machine, npm run bundle makes one.`;
    }
    return `The database that came with Signalbox was made for another Node.js or another system; this is ${here}.\nStart it with the Node.js that it was installed with, or install it again with this one.`;
  }
  return undefined;
}
