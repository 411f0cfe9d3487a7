/**
 * `npm run build`: bundles the program and the exported libraries. With `--package`, as before packing: from nothing, and with
 * the type declarations and the licences that the package ships.
 */
import { rmSync } from 'node:fs';
import { build, checkNeeds, installPackages } from './prepare.js';
import { root, runTool } from './run.js';

const forPackage = process.argv.includes('--package');

await checkNeeds();
await installPackages();
if (forPackage) rmSync(`${root}dist`, { recursive: true, force: true });
if (!(await build())) process.exit(1);
if (forPackage) {
  const { code } = await runTool('typescript-7/bin/tsc', ['-b', 'src']);
  if (code !== 0) process.exit(1);
  const { writeDeclarations } = await import('./write-declarations.js');
  const { writeLicences } = await import('./bundle-licences.js');
  writeDeclarations(root);
  await writeLicences(root);
}
