/** Prints test results: a line per case, failed expectations with their positions, and the branches no case takes. */
import { cleanText } from '../../drawing/index.ts';
import type { CaseReport, FileReport, SourceFile, TestReport } from '../../operations/index.ts';
import type { Host } from '../host/host.ts';
import { pluralize } from './pluralize.ts';
import { printReports } from './print-reports.ts';
import { createStyles, type Styles } from './styles.ts';

export interface TestSummary {
  readonly passed: number;
  readonly failed: number;
  readonly broken: number;
}

export function summaryOf(reports: readonly TestReport[]): TestSummary {
  const outcomes = reports.flatMap(({ cases }) => cases.map(({ outcome }) => outcome));
  const count = (wanted: CaseReport['outcome']) => outcomes.filter((outcome) => outcome === wanted).length;
  return { passed: count('passed'), failed: count('failed'), broken: count('broken') };
}

export function printTests(host: Host, reports: readonly TestReport[], sources: readonly SourceFile[]): void {
  const styles = createStyles(host.colour);
  for (const report of reports) {
    const { path, cases, untaken } = report;
    host.out(`${styles.strong(cleanText(path))}\n`);
    for (const each of cases) host.out(describeCase(path, each, styles));
    host.out('\n');
    printReports(host, errorsOf(report), sources);
    if (untaken.length > 0) {
      host.out(`Never taken in any case:\n${untaken.map((each) => `  ${cleanText(each)}\n`).join('')}\n`);
    }
  }
  const { passed, failed, broken } = summaryOf(reports);
  const errors = reports.flatMap(errorsOf).flatMap(({ violations }) => violations).length;
  const parts = [
    `${passed} passed`,
    `${failed} failed`,
    ...(broken === 0 ? [] : [`${broken} not run`]),
    ...(errors === 0 ? [] : [pluralize(errors, 'error')]),
  ];
  host.out(`${parts.join(', ')}\n`);
}

/** Errors in workflows that no case uses are not reported here. */
function errorsOf({ path, cases, definition, violations }: TestReport): readonly FileReport[] {
  const isTouched = cases.some(({ outcome }) => outcome === 'broken');
  const valid = violations.length === 0;
  const own = { path, language: 'tests', valid, workflows: [], violations, warnings: [] };
  return [...(isTouched ? [{ ...definition, warnings: [] }] : []), own];
}

const signs = { passed: '✓', failed: '✗', broken: '–' } as const;

function describeCase(path: string, { name, outcome, mismatches }: CaseReport, styles: Styles): string {
  const paint = { passed: styles.good, failed: styles.bad, broken: styles.warning }[outcome];
  const note = outcome === 'broken' ? styles.quiet('  not run: see the errors below') : '';
  const lines = mismatches.flatMap(({ message, expected, actual, line, column, what }) => [
    `      ${cleanText(path)}:${line}:${column}  ${what === 'start' ? cleanText(message) : describeWhat(what)}`,
    ...(what === 'start'
      ? []
      : [
          `        expected  ${cleanText(JSON.stringify(expected))}`,
          `        actual    ${cleanText(JSON.stringify(actual))}${reasonIn(message)}`,
        ]),
  ]);
  return [`  ${paint(signs[outcome])} ${cleanText(name)}${note}`, ...lines]
    .map((line) => `${line}\n`)
    .join('');
}

/** As a test file spells it. */
function describeWhat(what: string): string {
  return what === 'resultIncludes' ? 'result_includes' : what;
}

/** The reason for a difference, if the comparison reports more than the two values. */
function reasonIn(message: string): string {
  const why = /, but (?!came |the run \w+\.$)(.*)\.$/s.exec(message)?.[1];
  return why === undefined ? '' : `  (${cleanText(why)})`;
}
