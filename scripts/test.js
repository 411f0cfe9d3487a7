/**
 * `npm test`: every check of the repository, all of them even when one fails, so that a contributor sees everything at once.
 * `npm test -- pattern` runs only the tests whose file matches; `npm run test:long` gives the random tests more time.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addUp, closingLine } from './closing-line.js';
import { needs, testNeeds } from './needs.js';
import { build, bundle, checkNeeds, installPackages, installTestTools } from './prepare.js';
import { runTool } from './run.js';

/** @typedef {import('./closing-line.js').StepResult} StepResult */
/** @typedef {import('./closing-line.js').TestReport} TestReport */

const steps = [
  { name: 'biome: format and lint', tool: '@biomejs/biome/bin/biome', args: ['check'] },
  { name: 'tsc: build, and types of tests, benches and scripts', tool: 'typescript/bin/tsc', args: ['-b'] },
  {
    name: 'dependency-cruiser: imports',
    tool: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['--config', '.dependency-cruiser.json', 'src', 'test', 'bench', 'scripts', 'bin'],
  },
  { name: 'knip: unused files, exports and packages', tool: 'knip/bin/knip.js', args: [] },
];

const args = process.argv.slice(2);
const long = args.includes('--long');
const patterns = args.filter((arg) => arg !== '--long');

await checkNeeds([...needs, ...testNeeds]);
await installPackages();
await installTestTools();

/** @type {StepResult[]} */
const results = [];
if (patterns.length > 0) {
  if (!(await build())) process.exit(1);
} else {
  for (const step of steps) results.push(await show(step.name, step.tool, step.args));
  await bundle();
}

const folder = mkdtempSync(join(tmpdir(), 'signalbox-test-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const reportFile = join(folder, 'report.json');
const vitest = await show(
  'vitest: tests',
  'vitest/vitest.mjs',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, ...patterns],
  long ? { ...process.env, SIGNALBOX_LONG: '1' } : process.env,
);
const report = readReport(reportFile);

console.log('\n── summary');
for (const { name, ok, seconds } of [...results, vitest]) {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(7)} s  ${name}`);
}
if (report === undefined) console.log('vitest left no report');
else if (report.numPendingTests > 0) console.log(`${report.numPendingTests} tests skipped`);
const sum = addUp(results, vitest, report);
console.log(closingLine(sum));
process.exitCode = sum.failed > 0 ? 1 : 0;

/**
 * @param {string} name
 * @param {string} tool
 * @param {readonly string[]} toolArgs
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<StepResult>}
 */
async function show(name, tool, toolArgs, env = process.env) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  const beat = setInterval(() => {
    console.log(`  still at it after ${Math.round((Date.now() - started) / 1000)} s`);
  }, 15_000);
  const { code, seconds } = await runTool(tool, toolArgs, { env });
  clearInterval(beat);
  console.log(`── ${code === 0 ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s`);
  return { name, ok: code === 0, seconds };
}

/**
 * @param {string} file
 * @returns {TestReport | undefined}
 */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
