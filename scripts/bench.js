/** `npm run bench [name …]`: bundles and runs every bench, or those whose name contains one of the arguments. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { checkNeeds, installPackages } from './prepare.js';
import { root, run } from './run.js';

await checkNeeds();
await installPackages();

const filters = process.argv.slice(2);
const names = readdirSync(`${root}bench`)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
  .filter((name) => filters.length === 0 || filters.some((word) => name.includes(word)))
  .sort();

if (names.length === 0) {
  console.error(
    filters.length === 0 ? 'bench/ has no *.bench.ts' : `No bench matches ${filters.join(' or ')}`,
  );
  process.exit(1);
}

const { bundleEntry, bundleProcesses } = await import('./bundle-entry.js');
/** Processes that benches start, in the same folders. */
const processes = ['server/bare-http', 'server/bare-stdio', 'server/load', 'neighbours/attacker'].map(
  (path) => [path.slice(path.indexOf('/') + 1), `bench/${path}.ts`],
);
const input = Object.fromEntries([
  ...names.map((name) => [`${name}.bench`, `bench/${name}.bench.ts`]),
  ...processes,
]);
const chunks = await bundleEntry(root, input, {
  // Packages are not bundled, as for the peers in the comparison.
  external: [/^(?!node:)[@a-z]/],
  output: {
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared-[name].js',
    sourcemap: 'inline',
  },
});
mkdirSync(`${root}dist/bench`, { recursive: true });
for (const { fileName, code } of [...chunks, ...(await bundleProcesses(root))]) {
  writeFileSync(`${root}dist/bench/${fileName}`, code);
}

let failed = 0;
for (const name of names) {
  console.log(`\n── ${name}`);
  const { code } = await run(process.execPath, [
    '--expose-gc',
    '--enable-source-maps',
    `${root}dist/bench/${name}.bench.js`,
  ]);
  if (code !== 0) failed += 1;
}
process.exitCode = failed > 0 ? 1 : 0;
