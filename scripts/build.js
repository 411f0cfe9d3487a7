/**
 * `npm run build`: compiles the sources and bundles the program. With `--fresh`, as before packing, nothing of older bundles
 * is left.
 */
import { rmSync } from 'node:fs';
import { build, checkNeeds, installPackages } from './prepare.js';
import { root } from './run.js';

await checkNeeds();
await installPackages();
if (process.argv.includes('--fresh')) rmSync(`${root}dist/program`, { recursive: true, force: true });
if (!(await build())) process.exitCode = 1;
