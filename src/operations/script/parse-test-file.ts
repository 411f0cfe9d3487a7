/**
 * Parses a file of test cases and checks it against its workflows. All errors are reported at once. A case without
 * errors runs even if others have some.
 */
import {
  createReporter,
  findEntry,
  type Located,
  listViolations,
  parseDocument,
  positionAt,
  type Reporter,
  readShape,
  report,
  type ShapeFields,
  type SourceFile,
  type TextPosition,
  type Violation,
} from '../../languages/index.ts';
import type { Mismatch, TestCase } from '../../runtime/index.ts';
import { parseExpectation } from './parse-expectation.ts';
import { parseScript, type ScriptTarget } from './parse-script.ts';
import { reportScalar } from './report-name.ts';
import { caseShape, testFileShape } from './script-shape.ts';

export interface TestFile {
  readonly cases: readonly ParsedCase[];
  readonly violations: readonly Violation[];
}

export interface ParsedCase extends TextPosition {
  /** As in the file; its position in the list if it has none. */
  readonly name: string;
  /** Null if the case has errors. */
  readonly test: TestCase | null;
  /** The position of each expectation. */
  readonly positions: ReadonlyMap<Mismatch['what'], TextPosition>;
}

/** A workflow that cases can test. */
export interface TestedWorkflow extends ScriptTarget {
  readonly name: string;
}

/** @param workflows null if they are not known; then no name is checked */
export function parseTestFile(file: SourceFile, workflows: readonly TestedWorkflow[] | null): TestFile {
  const source = parseDocument(file);
  const whole = createReporter(source, source.quota);
  if (source.root === null) {
    if (source.violations.length === 0) reportEmpty(whole);
    return { cases: [], violations: listViolations([...source.violations, ...whole.violations()]) };
  }
  const fields = readShape(whole, source.root, testFileShape);
  for (const key of ['workflows', 'api'] as const) fields?.read(key);
  const items = fields?.read('cases')?.items ?? [];
  const parsed = items.map((item, index) => {
    const reporter = createReporter(source, source.quota);
    return { reporter, item, parsedCase: parseCase(reporter, item, index, workflows) };
  });
  const seen = new Set<string>();
  for (const { reporter, item, parsedCase } of parsed) {
    if (seen.has(parsedCase.name)) reportNamesake(reporter, item, parsedCase.name);
    seen.add(parsedCase.name);
  }
  const broken = source.violations.length > 0;
  const reporters = [whole, ...parsed.map(({ reporter }) => reporter)];
  return {
    cases: parsed.map(({ reporter, parsedCase }) =>
      broken || reporter.count() > 0 ? { ...parsedCase, test: null } : parsedCase,
    ),
    violations: listViolations([...source.violations, ...reporters.flatMap((each) => each.violations())]),
  };
}

function parseCase(
  reporter: Reporter,
  located: Located,
  index: number,
  workflows: readonly TestedWorkflow[] | null,
): ParsedCase {
  const position = positionAt(reporter.source, located.span.start);
  const fields = readShape(reporter, located, caseShape);
  const name = fields?.read('name');
  const called = name ?? `case ${index + 1}`;
  if (fields === undefined) return { name: called, test: null, positions: new Map(), ...position };
  const workflow = findTested(reporter, located, fields, workflows);
  const target = workflow ?? { parameters: [], names: null };
  // Without a workflow the names cannot be checked.
  const script =
    workflow === undefined
      ? { params: {}, script: { calls: {}, answers: {} } }
      : parseScript(reporter, located, fields, target, true);
  const expectation = fields.entry('expect');
  const { expect, positions } =
    expectation === undefined
      ? { expect: {}, positions: new Map() }
      : parseExpectation(reporter, expectation.value, target.names, script.script.calls);
  const test =
    workflow === undefined
      ? null
      : { name: called, workflow: workflow.name, params: script.params, script: script.script, expect };
  return { name: called, test, positions, ...position };
}

/** The workflow of a case. Default: the only one. */
function findTested(
  reporter: Reporter,
  place: Located,
  fields: ShapeFields<typeof caseShape.keys>,
  workflows: readonly TestedWorkflow[] | null,
): TestedWorkflow | undefined {
  if (workflows === null) return undefined;
  const names = workflows.map(({ name }) => name);
  const located = fields.value('workflow');
  if (located === undefined) {
    if (workflows.length === 1) return workflows[0];
    const firstKey = place.kind === 'map' ? place.entries[0]?.keySpan : undefined;
    reporter.report({
      at: firstKey ?? place.span,
      path: place.path,
      rule: 'missing-key',
      message: 'The test case must name its workflow, because there are several.',
      expected: `workflow: one of ${names.join(', ')}`,
      actual: 'nothing',
    });
    return undefined;
  }
  const name = fields.read('workflow');
  const found = workflows.find((each) => each.name === name);
  if (found !== undefined || name === undefined || located.kind !== 'scalar') return found;
  const message = `The workflow “${name}” does not exist.`;
  const meant = reportScalar(reporter, located, { rule: 'unknown-workflow', message, known: names });
  return workflows.find((each) => each.name === meant);
}

/** Two cases with the same name could not be told apart in reports. */
function reportNamesake(reporter: Reporter, located: Located, name: string): void {
  const value = located.kind === 'map' ? findEntry(located, 'name')?.value : undefined;
  const at = value ?? located;
  report(reporter, at, {
    rule: 'duplicate-name',
    message: `Another case is also called “${name}”.`,
    expected: 'a unique name',
    actual: name,
  });
}

function reportEmpty(reporter: Reporter): void {
  reporter.report({
    at: { start: 0, end: 0 },
    path: '',
    rule: 'missing-key',
    message: 'A file of test cases must have the key “cases”.',
    expected: 'cases: […]',
    actual: 'an empty file',
  });
}
