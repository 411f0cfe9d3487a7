/** `npm run bundle`: makes build/signalbox.mcpb, for this system and this line of Node.js. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { build, checkNeeds, installPackages } from './prepare.js';
import { root } from './run.js';

await checkNeeds();
await installPackages();
if (!(await build())) process.exit(1);

const { bundleMcpb } = await import('./bundle-mcpb.js');
const bytes = await bundleMcpb(root);
mkdirSync(`${root}build`, { recursive: true });
writeFileSync(`${root}build/signalbox.mcpb`, bytes);
console.log(
  `build/signalbox.mcpb: ${(bytes.length / 1e6).toFixed(1)} MB, for ${process.platform} ${process.arch} and Node.js ${process.versions.node.split('.')[0]}`,
);
