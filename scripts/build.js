/** `npm run build`: compiles the sources and bundles the program. */
import { build, checkNeeds, installPackages } from './prepare.js';

await checkNeeds();
await installPackages();
if (!(await build())) process.exitCode = 1;
