#!/usr/bin/env node
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
  if (!(error instanceof Error && 'code' in error && /MODULE_NOT_FOUND$/.test(String(error.code))))
    throw error;
  console.error('Signalbox is not built here yet, or only in part. Run:  npm start');
  process.exitCode = 1;
}
