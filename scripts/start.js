/** `npm start`: from a fresh clone to the guided tour, or to any other verb: `npm start -- <verb> …`. */
import { build, checkNeeds, installPackages } from './prepare.js';
import { root, run } from './run.js';

await checkNeeds();
await installPackages();
if (!(await build())) process.exit(1);

const args = process.argv.slice(2);
const namesVerb = args[0] !== undefined && !args[0].startsWith('-');
const { code } = await run(
  process.execPath,
  [`${root}bin/signalbox.js`, ...(namesVerb ? args : ['tour', ...args])],
  {
    cwd: process.cwd(),
    output: 'terminal',
  },
);
process.exitCode = code;
