/**
 * `npm start`: from a fresh clone to a server with the examples loaded; `npm start -- <verb> …` runs any other verb, such as
 * `tour`.
 */
import { existsSync } from 'node:fs';
import { build, checkNeeds, installPackages } from './prepare.js';
import { root, run } from './run.js';
import { startArguments } from './start-arguments.js';

await checkNeeds();
await installPackages();
if (!(await build())) process.exit(1);

const args = startArguments(process.argv.slice(2), root, process.env, existsSync);
const { code } = await run(process.execPath, [`${root}bin/signalbox.js`, ...args], {
  cwd: process.cwd(),
  output: 'terminal',
});
process.exitCode = code;
