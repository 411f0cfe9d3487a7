/** Reports errors in the control flow between nodes, from the flow plan. */

import { appendItem, removeItem } from '../document/list-edits.ts';
import { findEntry, type LocatedMap } from '../document/located.ts';
import { removeEntry } from '../document/map-edits.ts';
import type { Proposal, Reporter, SpanEdit } from '../document/reporter.ts';
import { type AreExclusive, createAreExclusive } from './are-exclusive.ts';
import { type FlowPlan, needsRoute } from './flow-plan.ts';
import { hasOutput, variableOf } from './name-bindings.ts';
import type { DependencyCycle } from './normalize-dependencies.ts';
import type { PlannedWorkflow } from './plan-workflow.ts';
import type { GraphNode, Pointer } from './schema.ts';

/** Receives the errors and warnings of a workflow. */
export interface Reports {
  readonly violations: Reporter;
  readonly warnings: Reporter;
}

export function checkFlow(
  { flow: plan, inScope }: PlannedWorkflow,
  graph: LocatedMap,
  reports: Reports,
): void {
  const areExclusive = createAreExclusive(plan);
  plan.nodes.forEach((node, at) => {
    if (needsRoute(node) && !plan.reachable[at] && isNeverReached(plan, at))
      reportUnreached(node, graph, reports.violations);
    if (node.work.kind === 'branch') checkBranch(node, reports.warnings);
    checkPasses(node, at, plan, reports.warnings);
    checkUndo(node, reports.warnings);
    // With errors the paths may not be the intended ones.
    if (reports.violations.count() === 0) checkRoutes(node, at, plan, areExclusive, reports.warnings);
  });
  for (const at of plan.arbitrary) reportStart(plan, at, reports.warnings);
  checkOutputs(inScope, areExclusive, reports.violations);
}

const isNeverReached = (plan: FlowPlan, at: number): boolean =>
  (plan.dependencies[at] ?? []).length === 0 && (plan.routesTo[at] ?? []).length === 0;

export function reportCycle({ names, node, pointer }: DependencyCycle, reporter: Reporter): void {
  reporter.report({
    at: pointer.scalar.span,
    path: pointer.scalar.path,
    rule: 'dependency-cycle',
    message:
      names.length === 1
        ? `“${node.name}” waits for itself, so it can never start.`
        : `These nodes wait for each other, so none of them can start: ${names.join(', ')}.`,
    expected: 'nodes that can start one after the other',
    actual: [...names, names[0]].join(' ← '),
    suggestion: {
      text: `Remove the dependency of “${node.name}” on “${pointer.name}”. For a loop, use a branch with goto.`,
      edits: removeDependency(reporter, node, pointer),
    },
  });
}

function removeDependency(reporter: Reporter, node: GraphNode, pointer: Pointer): readonly SpanEdit[] {
  const entry = findEntry(node.map, 'depends_on');
  if (entry === undefined) return [];
  if (entry.value.kind !== 'list' || entry.value.items.length === 1)
    return removeEntry(reporter.source, node.map, entry);
  return removeItem(reporter.source, entry.value, entry.value.items.indexOf(pointer.scalar));
}

function reportUnreached(node: GraphNode, graph: LocatedMap, reporter: Reporter): void {
  const entry = findEntry(graph, node.name);
  const routes = node.work.kind === 'compensate' ? 'fallback or on_partial_failure' : 'goto or fallback';
  reporter.report({
    at: node.at.span,
    path: node.at.path,
    rule: 'unreachable-node',
    message: `No route leads to “${node.name}”. A node of type ${node.work.kind} only starts on a route.`,
    expected: `a ${routes} that names “${node.name}”`,
    actual: 'none',
    suggestion: removal(reporter, graph, entry, `Remove “${node.name}”, or name it in a ${routes}.`),
  });
}

function removal(
  reporter: Reporter,
  map: LocatedMap,
  entry: ReturnType<typeof findEntry>,
  text: string,
): Proposal | undefined {
  return entry === undefined ? undefined : { text, edits: removeEntry(reporter.source, map, entry) };
}

function checkBranch(node: GraphNode, reporter: Reporter): void {
  if (node.work.kind !== 'branch' || node.work.options.some(({ when }) => when === null)) return;
  const options = findEntry(node.map, 'on')?.value;
  reporter.report({
    at: node.at.span,
    path: node.at.path,
    rule: 'branch-without-default',
    message: `When no condition of “${node.name}” holds, the run fails.`,
    expected: 'a default',
    actual: 'none',
    suggestion:
      options?.kind === 'list'
        ? {
            text: 'Add “- default: end” to end the path there, or name a node.',
            edits: appendItem(reporter.source, options, { default: 'end' }),
          }
        : undefined,
  });
}

/** A node that follows a loop from inside it runs once per pass. */
function checkPasses(node: GraphNode, at: number, plan: FlowPlan, reporter: Reporter): void {
  for (const pointer of node.dependsOn) {
    const from = plan.indexOf(pointer.name);
    if (from === undefined || !plan.inLoop[from] || plan.reaches(at, from)) continue;
    reporter.report({
      at: pointer.scalar.span,
      path: pointer.scalar.path,
      rule: 'runs-once-per-pass',
      message: `“${pointer.name}” is part of a loop, so “${node.name}” runs once for every pass.`,
      expected: `a goto that leads to “${node.name}” when the loop is over`,
      actual: `depends_on: ${pointer.name}`,
      suggestion: {
        text: `To run “${node.name}” once, remove this dependency and let the branch that leaves the loop go to “${node.name}”.`,
        edits: [],
      },
    });
  }
}

/** Two routes to a node that may both be taken run it twice. That does not matter for a node that fails the run. */
function checkRoutes(
  node: GraphNode,
  at: number,
  plan: FlowPlan,
  areExclusive: AreExclusive,
  reporter: Reporter,
): void {
  if (needsRoute(node)) return;
  const sources = (plan.entries[at] ?? []).flatMap(({ from }) => plan.nodes[from] ?? []);
  const rivalOf = (one: GraphNode, index: number): GraphNode | undefined =>
    sources.slice(index + 1).find((each) => each !== one && !areExclusive(one, each));
  const first = sources.find((one, index) => rivalOf(one, index) !== undefined);
  const second = first === undefined ? undefined : rivalOf(first, sources.indexOf(first));
  if (first === undefined || second === undefined) return;
  reporter.report({
    at: node.at.span,
    path: node.at.path,
    rule: 'may-run-twice',
    message: `“${first.name}” and “${second.name}” may both lead to “${node.name}”, which then runs once for each.`,
    expected: 'routes of which only one can be taken',
    actual: 'two routes that may both be taken',
    suggestion: {
      text: `To run it once, let each route lead to a separate node, and let “${node.name}” depend on both.`,
      edits: [],
    },
  });
}

function checkUndo(node: GraphNode, reporter: Reporter): void {
  if (node.work.kind !== 'parallel' || node.work.onFailure.kind !== 'compensate') return;
  for (const branch of node.work.branches.filter(({ undo }) => undo !== null)) {
    reporter.report({
      at: branch.at.span,
      path: branch.at.path,
      rule: 'undo-and-compensate',
      message: `When “${node.name}” fails, “${branch.name}” is undone by its own undo, and then “${node.work.onFailure.node.name}” runs too.`,
      expected: 'only one of them',
      actual: 'undo and a compensate node',
    });
  }
}

function reportStart(plan: FlowPlan, at: number, reporter: Reporter): void {
  const node = plan.nodes[at];
  if (node === undefined) return;
  reporter.report({
    at: node.at.span,
    path: node.at.path,
    rule: 'starts-in-file-order',
    message: `No route leads into the loop through “${node.name}”. It starts here, at its first node without depends_on.`,
    expected: 'one route into the loop',
    actual: 'none',
    suggestion: { text: 'Put the first node of the loop before the others.', edits: [] },
  });
}

/** Two nodes may set one output only if one runs instead of the other, or after it. */
function checkOutputs(inScope: readonly GraphNode[], areExclusive: AreExclusive, reporter: Reporter): void {
  const setters = inScope.filter((node) => hasOutput(node) && node.output !== null);
  const byVariable = new Map<string, GraphNode[]>();
  for (const node of setters) {
    const others = byVariable.get(variableOf(node)) ?? [];
    byVariable.set(variableOf(node), others);
    const rival = others.find((other) => !areExclusive(other, node));
    others.push(node);
    if (rival === undefined || node.output === null) continue;
    const entry = findEntry(node.map, 'output');
    reporter.report({
      at: node.output.scalar.span,
      path: node.output.scalar.path,
      rule: 'name-clash',
      message: `“${rival.name}” sets “${node.output.name}” too, and both may run at the same time.`,
      expected: 'a unique output name',
      actual: node.output.name,
      suggestion: removal(reporter, node.map, entry, `Remove it. The output is then named “${node.name}”.`),
    });
  }
}
