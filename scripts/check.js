/** `npm run check`: format, lint, types, imports and unused code. The compiler runs in parallel with the others: two cores, half the time. */
import { fileURLToPath } from 'node:url';
import { checkNeeds, installPackages } from './prepare.js';
import { runTool } from './run.js';

/** @typedef {import('./closing-line.js').StepResult} StepResult */
/** @typedef {{ readonly name: string, readonly tool: string, readonly args: readonly string[] }} Check */

/** Each list runs one after the other; the lists run at the same time. @type {readonly (readonly Check[])[]} */
const checks = [
  [{ name: 'tsc: types', tool: 'typescript-7/bin/tsc', args: ['-b'] }],
  [
    { name: 'biome: format and lint', tool: '@biomejs/biome/bin/biome', args: ['check'] },
    {
      name: 'dependency-cruiser: imports',
      tool: 'dependency-cruiser/bin/dependency-cruise.mjs',
      args: ['--config', '.dependency-cruiser.json', 'src', 'test', 'bench', 'scripts', 'bin'],
    },
    { name: 'knip: unused files, exports and packages', tool: 'knip/bin/knip.js', args: [] },
  ],
];

/** @returns {Promise<readonly StepResult[]>} all of them, even if one fails */
export async function runChecks() {
  console.log('── checking format, lint, types, imports and unused code (about 25 s)');
  const results = await Promise.all(
    checks.map(async (list) => {
      const done = [];
      for (const check of list) done.push(await runCheck(check));
      return done;
    }),
  );
  return results.flat();
}

/**
 * @param {Check} check
 * @returns {Promise<StepResult>}
 */
async function runCheck({ name, tool, args }) {
  const { code, seconds, output } = await runTool(tool, args, { output: 'keep' });
  const ok = code === 0;
  console.log(`── ${ok ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(5)} s  ${name}`);
  if (!ok) console.log(output);
  return { name, ok, seconds };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await checkNeeds();
  await installPackages();
  const results = await runChecks();
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
}
