#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { hasProgram } from './built-from.js';

try {
  if (hasProgram(fileURLToPath(new URL('..', import.meta.url)))) await import('../dist/program/main.js');
  else await import('../dist/cli/main.js');
} catch (error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
  console.error('Signalbox is not built here yet, or only in part. Run:  npm start');
  process.exitCode = 1;
}
