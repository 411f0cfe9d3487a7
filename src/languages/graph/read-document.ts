/** Text to workflows: parse, check and compile, with every mistake at once. A mistake invalidates what it is in. */
import type { Span, Type } from '../../expression/index.ts';
import { type Finding, link, type Net, type Program, type Source } from '../../kernel/index.ts';
import { findEntry } from '../document/located.ts';
import type { SourceDocument } from '../document/parse-document.ts';
import { inOrder, readRepaired } from '../document/read-repaired.ts';
import { createReporter, type Reporter } from '../document/reporter.ts';
import { positionAt } from '../document/source-text.ts';
import type { AuthoredTask, Reading, SourceFile, Surroundings, Workflow } from '../language.ts';
import { createNet, finishNet, inputPlace, outputPlace, passTask } from '../net-draft.ts';
import { type Allowance, allowanceFor } from '../soundness-allowance.ts';
import type { Violation } from '../violation.ts';
import { type Callees, checkExpressions } from './check-expressions.ts';
import { checkFlow, type Reports, reportCircle } from './check-flow.ts';
import { checkNames } from './check-names.ts';
import { checkRescue } from './check-rescue.ts';
import { checkWorkflow } from './check-soundness.ts';
import { type CompileOptions, callsOf, compileNets, compileProgram } from './compile.ts';
import { evaluators } from './evaluators.ts';
import { type FlowPlan, planFlow } from './flow-plan.ts';
import { anything, namesOf } from './names.ts';
import { parseGraph } from './parse.ts';
import { samplesOf } from './samples.ts';
import type { GraphWorkflow } from './schema.ts';
import { checkSecrets } from './secrets.ts';
import { sketchOf } from './sketch.ts';
import { straighten } from './straighten.ts';
import { everyNode, originsOf } from './task-origin.ts';

/** A workflow on its way through the checks. */
interface Work {
  readonly workflow: GraphWorkflow;
  readonly reports: Reports;
  readonly plan: FlowPlan;
}

export function readGraph(file: SourceFile, surroundings: Surroundings): Reading {
  return readRepaired(file, (source) => readSource(source, surroundings));
}

function readSource(source: SourceDocument, surroundings: Surroundings): Reading {
  const whole: Reports = { violations: createReporter(source), warnings: createReporter(source) };
  const perWorkflow = new Map<string, Reports>();
  const reportsOf = (name: string): Reports => {
    const known = perWorkflow.get(name) ?? {
      violations: createReporter(source),
      warnings: createReporter(source),
    };
    perWorkflow.set(name, known);
    return known;
  };
  const known = surroundings.operations;
  const document = parseGraph(source, whole.violations, (name) => reportsOf(name).violations, known);
  const planned = document.workflows.map((written): Work => {
    const reports = reportsOf(written.name);
    const { workflow, circles } = straighten(written);
    for (const circle of circles) reportCircle(circle, reports.violations);
    return { workflow, reports, plan: planFlow(workflow.nodes) };
  });
  const options: CompileOptions = {
    sourceOf: sourceIn(source),
    resultOf: (name) => jsonType(known?.find(name)?.result),
  };
  const callees = calleesOf(document.workflows, surroundings, options);
  const netsOf = new Map<string, readonly Net[]>(stubsFor(document.workflows));
  for (const { workflow } of planned) netsOf.set(workflow.name, compileNets(workflow, options));
  const [first] = planned;
  const isRefused = first !== undefined && isTooEntangled(planned, netsOf);
  if (isRefused) reportEntangled(first.workflow, first.reports.violations);
  const works = isRefused ? [] : planned;
  const allowance = allowanceFor([...netsOf.values()].flat());
  for (const work of works) {
    const findings = check(work, callees, netsOf, options, allowance);
    const nets = netsOf.get(work.workflow.name) ?? [];
    netsOf.set(work.workflow.name, withoutDeadParts(nets, findings));
  }
  const valid = validOnes(works, source.violations);
  const programs = new Map<string, Program>();
  for (const { workflow, reports } of works) {
    if (!valid.has(workflow.name)) continue;
    const program = compileProgram(workflow.name, netsOf);
    if (isPlayable(program, workflow, reports)) programs.set(workflow.name, program);
  }
  const samples = samplesOf(
    works.map((work) => ({ ...work, names: namesOf(work.workflow, options.resultOf) })),
    (name) => known?.find(name),
  );
  const all = [whole, ...perWorkflow.values()];
  return {
    language: 'graph',
    workflows: works.map(
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
    violations: inOrder([...source.violations, ...all.flatMap(({ violations }) => violations.violations())]),
    warnings: inOrder(all.flatMap(({ warnings }) => warnings.violations())),
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
  { workflow, reports, plan }: Work,
  callees: Callees,
  netsOf: ReadonlyMap<string, readonly Net[]>,
  options: CompileOptions,
  allowance: Allowance,
): readonly Finding[] {
  const graph = findEntry(workflow.map, 'graph')?.value;
  if (graph?.kind !== 'map' || workflow.nodes.length === 0) return [];
  checkNames(workflow, reports.violations);
  checkSecrets(reports.violations, workflow);
  checkExpressions(workflow, namesOf(workflow, options.resultOf), callees, reports);
  checkFlow(workflow, graph, plan, reports);
  const names = namesOf(workflow, options.resultOf);
  plan.nodes.forEach((node, at) => {
    checkRescue(node, at, plan, names, reports.warnings);
  });
  return plan.roots.length > 0
    ? checkWorkflow({ workflow, graph, plan, netsOf, options, allowance }, reports)
    : [];
}

/** Whatever a workflow calls is a part of its program, and is checked with it. */
const mostTasksOfPrograms = 50_000;

function isTooEntangled(works: readonly Work[], netsOf: ReadonlyMap<string, readonly Net[]>): boolean {
  const sizeOf = (name: string): number =>
    (netsOf.get(name) ?? []).reduce((sum, { tasks }) => sum + tasks.length, 0);
  const sizes = new Map([...netsOf.keys()].map((name) => [name, sizeOf(name)]));
  let together = 0;
  for (const { workflow } of works) {
    for (const name of callsOf(workflow.name, netsOf)) together += sizes.get(name) ?? 0;
  }
  return together > mostTasksOfPrograms;
}

function reportEntangled({ at }: GraphWorkflow, violations: Reporter): void {
  violations.report({
    at: at.span,
    path: at.path,
    rule: 'limit',
    message:
      'The workflows of the document call each other too much: with all that they call they are too big.',
    expected: 'workflows that call fewer others, or smaller ones',
    actual: 'more',
  });
}

/** Tasks that only sweep, and that no run can start, are left out. */
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

/** What comes from outside is JSON: a date in it is a text until somebody says otherwise. */
function jsonType(type: Type | undefined): Type {
  if (type === undefined) return anything;
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
  { operations }: Surroundings,
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

/** A workflow that is not there stands in as one that does nothing, so that its callers can be checked further. */
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

/** Without mistakes of their own, and calling only such. */
function validOnes(works: readonly Work[], ofForm: readonly Violation[]): ReadonlySet<string> {
  const isWithin = ({ map }: GraphWorkflow, path: string): boolean => path.startsWith(`${map.path}.`);
  const valid = new Set(
    works
      .filter(({ reports }) => reports.violations.violations().length === 0)
      .filter(({ workflow }) => !ofForm.some(({ path }) => isWithin(workflow, path)))
      .map(({ workflow }) => workflow.name),
  );
  for (let before = -1; before !== valid.size; ) {
    before = valid.size;
    for (const { workflow } of works) {
      const calls = everyNode(workflow.nodes).flatMap(({ work }) =>
        work.kind === 'workflow' ? [work.workflow.name] : [],
      );
      if (calls.some((name) => !valid.has(name))) valid.delete(workflow.name);
    }
  }
  return valid;
}

/** What passes every check and still cannot be linked has a part without an end, or is beyond a limit of the kernel. */
function isPlayable(program: Program, workflow: GraphWorkflow, { violations }: Reports): boolean {
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
      message: endless
        ? `Nothing leads from here to an end.`
        : `“${workflow.name}” cannot be played: ${message}`,
      expected: endless ? 'a way to the end' : 'a workflow within the limits',
      actual: endless ? 'none' : 'more',
    });
  }
  return false;
}
