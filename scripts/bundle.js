/** `npm run bundle`: builds an MCPB bundle in build/, for this system and this major version of Node.js. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { build, checkNeeds, installPackages } from './prepare.js';
import { root } from './run.js';

await checkNeeds();
await installPackages();
if (!(await build())) process.exit(1);

const { bundleMcpb, nameMcpb } = await import('./bundle-mcpb.js');
const bytes = await bundleMcpb(root);
mkdirSync(`${root}build`, { recursive: true });
const file = `build/${nameMcpb()}`;
writeFileSync(`${root}${file}`, bytes);
console.log(`${file}: ${(bytes.length / 1e6).toFixed(1)} MB`);
