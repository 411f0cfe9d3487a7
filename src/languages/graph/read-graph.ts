/**
 * Parses, checks and compiles a text into workflows, and reports all errors. An error invalidates the workflow that
 * contains it.
 */
import type { Type } from '../../expression/index.ts';
import { type Finding, link, type Net, type Program } from '../../kernel/index.ts';
import { findEntry } from '../document/located.ts';
import type { SourceDocument } from '../document/parse-document.ts';
import { createReporter, createReportQuota } from '../document/reporter.ts';
import { positionAt } from '../document/source-text.ts';
import type { Violation } from '../document/violation.ts';
import { isUnlistedEntry, listViolations } from '../document/violation-list.ts';
import { readRepaired } from '../read-repaired.ts';
import { createSoundnessBudget } from '../soundness-budget.ts';
import type { AuthoredTask, ReadEnvironment, ReadResult, SourceFile, Workflow } from '../workflow.ts';
import { type Callees, checkExpressions } from './check-expressions.ts';
import { checkFallbackInputs } from './check-fallback-inputs.ts';
import { checkFlow, type Reports, reportCycle } from './check-flow.ts';
import { checkWorkflowNames } from './check-workflow-names.ts';
import { checkWorkflowSoundness, type SoundnessInput } from './check-workflow-soundness.ts';
import { type CompiledWorkflows, type CompileOptions, compileWorkflows, createProgram } from './compile.ts';
import { createDocumentSoundness } from './document-soundness.ts';
import { evaluators } from './evaluators.ts';
import { anyType } from './name-bindings.ts';
import { normalizeDependencies } from './normalize-dependencies.ts';
import { parseGraph } from './parse-graph.ts';
import { type PlannedWorkflow, planWorkflow } from './plan-workflow.ts';
import { samplesOf } from './samples.ts';
import type { GraphNode, GraphWorkflow } from './schema.ts';
import { checkSecrets } from './secrets.ts';
import { sketchOf } from './sketch.ts';

/** A workflow with the errors and warnings that are found in it. */
interface WorkflowInProgress extends PlannedWorkflow {
  readonly reports: Reports;
}

export function readGraph(file: SourceFile, environment: ReadEnvironment): ReadResult {
  return readRepaired(file, environment, (source) => readSource(source, environment));
}

/**
 * Parses, plans, compiles, checks and assembles, each once. The check explores the nets, also those of workflows with
 * errors; the programs are made of what passes it.
 */
function readSource(source: SourceDocument, environment: ReadEnvironment): ReadResult {
  const { operations, maxErrors } = environment;
  const options: CompileOptions = {
    sourceOf: ({ start }) => positionAt(source, start),
    resultOf: (name) => jsonType(operations?.find(name)?.result),
  };
  const reports = createDocumentReports(source);
  const document = parseGraph(
    source,
    reports.whole.violations,
    (name) => reports.of(name).violations,
    operations,
  );
  const planned = document.workflows.map((written) => plan(written, reports.of(written.name), options));
  const compiled = compileWorkflows(planned, options);
  const workflows = isTooComplex(planned, compiled) ? [] : planned;
  const soundness = createDocumentSoundness(compiled, options, createSoundnessBudget());
  const callees = calleesOf(document.workflows, operations, options);
  const findings = workflows.flatMap((each) => check(each, callees, { compiled, soundness }));
  const netsOf = withoutDeadParts(compiled.netsOf, findings);
  const programs = assemblePrograms(findValid(workflows, source.violations), { ...compiled, netsOf });
  const samples = samplesOf(workflows, (name) => operations?.find(name));
  return {
    language: 'graph',
    workflows: workflows.map(
      (each): Workflow => ({
        name: each.workflow.name,
        domain: document.domain,
        description: each.workflow.description,
        version: document.version,
        parameters: each.workflow.params.map(({ at, written, ...parameter }) => parameter),
        ...resultFieldsOf(each.workflow.result),
        program: programs.get(each.workflow.name) ?? null,
        sketch: sketchOf(each),
        samples: samples.get(each.workflow.name) ?? [],
        tasks: tasksOf(each, netsOf.get(each.workflow.name) ?? []),
        ...positionAt(source, each.workflow.at.span.start),
      }),
    ),
    violations: listViolations([...source.violations, ...reports.list('violations')], 0, maxErrors),
    warnings: listViolations(reports.list('warnings')),
  };
}

/** Reports about the whole document and about each workflow, which share one limit. */
function createDocumentReports(source: SourceDocument) {
  const quotas = { violations: source.quota, warnings: createReportQuota() };
  const createReports = (): Reports => ({
    violations: createReporter(source, quotas.violations),
    warnings: createReporter(source, quotas.warnings),
  });
  const whole = createReports();
  const perWorkflow = new Map<string, Reports>();
  return {
    whole,
    of: (name: string): Reports => {
      const known = perWorkflow.get(name) ?? createReports();
      perWorkflow.set(name, known);
      return known;
    },
    list: (kind: keyof Reports): readonly Violation[] =>
      [whole, ...perWorkflow.values()].flatMap((reports) => reports[kind].violations()),
  };
}

function plan(written: GraphWorkflow, reports: Reports, { resultOf }: CompileOptions): WorkflowInProgress {
  const { workflow, cycles } = normalizeDependencies(written);
  for (const cycle of cycles) reportCycle(cycle, reports.violations);
  return { ...planWorkflow(workflow, resultOf), reports };
}

/** @returns the findings about the nets */
function check(
  planned: WorkflowInProgress,
  callees: Callees,
  inputs: Omit<SoundnessInput, 'planned' | 'graph'>,
): readonly Finding[] {
  const { workflow, flow, reports } = planned;
  const graph = findEntry(workflow.map, 'graph')?.value;
  if (graph?.kind !== 'map' || workflow.nodes.length === 0) return [];
  checkWorkflowNames(planned, reports.violations);
  checkSecrets(planned, reports.violations);
  checkExpressions(planned, callees, reports);
  checkFlow(planned, graph, reports);
  checkFallbackInputs(planned, reports.warnings);
  // Nothing more is listed, and the workflow cannot run anyway.
  const isRefused = reports.violations.count() > 0 && reports.violations.isFull();
  return flow.roots.length > 0 && !isRefused
    ? checkWorkflowSoundness({ planned, graph, ...inputs }, reports)
    : [];
}

/** Workflows that a workflow calls are part of its program. */
const maxProgramTasks = 50_000;

/** Whether the programs of all workflows together have too many tasks, which is reported. */
function isTooComplex(
  workflows: readonly WorkflowInProgress[],
  { netsOf, calledBy }: CompiledWorkflows,
): boolean {
  const sizes = new Map(
    [...netsOf].map(([name, nets]) => [name, nets.reduce((sum, { tasks }) => sum + tasks.length, 0)]),
  );
  let taskCount = 0;
  for (const { workflow } of workflows) {
    // A missing workflow counts as one task.
    for (const name of calledBy(workflow.name)) taskCount += sizes.get(name) ?? 1;
    if (taskCount > maxProgramTasks) break;
  }
  const [first] = workflows;
  if (first === undefined || taskCount <= maxProgramTasks) return false;
  const { at } = first.workflow;
  first.reports.violations.report({
    at: at.span,
    path: at.path,
    rule: 'limit',
    message: 'The workflows of the document are too big with all the workflows that they call.',
    expected: 'fewer calls of workflows, or smaller workflows',
    actual: 'more',
  });
  return true;
}

/** Omits tasks that only remove tokens and that no run can start. */
function withoutDeadParts(
  netsOf: CompiledWorkflows['netsOf'],
  findings: readonly Finding[],
): CompiledWorkflows['netsOf'] {
  const dead = new Set(
    findings.flatMap(({ rule, net, task }) => (rule === 'dead-task' ? [`${net} ${task}`] : [])),
  );
  if (dead.size === 0) return netsOf;
  const withoutDead = (net: Net): Net => ({
    ...net,
    tasks: net.tasks.filter(({ id, work }) => work.kind !== 'pass' || !dead.has(`${net.id} ${id}`)),
  });
  return new Map([...netsOf].map(([name, nets]) => [name, nets.map(withoutDead)]));
}

/** Workflows without errors that only call such workflows. */
function findValid(
  workflows: readonly WorkflowInProgress[],
  syntaxViolations: readonly Violation[],
): readonly WorkflowInProgress[] {
  // Which workflows the unlisted errors concern is unknown.
  if (syntaxViolations.some(isUnlistedEntry)) return [];
  const isWithin = ({ map }: GraphWorkflow, path: string): boolean => path.startsWith(`${map.path}.`);
  const valid = new Map(
    workflows
      .filter(({ reports }) => reports.violations.count() === 0)
      .filter(({ workflow }) => !syntaxViolations.some(({ path }) => isWithin(workflow, path)))
      .map((each) => [each.workflow.name, each]),
  );
  for (let before = -1; before !== valid.size; ) {
    before = valid.size;
    for (const [name, { everyNode }] of valid) {
      const isMissing = ({ work }: GraphNode): boolean =>
        work.kind === 'workflow' && !valid.has(work.workflow.name);
      if (everyNode.some(isMissing)) valid.delete(name);
    }
  }
  return [...valid.values()];
}

/**
 * A workflow that passes every check and cannot be linked has a part without an end, or exceeds a limit of the
 * kernel.
 */
function assemblePrograms(
  valid: readonly WorkflowInProgress[],
  { netsOf, calledBy }: CompiledWorkflows,
): ReadonlyMap<string, Program> {
  const programOf = ({ workflow }: WorkflowInProgress): Program =>
    createProgram(calledBy(workflow.name), netsOf);
  const names = valid.map(({ workflow }) => workflow.name);
  // Links every net once. Only if there is a problem, each program is linked: then it belongs to all that contain it.
  const isLinked =
    names.length === 0 || link(createProgram(names, netsOf), { evaluators }).kind === 'machine';
  const runnable = isLinked ? valid : valid.filter((each) => isRunnable(programOf(each), each));
  return new Map(runnable.map((each) => [each.workflow.name, programOf(each)]));
}

function isRunnable(program: Program, { workflow, origins, reports }: WorkflowInProgress): boolean {
  const linked = link(program, { evaluators });
  if (linked.kind === 'machine') return true;
  for (const { code, message, net, task } of linked.problems) {
    const { span, path } = origins.nodeOf(net, task === '' ? null : task)?.at ?? workflow.at;
    const endless = code === 'path';
    reports.violations.report({
      at: span,
      path,
      rule: endless ? 'cycle-without-exit' : 'limit',
      message: endless ? `No path leads from here to an end.` : `“${workflow.name}” cannot run: ${message}`,
      expected: endless ? 'a path to the end' : 'a workflow within the limits',
      actual: endless ? 'none' : 'more',
    });
  }
  return false;
}

function tasksOf(
  { origins: { isNode, nodeOf } }: PlannedWorkflow,
  nets: readonly Net[],
): readonly AuthoredTask[] {
  return nets.flatMap(({ id: net, tasks }) =>
    tasks.flatMap(({ id: task, source }) =>
      isNode(net, task) && source !== undefined
        ? [{ net, task, description: nodeOf(net, task)?.description ?? '', ...source }]
        : [],
    ),
  );
}

function resultFieldsOf(result: GraphWorkflow['result']): Pick<Workflow, 'resultFields'> {
  if (result?.kind === 'map') return { resultFields: result.fields.map(({ name }) => name) };
  if (result?.kind !== 'formula' || result.tree.kind !== 'object') return {};
  return { resultFields: result.tree.fields.map(({ key }) => key) };
}

/** Values from outside are JSON: a date in them is a text unless it is declared as a date. */
function jsonType(type: Type | undefined): Type {
  if (type === undefined) return anyType;
  switch (type.kind) {
    case 'date':
      return { kind: 'string' };
    case 'list':
      return { kind: 'list', of: jsonType(type.of) };
    case 'object':
      return { ...type, fields: type.fields.map((field) => ({ ...field, type: jsonType(field.type) })) };
    default:
      return type;
  }
}

function calleesOf(
  workflows: readonly GraphWorkflow[],
  operations: ReadEnvironment['operations'],
  { resultOf }: CompileOptions,
): Callees {
  return {
    workflow: (name) => {
      const params = workflows.find((each) => each.name === name)?.params;
      return params?.map((param) => ({ ...param, required: param.required && param.default === undefined }));
    },
    operation: (name) => operations?.find(name),
    resultOf,
  };
}
