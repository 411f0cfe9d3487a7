/**
 * Defines mutants and when they count as killed. A mutant is a patch under test/mutants that breaks one rule of the kernel:
 * `K03-or-join-ignores-busy-tasks.patch`, with comment lines before the diff that describe the defect and may restrict the tests.
 */

/** The rules of the kernel that need a mutant each. */
export const rules = Array.from({ length: 12 }, (_, index) => `K${index + 1}`);

/** Tests that run by default. */
export const defaultTests = ['src/kernel', 'test/random-nets', 'test/reference-engine'];

/** @typedef {{ readonly name: string, readonly rule: string, readonly breaks: string, readonly tests: readonly string[] }} Mutant */

/**
 * @typedef {object} Report the part of vitest's JSON report that is read here
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {readonly { readonly name: string, readonly message?: string, readonly assertionResults: readonly { readonly status: string, readonly fullName: string }[] }[]} testResults
 */

/** @typedef {{ readonly kind: 'killed' | 'survived' | 'broken', readonly by: string }} Verdict */

/**
 * @param {string} file
 * @param {string} text
 * @returns {Mutant}
 */
export function readMutant(file, text) {
  const rule = /^K0*([1-9]\d*)-[a-z0-9]+(-[a-z0-9]+)*\.patch$/.exec(file)?.[1];
  if (rule === undefined) throw new Error(`${file}: name mutants like K03-what-is-broken.patch`);
  const comments = text
    .split('\n')
    .filter((line) => line.startsWith('# '))
    .map((line) => line.slice(2).trim());
  const narrowed = comments.find((comment) => comment.startsWith('tests:'));
  return {
    name: file.slice(0, -'.patch'.length),
    rule: `K${rule}`,
    breaks: comments.find((comment) => !comment.startsWith('tests:')) ?? '',
    tests: narrowed === undefined ? defaultTests : narrowed.slice('tests:'.length).trim().split(/\s+/),
  };
}

/**
 * @param {readonly Mutant[]} mutants
 * @returns {readonly string[]} the rules that no mutant breaks
 */
export function rulesWithoutMutant(mutants) {
  return rules.filter((rule) => !mutants.some((mutant) => mutant.rule === rule));
}

/**
 * A test must fail on a mutant. A mutant that does not load, or leaves no test to run, proves nothing.
 * @param {Report | undefined} report
 * @param {boolean} timedOut
 * @returns {Verdict}
 */
export function judge(report, timedOut) {
  if (timedOut) return { kind: 'killed', by: '(it never ends)' };
  if (report === undefined) return { kind: 'broken', by: 'vitest left no report' };
  for (const { assertionResults } of report.testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed !== undefined) return { kind: 'killed', by: failed.fullName };
  }
  const unloaded = report.testResults.find(({ message }) => message !== undefined && message !== '');
  if (unloaded !== undefined)
    return { kind: 'broken', by: `${unloaded.name} does not load: ${unloaded.message}` };
  if (report.numPassedTests === 0) return { kind: 'broken', by: 'no test ran' };
  return { kind: 'survived', by: '' };
}
