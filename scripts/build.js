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
const built = await build();
const typed = !forPackage || (await runTool('typescript-7/bin/tsc', ['-b', 'src'])).code === 0;
if (forPackage && built)
  await import('./bundle-licences.js').then(({ writeLicences }) => writeLicences(root));
if (!built || !typed) process.exitCode = 1;
