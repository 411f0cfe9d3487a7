/**
 * `npm run test:mutants`: breaks the kernel on purpose, one rule at a time, and fails if the tests still pass.
 * Arguments after `--` select the mutants whose name contains one of them; then a rule without a mutant is no failure.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultTests, judge, readMutant, rulesWithoutMutant } from './mutant.js';
import { checkNeeds, installPackages } from './prepare.js';
import { root, run } from './run.js';

/** @typedef {import('./mutant.js').Verdict} Verdict */
/** @typedef {import('./mutant.js').Report} Report */

const atATime = 2;
const patches = join(root, 'test', 'mutants');
const copied = [
  'src',
  'test',
  'examples',
  'scripts',
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'vitest.config.ts',
];

await checkNeeds();
await installPackages();

const words = process.argv.slice(2);
const mutants = existsSync(patches)
  ? readdirSync(patches)
      .filter((file) => file.endsWith('.patch'))
      .sort()
      .map((file) => readMutant(file, readFileSync(join(patches, file), 'utf8')))
      .filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  : [];

const work = mkdtempSync(join(tmpdir(), 'signalbox-mutants-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

let failures = 0;

console.log('The unchanged tree …');
const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))];
const plain = await runTests('unbroken', tests.length > 0 ? tests : defaultTests);
if (plain.verdict.kind !== 'survived') {
  console.error(`The tests fail on the unchanged tree: ${plain.verdict.by}`);
  process.exit(1);
}
console.log(`  passes in ${plain.seconds.toFixed(1)} s`);
// A mutant may loop forever: this is the timeout.
const timeout = Math.max(60, plain.seconds * 6);

/** @type {{ readonly name: string, readonly breaks: string, readonly verdict: Verdict, readonly seconds: number }[]} */
const results = [];
const waiting = [...mutants];
await Promise.all(
  Array.from({ length: atATime }, async () => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const { name, breaks } = mutant;
      const { verdict, seconds } = await runTests(name, mutant.tests, {
        patch: join(patches, `${name}.patch`),
        seconds: timeout,
      });
      results.push({ name, breaks, verdict, seconds });
      console.log(`  ${results.length}/${mutants.length} ${name}: ${verdict.kind}`);
    }
  }),
);

const width = Math.max(6, ...results.map(({ name }) => name.length));
console.log(`\n${'mutant'.padEnd(width)}  seconds  killed by`);
for (const { name, breaks, verdict, seconds } of results.sort((a, b) => (a.name < b.name ? -1 : 1))) {
  const by =
    verdict.kind === 'killed' ? verdict.by : `${verdict.kind.toUpperCase()} ${verdict.by} (${breaks})`;
  console.log(`${name.padEnd(width)}  ${seconds.toFixed(1).padStart(7)}  ${by}`);
  if (verdict.kind !== 'killed') failures += 1;
}

const missing = words.length === 0 ? rulesWithoutMutant(mutants) : [];
for (const rule of missing) console.log(`${rule} has no mutant`);
console.log(
  `\n${results.length - failures} of ${results.length} mutants killed, ${missing.length} rules without one`,
);
process.exitCode = failures > 0 || missing.length > 0 ? 1 : 0;

/**
 * @param {string} name
 * @param {readonly string[]} filters
 * @param {{ readonly patch?: string, readonly seconds?: number }} [options]
 * @returns {Promise<{ readonly verdict: Verdict, readonly seconds: number }>}
 */
async function runTests(name, filters, { patch, seconds: limit = 1200 } = {}) {
  const folder = join(work, name);
  for (const entry of copied) cpSync(join(root, entry), join(folder, entry), { recursive: true });
  for (const entry of ['SPEC.md', 'bin']) {
    if (existsSync(join(root, entry))) cpSync(join(root, entry), join(folder, entry), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  if (patch !== undefined) {
    // Outside a repository git patches plain files: it must not find one around the temporary folder.
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: work, GIT_DIR: undefined };
    const applied = await run('git', ['apply', '--whitespace=nowarn', patch], {
      cwd: folder,
      env,
      output: 'keep',
    });
    if (applied.code !== 0) {
      const reason = `the patch no longer applies: ${applied.output.trim()}`;
      return { verdict: { kind: 'broken', by: reason }, seconds: applied.seconds };
    }
  }
  const reportFile = join(folder, 'report.json');
  const { seconds, timedOut } = await run(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...filters,
      '--bail=1',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
    ],
    { cwd: folder, env: { SIGNALBOX_NETS: '200', ...process.env }, output: 'keep', seconds: limit },
  );
  const verdict = judge(readReport(reportFile), timedOut);
  rmSync(folder, { recursive: true, force: true });
  return { verdict, seconds };
}

/**
 * @param {string} file
 * @returns {Report | undefined}
 */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
