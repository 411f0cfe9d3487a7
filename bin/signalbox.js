#!/usr/bin/env node
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { findEntry, runProgram } = require('./run-program.js');

const root = join(__dirname, '..');
void main();

async function main() {
  const program = join(root, 'dist', 'program');
  const entry = findEntry(program);
  if (entry === undefined) return fail('Signalbox is not built here. Run:  npm start');
  try {
    await runProgram(program, entry)['ended'];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code !== 'ERR_DLOPEN_FAILED') throw error;
    fail(adviseOnBinary());
  }
}

/** @param {string} message */
function fail(message) {
  console.error(message);
  process.exitCode = 1;
}

function adviseOnBinary() {
  const here = `Node.js ${process.version} on ${process.platform} ${process.arch}`;
  return existsSync(join(root, 'manifest.json'))
    ? `The database binary in this bundle was compiled for another Node.js or another system; this is ${here}.\nInstall the bundle made for it. To make one, run in a checkout on this machine:  npm run bundle`
    : `The database binary was compiled for another Node.js or another system; this is ${here}.\nUse the Node.js that Signalbox was installed with, or install Signalbox again with this one.`;
}
