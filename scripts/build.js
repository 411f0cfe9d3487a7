/** `npm run build`: compiles the sources and bundles the program. */
import { build } from './prepare.js';

if (!(await build())) process.exitCode = 1;
