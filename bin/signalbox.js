#!/usr/bin/env node
try {
  await import('../dist/cli/main.js');
} catch (error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
  console.error('Signalbox is not built here yet, or only in part. Run:  npm start');
  process.exitCode = 1;
}
