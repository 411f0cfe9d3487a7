/**
 * Summarizes the results of `npm test`. Tests count one each; so does every other step. Vitest itself counts only when it failed
 * without a failed test, for instance on a file that cannot be loaded.
 */

/** @typedef {{ readonly name: string, readonly ok: boolean, readonly seconds: number }} StepResult */

/** @typedef {{ readonly numPassedTests: number, readonly numFailedTests: number, readonly numPendingTests: number }} TestReport */

/**
 * @param {readonly StepResult[]} steps all but vitest
 * @param {StepResult} vitest
 * @param {TestReport | undefined} report vitest's report, if it wrote one
 */
export function addUp(steps, vitest, report) {
  const passedSteps = steps.filter((step) => step.ok).length;
  const failedTests = report?.numFailedTests ?? 0;
  const brokenVitest = !vitest.ok && failedTests === 0 ? 1 : 0;
  return {
    passed: passedSteps + (report?.numPassedTests ?? 0),
    failed: steps.length - passedSteps + failedTests + brokenVitest,
  };
}

/** @param {{ readonly passed: number, readonly failed: number }} sum */
export function closingLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}
