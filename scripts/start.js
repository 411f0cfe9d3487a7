/**
 * `npm start`: from a fresh clone to a server with the examples loaded; `npm start -- <verb> …` runs any other verb, such as
 * `tour`.
 */
import { build, checkNeeds, installPackages } from './prepare.js';
import { root, run } from './run.js';

await checkNeeds();
await installPackages();
if (!(await build())) process.exit(1);

const { code } = await run(process.execPath, [`${root}bin/signalbox.js`, ...wordsOf(process.argv.slice(2))], {
  cwd: process.cwd(),
  output: 'terminal',
});
process.exitCode = code;

/** @param {readonly string[]} given */
function wordsOf(given) {
  const [first] = given;
  if (first !== undefined && !first.startsWith('-')) return given;
  const asksForHelp = given.some((word) => word === '--help' || word === '-h');
  const namesFolders = given.some((word) => /^--workflows(?:=|$)/.test(word));
  if (asksForHelp || namesFolders || process.env['SIGNALBOX_WORKFLOWS']) return ['serve', ...given];
  // What is saved goes into the first folder: the examples stay as they are.
  const folders = [`${root}.signalbox/workflows`, `${root}examples`];
  return ['serve', ...folders.flatMap((folder) => ['--workflows', folder]), ...given];
}
