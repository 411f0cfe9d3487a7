/** Checks names, paths and types in every expression of a workflow, and the arguments of its calls. */

import {
  checkExpression,
  describeType,
  referencesOf,
  type Span,
  type Type,
  typeOfValue,
} from '../../expression/index.ts';
import { type CheckedCall, checkArguments, type ExpectedArgument } from '../document/check-arguments.ts';
import { findEntry, type LocatedMap, type LocatedScalar } from '../document/located.ts';
import { isName } from '../document/read-name.ts';
import { report } from '../document/report.ts';
import { reportProblem } from '../document/report-problem.ts';
import type { Proposal, Reporter } from '../document/reporter.ts';
import { replaceInScalar } from '../document/scalar-edits.ts';
import { spanIn } from '../document/scalar-offset.ts';
import type { ConnectorOperation } from '../workflow.ts';
import { checkArithmeticText } from './check-arithmetic-text.ts';
import type { Reports } from './check-flow.ts';
import { itemType } from './compile-work.ts';
import { type FormulaOccurrence, formulasOf, inTemplate } from './formulas.ts';
import {
  type NameBinding,
  type NameBindings,
  nameBindingsInStep,
  type ResultTypeOf,
} from './name-bindings.ts';
import type { PlannedWorkflow } from './plan-workflow.ts';
import { proposeParameters } from './propose-parameters.ts';
import type { GraphNode, Template, TemplateField } from './schema.ts';
import { checkTables } from './sql.ts';

/** Parameters of calls and sub-workflows; undefined if unknown. */
export interface Callees {
  readonly workflow: (name: string) => readonly ExpectedArgument[] | undefined;
  readonly operation: (name: string) => Pick<ConnectorOperation, 'parameters' | 'open'> | undefined;
  readonly resultOf: ResultTypeOf;
}

export function checkExpressions(
  planned: PlannedWorkflow,
  callees: Callees,
  { violations: reporter, warnings }: Reports,
): void {
  const { workflow, names } = planned;
  const check: Check = { callees, reporter, warnings, declare: proposeParameters(planned, reporter) };
  for (const node of workflow.nodes) checkNode(node, names, check);
  const result = workflow.result === null ? [] : inTemplate(workflow.result, 'expression');
  for (const occurrence of result) {
    checkFormula(occurrence, names, check);
    checkArithmeticText(occurrence, warnings);
  }
}

interface Check {
  readonly callees: Callees;
  readonly reporter: Reporter;
  readonly warnings: Reporter;
  /** Proposes a declaration for an unknown name. */
  readonly declare: (name: string) => Proposal | undefined;
}

function checkNode(node: GraphNode, names: NameBindings, check: Check): void {
  const { callees, reporter } = check;
  for (const occurrence of formulasOf(node)) {
    checkFormula(occurrence, occurrence.afterwards ? withOutput(names, node) : names, check);
    if (node.work.kind !== 'yield' && node.work.kind !== 'error')
      checkArithmeticText(occurrence, check.warnings);
  }
  const { work } = node;
  if (node.timeout !== null)
    checkType(node.timeout, durations, 'A timeout must be a duration', names, reporter);
  if (work.kind === 'wait')
    checkType(work.until, [...durations, 'date'], 'A wait must be a duration or a date', names, reporter);
  if (work.kind === 'foreach')
    checkType(work.items, ['any', 'list'], 'The items of a loop must be a list', names, reporter);
  if (work.kind === 'call') {
    const { name } = work.operation;
    const { parameters: expected, open } = callees.operation(name) ?? {};
    checkArgs(node.map, work.args, { expected, open, callee: `“${name}”` }, names, reporter);
    checkTables(work, names, reporter);
  }
  if (work.kind === 'workflow') {
    const { name } = work.workflow;
    checkArgs(
      node.map,
      work.args,
      { expected: callees.workflow(name), callee: `“${name}”` },
      names,
      reporter,
    );
  }
  if (work.kind === 'parallel') for (const each of work.branches) checkNode(each, names, check);
  if (work.kind === 'compensate') for (const each of work.steps) checkNode(each, names, check);
  if (work.kind === 'foreach') {
    const inside = nameBindingsInStep(
      names,
      node,
      typeOfItems(work.items, names) ?? itemType(work, names),
      '$item',
      callees.resultOf,
    );
    checkNode(work.step, inside, check);
  }
}

/** Numbers are milliseconds; a text may be a duration or a date. */
const durations: readonly Type['kind'][] = ['any', 'int', 'number', 'duration', 'string'];

function checkType(
  template: Template,
  allowed: readonly Type['kind'][],
  rule: string,
  names: NameBindings,
  reporter: Reporter,
): void {
  // An expression that could not be parsed is already reported.
  if (template.kind === 'constant' && template.value === null) return;
  const type = typeOfTemplate(template, names);
  if (allowed.includes(type.kind)) return;
  const located = template.kind === 'formula' ? template.scalar : template.located;
  report(reporter, located, {
    rule: 'expression-type',
    message: `${rule}, not ${describeType(type)}.`,
    expected: allowed.filter((kind) => kind !== 'any').join(', '),
    actual: describeType(type),
    suggestion:
      allowed.includes('list') && located.kind === 'scalar'
        ? { text: 'Put it into a list.', edits: [{ span: located.span, text: `[${String(located.value)}]` }] }
        : undefined,
  });
}

function typeOfItems(items: Template, names: NameBindings): Type | undefined {
  const type = typeOfTemplate(items, names);
  return type.kind === 'list' ? type.of : undefined;
}

/** The arguments of an undo can refer to the node's result as `$output`. */
function withOutput(names: NameBindings, node: GraphNode): NameBindings {
  if (names.has('output')) return names;
  const own: NameBinding = {
    name: 'output',
    variable: '$output',
    type: { kind: 'any' },
    at: node.at,
    setBy: [],
  };
  return new Map([...names, ['output', own]]);
}

function checkFormula(
  { formula, spelling }: FormulaOccurrence,
  names: NameBindings,
  { reporter, declare }: Check,
): void {
  const { tree, scalar } = formula;
  const lookup = (name: string): Type | undefined => names.get(name)?.type;
  const { problems } = checkExpression(tree, lookup, () =>
    reporter.isFull() ? [] : [...names.keys()].filter(isName),
  );
  for (const problem of problems) {
    reportProblem(reporter, scalar, problem, () => {
      const name = /[A-Za-z_]\w*/.exec(textAt(scalar, problem.span))?.[0] ?? '';
      return problem.rule === 'unknown-name' ? declare(name) : undefined;
    });
  }
  for (const { name, span } of referencesOf(tree)) {
    if (names.get(name)?.variable !== null || !names.has(name)) continue;
    reporter.report({
      at: spanIn(reporter.source, scalar, span.start, span.end),
      path: scalar.path,
      rule: 'no-output',
      message: `“${name}” is a node without output, so references to it are not possible.`,
      expected: 'a parameter, an output, or a node that calls or asks something',
      actual: `$${name}`,
      suggestion: () => ({
        text: 'Remove the reference.',
        edits: replaceInScalar(
          reporter.source,
          scalar,
          span.start,
          span.end,
          spelling === 'expression' ? 'null' : '',
        ),
      }),
    });
  }
}

const textAt = ({ value }: LocatedScalar, { start, end }: Span): string => String(value).slice(start, end);

interface Called extends Pick<CheckedCall, 'callee' | 'open'> {
  /** Undefined if unknown. */
  readonly expected: readonly ExpectedArgument[] | undefined;
}

function checkArgs(
  node: LocatedMap,
  fields: readonly TemplateField[],
  { expected, ...called }: Called,
  names: NameBindings,
  reporter: Reporter,
): void {
  if (expected === undefined) return;
  const args = findEntry(node, 'args')?.value ?? null;
  const { span, path } = args ?? node;
  const given = fields.map(({ name, at, value }) => ({
    ...{ name, at, type: typeOfTemplate(value, names) },
    constant: value.kind === 'constant' ? value.located : undefined,
  }));
  const missingAt = { span: span.start === span.end ? node.span : span, path };
  const reference = (name: string) => ((names.get(name)?.variable ?? null) === null ? undefined : `$${name}`);
  checkArguments({ ...called, ...{ node, args, missingAt, given, expected, reference } }, reporter);
}

function typeOfTemplate(template: Template, names: NameBindings): Type {
  switch (template.kind) {
    case 'constant':
      return typeOfValue(template.value);
    case 'formula':
      return checkExpression(template.tree, (name) => names.get(name)?.type).type;
    case 'map':
      return {
        kind: 'object',
        open: false,
        fields: template.fields.map(({ name, value }) => ({
          name,
          type: typeOfTemplate(value, names),
          optional: false,
        })),
      };
    case 'list':
      return { kind: 'list', of: { kind: 'any' } };
  }
}
