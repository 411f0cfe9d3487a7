/**
 * Parses, checks and compiles a text into workflows, and reports all errors. An error invalidates the workflow that
 * contains it.
 */
import type { Span, Type } from '../../expression/index.ts';
import { type Finding, link, type Net, type Program, type Source } from '../../kernel/index.ts';
import { findEntry } from '../document/located.ts';
import type { SourceDocument } from '../document/parse-document.ts';
import { readRepaired } from '../document/read-repaired.ts';
import { createReporter, createReportQuota, type Reporter } from '../document/reporter.ts';
import { positionAt } from '../document/source-text.ts';
import { isUnlistedEntry, listViolations } from '../document/violation-list.ts';
import { createNet, finishNet, inputPlace, outputPlace, passTask } from '../net-draft.ts';
import { createSoundnessBudget, type SoundnessBudget } from '../soundness-budget.ts';
import type { Violation } from '../violation.ts';
import type { AuthoredTask, ReadEnvironment, ReadResult, SourceFile, Workflow } from '../workflow.ts';
import { type Callees, checkExpressions } from './check-expressions.ts';
import { checkFallbackInputs } from './check-fallback-inputs.ts';
import { checkFlow, type Reports, reportCycle } from './check-flow.ts';
import { checkWorkflowNames } from './check-workflow-names.ts';
import { checkWorkflowSoundness } from './check-workflow-soundness.ts';
import { assembleProgram, type CompileOptions, calledWorkflows, compileNets } from './compile.ts';
import { evaluators } from './evaluators.ts';
import { type FlowPlan, planFlow } from './flow-plan.ts';
import { anyType, createNameBindings } from './name-bindings.ts';
import { normalizeDependencies } from './normalize-dependencies.ts';
import { parseGraph } from './parse-graph.ts';
import { samplesOf } from './samples.ts';
import type { GraphWorkflow } from './schema.ts';
import { checkSecrets } from './secrets.ts';
import { sketchOf } from './sketch.ts';
import { everyNode, originsOf } from './task-origins.ts';

/** A workflow during the checks. */
interface WorkflowInProgress {
  readonly workflow: GraphWorkflow;
  readonly reports: Reports;
  readonly plan: FlowPlan;
}

export function readGraph(file: SourceFile, environment: ReadEnvironment): ReadResult {
  return readRepaired(file, environment, (source) => readSource(source, environment));
}

function readSource(source: SourceDocument, environment: ReadEnvironment): ReadResult {
  const quotas = { violations: source.quota, warnings: createReportQuota() };
  const createReports = (): Reports => ({
    violations: createReporter(source, quotas.violations),
    warnings: createReporter(source, quotas.warnings),
  });
  const whole = createReports();
  const perWorkflow = new Map<string, Reports>();
  const reportsOf = (name: string): Reports => {
    const known = perWorkflow.get(name) ?? createReports();
    perWorkflow.set(name, known);
    return known;
  };
  const known = environment.operations;
  const document = parseGraph(source, whole.violations, (name) => reportsOf(name).violations, known);
  const planned = document.workflows.map((written): WorkflowInProgress => {
    const reports = reportsOf(written.name);
    const { workflow, cycles } = normalizeDependencies(written);
    for (const cycle of cycles) reportCycle(cycle, reports.violations);
    return { workflow, reports, plan: planFlow(workflow.nodes) };
  });
  const options: CompileOptions = {
    sourceOf: sourceIn(source),
    resultOf: (name) => jsonType(known?.find(name)?.result),
  };
  const callees = calleesOf(document.workflows, environment, options);
  const netsOf = new Map<string, readonly Net[]>(stubsFor(document.workflows));
  for (const { workflow, plan } of planned) netsOf.set(workflow.name, compileNets(workflow, options, plan));
  const [first] = planned;
  const isRefused = first !== undefined && isTooComplex(planned, netsOf);
  if (isRefused) reportTooComplex(first.workflow, first.reports.violations);
  const checkedWorkflows = isRefused ? [] : planned;
  const budget = createSoundnessBudget();
  for (const inProgress of checkedWorkflows) {
    const findings = check(inProgress, callees, netsOf, options, budget);
    const nets = netsOf.get(inProgress.workflow.name) ?? [];
    netsOf.set(inProgress.workflow.name, withoutDeadParts(nets, findings));
  }
  const valid = validWorkflows(checkedWorkflows, source.violations);
  const programs = new Map<string, Program>();
  for (const { workflow, reports } of checkedWorkflows) {
    if (!valid.has(workflow.name)) continue;
    const program = assembleProgram(workflow.name, netsOf);
    if (isRunnable(program, workflow, reports)) programs.set(workflow.name, program);
  }
  const samples = samplesOf(
    checkedWorkflows.map((inProgress) => ({
      ...inProgress,
      names: createNameBindings(inProgress.workflow, options.resultOf),
    })),
    (name) => known?.find(name),
  );
  const all = [whole, ...perWorkflow.values()];
  return {
    language: 'graph',
    workflows: checkedWorkflows.map(
      ({ workflow, plan }): Workflow => ({
        name: workflow.name,
        domain: document.domain,
        description: workflow.description,
        version: document.version,
        parameters: workflow.params.map(({ at, written, ...parameter }) => parameter),
        program: programs.get(workflow.name) ?? null,
        sketch: sketchOf(workflow, plan),
        samples: samples.get(workflow.name) ?? [],
        tasks: tasksOf(workflow, netsOf.get(workflow.name) ?? []),
        ...positionAt(source, workflow.at.span.start),
      }),
    ),
    violations: listViolations(
      [...source.violations, ...all.flatMap(({ violations }) => violations.violations())],
      0,
      environment.maxErrors,
    ),
    warnings: listViolations(all.flatMap(({ warnings }) => warnings.violations())),
  };
}

function tasksOf(workflow: GraphWorkflow, nets: readonly Net[]): readonly AuthoredTask[] {
  const { isNode, nodeOf } = originsOf(workflow);
  return nets.flatMap(({ id: net, tasks }) =>
    tasks.flatMap(({ id: task, source }) =>
      isNode(net, task) && source !== undefined
        ? [{ net, task, description: nodeOf(net, task)?.description ?? '', ...source }]
        : [],
    ),
  );
}

function check(
  { workflow, reports, plan }: WorkflowInProgress,
  callees: Callees,
  netsOf: ReadonlyMap<string, readonly Net[]>,
  options: CompileOptions,
  budget: SoundnessBudget,
): readonly Finding[] {
  const graph = findEntry(workflow.map, 'graph')?.value;
  if (graph?.kind !== 'map' || workflow.nodes.length === 0) return [];
  checkWorkflowNames(workflow, reports.violations);
  checkSecrets(reports.violations, workflow);
  const names = createNameBindings(workflow, options.resultOf);
  checkExpressions(workflow, names, callees, reports);
  checkFlow(workflow, graph, plan, reports);
  plan.nodes.forEach((node, at) => {
    checkFallbackInputs(node, at, plan, names, reports.warnings);
  });
  // Nothing more is listed, and the workflow cannot run anyway.
  const isRefused = reports.violations.count() > 0 && reports.violations.isFull();
  return plan.roots.length > 0 && !isRefused
    ? checkWorkflowSoundness({ workflow, graph, plan, netsOf, options, budget }, reports)
    : [];
}

/** Workflows that a workflow calls are part of its program and checked with it. */
const maxProgramTasks = 50_000;

function isTooComplex(
  checkedWorkflows: readonly WorkflowInProgress[],
  netsOf: ReadonlyMap<string, readonly Net[]>,
): boolean {
  const sizeOf = (name: string): number =>
    (netsOf.get(name) ?? []).reduce((sum, { tasks }) => sum + tasks.length, 0);
  const sizes = new Map([...netsOf.keys()].map((name) => [name, sizeOf(name)]));
  let taskCount = 0;
  for (const { workflow } of checkedWorkflows) {
    for (const name of calledWorkflows(workflow.name, netsOf)) taskCount += sizes.get(name) ?? 0;
  }
  return taskCount > maxProgramTasks;
}

function reportTooComplex({ at }: GraphWorkflow, violations: Reporter): void {
  violations.report({
    at: at.span,
    path: at.path,
    rule: 'limit',
    message: 'The workflows of the document are too big with all the workflows that they call.',
    expected: 'fewer calls of workflows, or smaller workflows',
    actual: 'more',
  });
}

/** Omits tasks that only remove tokens and that no run can start. */
function withoutDeadParts(nets: readonly Net[], findings: readonly Finding[]): readonly Net[] {
  const dead = new Set(
    findings.flatMap(({ rule, net, task }) => (rule === 'dead-task' ? [`${net} ${task}`] : [])),
  );
  if (dead.size === 0) return nets;
  return nets.map((net) => {
    const tasks = net.tasks.filter(({ id, work }) => work.kind !== 'pass' || !dead.has(`${net.id} ${id}`));
    return tasks.length === net.tasks.length ? net : { ...net, tasks };
  });
}

function sourceIn(source: SourceDocument): (span: Span) => Source {
  return ({ start }) => positionAt(source, start);
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
  { operations }: ReadEnvironment,
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

/** A missing workflow is replaced by one that does nothing, so that its callers can be checked further. */
function* stubsFor(workflows: readonly GraphWorkflow[]): Generator<[string, readonly Net[]]> {
  const known = new Set(workflows.map(({ name }) => name));
  for (const { work } of workflows.flatMap(({ nodes }) => everyNode(nodes))) {
    if (work.kind !== 'workflow' || known.has(work.workflow.name)) continue;
    const net = createNet(work.workflow.name);
    for (const { name } of work.args) net.variables.push({ name, parameter: 'optional' });
    const flows = [{ to: outputPlace }];
    net.tasks.push(
      passTask('/start', { line: 1, column: 1 }, { from: [inputPlace], join: 'and', split: 'and', flows }),
    );
    yield [work.workflow.name, [finishNet(net, 'abort')]];
  }
}

/** Workflows without errors that only call such workflows. */
function validWorkflows(
  checkedWorkflows: readonly WorkflowInProgress[],
  syntaxViolations: readonly Violation[],
): ReadonlySet<string> {
  // Which workflows the unlisted errors concern is unknown.
  if (syntaxViolations.some(isUnlistedEntry)) return new Set();
  const isWithin = ({ map }: GraphWorkflow, path: string): boolean => path.startsWith(`${map.path}.`);
  const valid = new Set(
    checkedWorkflows
      .filter(({ reports }) => reports.violations.count() === 0)
      .filter(({ workflow }) => !syntaxViolations.some(({ path }) => isWithin(workflow, path)))
      .map(({ workflow }) => workflow.name),
  );
  for (let before = -1; before !== valid.size; ) {
    before = valid.size;
    for (const { workflow } of checkedWorkflows) {
      const calls = everyNode(workflow.nodes).flatMap(({ work }) =>
        work.kind === 'workflow' ? [work.workflow.name] : [],
      );
      if (calls.some((name) => !valid.has(name))) valid.delete(workflow.name);
    }
  }
  return valid;
}

/**
 * A workflow that passes every check and cannot be linked has a part without an end, or exceeds a limit of the
 * kernel.
 */
function isRunnable(program: Program, workflow: GraphWorkflow, { violations }: Reports): boolean {
  const linked = link(program, { evaluators });
  if (linked.kind === 'machine') return true;
  const { nodeOf } = originsOf(workflow);
  for (const { code, message, net, task } of linked.problems) {
    const { span, path } = nodeOf(net, task === '' ? null : task)?.at ?? workflow.at;
    const endless = code === 'path';
    violations.report({
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
