/** Runs the cases of a test file separately and reports failed expectations and branches that no case takes. */
import {
  findEntry,
  parseDocument,
  type SourceFile,
  type TextPosition,
  type Violation,
} from '../../languages/index.ts';
import {
  type CaseResult,
  createAllowance,
  type Mismatch,
  runCases,
  type Simulation,
  yieldToEventLoop,
} from '../../runtime/index.ts';
import { loadReadEnvironment, type ReadEnvironmentFiles } from '../documents/load-read-environment.ts';
import { type Definition, type FileReport, readDefinition } from '../documents/read-definition.ts';
import { type ParsedCase, parseTestFile } from '../script/parse-test-file.ts';
import { describeUntaken } from './describe-untaken.ts';
import { testedWorkflows } from './tested-workflows.ts';
import { authored, authoredTasks, toRunnable } from './to-runnable.ts';
import { untakenByAll } from './untaken-by-all.ts';

export interface RunTestsInput extends ReadEnvironmentFiles {
  readonly tests: SourceFile;
  /** The workflows under test. */
  readonly file: SourceFile;
}

export interface TestReport {
  readonly path: string;
  /** All cases ran and passed, and the file has no errors. */
  readonly passed: boolean;
  /** Reports on the workflows, or on an API or services file that cannot be read. */
  readonly definition: FileReport;
  /** Report on the test file. */
  readonly violations: readonly Violation[];
  readonly cases: readonly CaseReport[];
  /** What no case has taken, as text. */
  readonly untaken: readonly string[];
}

export interface CaseReport extends TextPosition {
  readonly name: string;
  readonly workflow: string | null;
  /** `broken`: the case or its workflow has errors, so the case did not run. */
  readonly outcome: 'passed' | 'failed' | 'broken';
  readonly status: Simulation['status'] | null;
  readonly mismatches: readonly (Mismatch & TextPosition)[];
}

/** The other files that a test file names, with paths as written; null if it names none. */
export function referencedFiles(tests: SourceFile): {
  readonly file: string | null;
  readonly api: string | null;
} {
  const { root } = parseDocument(tests);
  const text = (key: string): string | null => {
    const value = root?.kind === 'map' ? findEntry(root, key)?.value : undefined;
    return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : null;
  };
  return { file: text('workflows'), api: text('api') };
}

export async function runTests({ tests, file, ...others }: RunTestsInput): Promise<TestReport> {
  const { environment, invalid } = loadReadEnvironment(others);
  const [wrong] = invalid;
  if (wrong !== undefined) {
    const { cases, violations } = parseTestFile(tests, null);
    const broken = cases.map((each) => reportCase(each, undefined));
    return {
      path: tests.path,
      passed: false,
      definition: wrong,
      violations,
      cases: broken,
      untaken: [],
    };
  }
  const definition = readDefinition(file, environment);
  const { cases, violations } = parseTestFile(tests, testedWorkflows(definition));
  const runnable = cases.flatMap(({ test }) =>
    test !== null && toRunnable(definition, test.workflow) !== undefined ? [test] : [],
  );
  const allowance = createAllowance();
  const find = (name: string) => toRunnable(definition, name, allowance);
  const played: CaseResult[] = [];
  for (const test of runnable) {
    await yieldToEventLoop();
    played.push(...runCases([test], find, { shows: authored(definition) }));
  }
  const results = new Map(runnable.map((test, at) => [test, played[at]]));
  const reports = cases.map((each) =>
    reportCase(each, each.test === null ? undefined : results.get(each.test)),
  );
  return {
    path: tests.path,
    passed: violations.length === 0 && reports.every(({ outcome }) => outcome === 'passed'),
    definition: definition.report,
    violations,
    cases: reports,
    untaken: untakenOf(definition, played),
  };
}

function reportCase(
  { name, test, positions, line, column }: ParsedCase,
  result: CaseResult | undefined,
): CaseReport {
  const mismatches = result?.mismatches ?? [];
  return {
    name,
    workflow: test?.workflow ?? null,
    outcome: result === undefined ? 'broken' : mismatches.length === 0 ? 'passed' : 'failed',
    status: result?.simulation?.status ?? null,
    mismatches: mismatches.map((each) => ({ ...each, ...(positions.get(each.what) ?? { line, column }) })),
    line,
    column,
  };
}

function untakenOf(definition: Definition, results: readonly CaseResult[]): readonly string[] {
  const runs = results.flatMap(({ workflow, simulation }) => {
    const program = toRunnable(definition, workflow)?.program;
    return program === undefined || simulation === null ? [] : [{ program, untaken: simulation.untaken }];
  });
  const [only, ...others] = definition.readResult.workflows;
  const ownWorkflow = only !== undefined && others.length === 0 ? (only.program?.root ?? null) : null;
  const played = new Set(runs.flatMap(({ program }) => program.nets.map(({ id }) => id)));
  const unplayed = definition.readResult.workflows.filter(
    ({ program }) => program !== null && !played.has(program.root),
  );
  return [
    ...describeUntaken(untakenByAll(runs), authoredTasks(definition), ownWorkflow),
    ...unplayed.map(({ name }) => `${name}: never run`),
  ];
}
