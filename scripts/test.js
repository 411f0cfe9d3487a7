/**
 * `npm test`: runs every check and every test of the repository, even if one fails.
 * `npm test -- NAME` runs only the tests whose file matches, without the other checks; `npm run test:long` runs more
 * rounds of the random tests.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './check.js';
import { addUp, closingLine } from './closing-line.js';
import { needs, testNeeds } from './needs.js';
import { checkNeeds, installPackages, installTestTools } from './prepare.js';
import { runTool } from './run.js';

/** @typedef {import('./closing-line.js').TestReport} TestReport */

const args = process.argv.slice(2);
const long = args.includes('--long');
const rest = args.filter((arg) => arg !== '--long');

await checkNeeds([...needs, ...testNeeds]);
await installPackages();
await installTestTools();

const results = rest.some((arg) => !arg.startsWith('-')) ? [] : await runChecks();

const folder = mkdtempSync(join(tmpdir(), 'signalbox-test-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const reportFile = join(folder, 'report.json');
console.log('\n── vitest: tests');
const { code, seconds } = await runTool(
  'vitest/vitest.mjs',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, ...rest],
  { env: long ? { ...process.env, SIGNALBOX_LONG: '1' } : process.env },
);
const vitest = { name: 'vitest: tests', ok: code === 0, seconds };
const report = readReport(reportFile);

console.log('\n── summary');
for (const { name, ok, seconds } of [...results, vitest]) {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(7)} s  ${name}`);
}
if (report === undefined) console.log('vitest wrote no report');
else if (report.numPendingTests > 0) console.log(`${report.numPendingTests} tests skipped`);
const sum = addUp(results, vitest, report);
console.log(closingLine(sum));
process.exitCode = sum.failed > 0 ? 1 : 0;

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
