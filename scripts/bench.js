/** `npm run bench [name …]`: compiles bench/ with the sources it imports and runs every bench, or those whose name contains a word given. */
import { readdirSync } from 'node:fs';
import { checkNeeds, installPackages } from './prepare.js';
import { root, run, runTool } from './run.js';

await checkNeeds();
await installPackages();

const words = process.argv.slice(2);
const names = readdirSync(`${root}bench`)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .sort();

if (names.length === 0) {
  console.error(words.length === 0 ? 'bench/ has no *.bench.ts' : `No bench is called ${words.join(' or ')}`);
  process.exit(1);
}

console.log('Compiling the benches …');
const compiled = await runTool('typescript/bin/tsc', ['-p', 'bench']);
if (compiled.code !== 0) process.exit(1);

let failed = 0;
for (const name of names) {
  console.log(`\n── ${name}`);
  const { code } = await run(process.execPath, [
    '--expose-gc',
    '--enable-source-maps',
    `${root}dist-bench/bench/${name}.bench.js`,
  ]);
  if (code !== 0) failed += 1;
}
process.exitCode = failed > 0 ? 1 : 0;
