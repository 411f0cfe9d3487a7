/** Reports the findings of the soundness check of the compiled workflow with the author's names and positions. */
import type { Finding } from '../../kernel/index.ts';
import { appendItem, removeItem } from '../document/list-edits.ts';
import { findEntry, type LocatedMap } from '../document/located.ts';
import { insertEntry, removeEntry } from '../document/map-edits.ts';
import type { Proposal, Reporter, SpanEdit } from '../document/reporter.ts';
import { replaceScalar } from '../document/scalar-edits.ts';
import type { Reports } from './check-flow.ts';
import { checkUnset } from './check-unset.ts';
import type { CompiledWorkflows } from './compile.ts';
import { describePath } from './describe-path.ts';
import type { DocumentSoundness } from './document-soundness.ts';
import { needsRoute } from './flow-plan.ts';
import type { PlannedWorkflow } from './plan-workflow.ts';
import type { GraphNode } from './schema.ts';
import { everyNode } from './task-origins.ts';

export interface SoundnessInput {
  readonly planned: PlannedWorkflow;
  readonly graph: LocatedMap;
  readonly compiled: CompiledWorkflows;
  readonly soundness: DocumentSoundness;
}

/** @returns the findings, for the compiler */
export function checkWorkflowSoundness(input: SoundnessInput, reports: Reports): readonly Finding[] {
  const { planned, soundness } = input;
  const findings = soundness.findingsOf(planned.workflow.name);
  for (const finding of findings) reportFinding(input, finding, reports);
  const unset = findings.filter(({ rule }) => rule === 'unset-read');
  if (unset.length > 0) checkUnset(planned, unset, findings.length, soundness, reports.violations);
  return findings;
}

/** Texts for findings that no rule above covers. */
const problemTexts: Partial<Record<Finding['rule'], string>> = {
  deadlock: 'can wait forever',
  leftover: 'may still be running when the workflow ends',
  'bound-reached': 'has too many states to check all of them, so an error may have been missed',
};

function reportFinding(input: SoundnessInput, finding: Finding, { violations, warnings }: Reports): void {
  const { workflow, origins } = input.planned;
  const node = origins.nodeOf(finding.net, finding.task);
  const at = node?.at ?? workflow.at;
  const pathText = describePath(finding.path, origins, finding.net);
  const reporter = finding.severity === 'error' ? violations : warnings;
  const common = { at: at.span, path: at.path };
  switch (finding.rule) {
    case 'unset-read':
      return;
    case 'dead-task':
      if (node === undefined || node.name !== finding.task) return;
      violations.report({
        ...common,
        rule: 'unreachable-node',
        message: `“${node.name}” can never run.`,
        expected: 'a path that leads to it',
        actual: 'none',
        suggestion: removeNode(input, node, reporter.source),
      });
      return;
    case 'no-completion':
      reportEndless(input, violations);
      return;
    case 'unbounded':
      // Another warning already reports that a node runs once per pass.
      if (warnings.violations().some(({ rule }) => rule === 'runs-once-per-pass')) return;
      reportGrowth(input, reporter);
      return;
    default:
  }
  reporter.report({
    ...common,
    rule: finding.rule,
    message: `“${node?.name ?? workflow.name}” ${problemTexts[finding.rule] ?? finding.rule}${pathText}.`,
    expected: finding.rule === 'bound-reached' ? 'fewer states' : 'a workflow that always ends',
    actual: finding.rule === 'bound-reached' ? 'too many states' : 'a workflow that may not end',
  });
}

/** No run can complete: a loop, a recursion, or only errors. */
function reportEndless(input: SoundnessInput, reporter: Reporter): void {
  const { workflow, flow: plan } = input.planned;
  const loop = plan.nodes.find((node, at) => plan.inLoop[at] && node.work.kind === 'branch');
  const call = recursiveCall(input);
  const branch = loop ?? plan.nodes.find(({ work }) => work.kind === 'branch');
  const { span, path } = (call ?? branch ?? workflow).at;
  const reason =
    call !== undefined
      ? `it calls itself without a condition`
      : loop === undefined
        ? 'every path through it ends in an error'
        : `the loop through “${loop.name}” has no exit`;
  reporter.report({
    at: span,
    path,
    rule: call === undefined && loop !== undefined ? 'cycle-without-exit' : 'no-completion',
    message: `“${workflow.name}” can never complete: ${reason}.`,
    expected: 'a path to the end',
    actual: 'none',
    suggestion:
      call !== undefined
        ? {
            text: `Add an “if” with the condition for “${call.name}”.`,
            edits: insertEntry(reporter.source, call.map, 'if', false),
          }
        : branch === undefined
          ? undefined
          : letEnd(input, branch, reporter.source),
  });
}

/** The node by which the workflow calls itself, directly or through others. */
function recursiveCall({ planned, compiled }: SoundnessInput): GraphNode | undefined {
  const { workflow } = planned;
  return workflow.nodes.find(
    (node) =>
      node.condition === null &&
      everyNode([node]).some(
        ({ work }) => work.kind === 'workflow' && compiled.calledBy(work.workflow.name).has(workflow.name),
      ),
  );
}

/** Several routes back into one loop that may be taken together: each pass starts more than the last. */
function reportGrowth({ planned }: SoundnessInput, reporter: Reporter): void {
  const { workflow, flow: plan } = planned;
  const back = plan.routes.filter((route) => plan.isLoop(route));
  const last = back.findLast(({ to }) => back.filter((route) => route.to === to).length > 1) ?? back.at(-1);
  const node = last === undefined ? undefined : plan.nodes[last.from];
  const target = last === undefined ? undefined : plan.nodes[last.to]?.name;
  const goto =
    node?.work.kind === 'branch'
      ? node.work.options.find((option) => option.goto?.name === target)?.goto
      : undefined;
  reporter.report({
    at: goto?.scalar.span ?? workflow.at.span,
    path: goto?.scalar.path ?? workflow.at.path,
    rule: 'unbounded',
    message: `Every pass through the loop can start “${target ?? workflow.name}” more than once, so the number of parallel executions grows without limit.`,
    expected: 'one route back into the loop',
    actual: 'several routes that may be taken at once',
    suggestion:
      goto == null
        ? undefined
        : { text: 'Let this path end.', edits: replaceScalar(reporter.source, goto.scalar, 'end') },
  });
}

type Source = Parameters<typeof removeEntry>[0];

/** Removes the node and the options that lead to it. */
function removeNode(
  { graph, planned: { flow: plan } }: SoundnessInput,
  node: GraphNode,
  source: Source,
): Proposal | undefined {
  const at = plan.nodes.indexOf(node);
  const entry = findEntry(graph, node.name);
  if (entry === undefined || (plan.dependents[at] ?? []).length > 0) return undefined;
  const edits: SpanEdit[] = [...removeEntry(source, graph, entry)];
  for (const { work, map } of plan.nodes) {
    const list = findEntry(map, 'on')?.value;
    if (work.kind !== 'branch' || list?.kind !== 'list') continue;
    work.options.forEach(({ goto }, index) => {
      if (goto?.name === node.name) edits.push(...removeItem(source, list, index));
    });
  }
  return { text: `Remove “${node.name}” and the routes to it.`, edits };
}

/** Lets the default of a branch end the path; removes its former target if nothing else leads there. */
function letEnd(
  { graph, planned: { flow: plan } }: SoundnessInput,
  branch: GraphNode,
  source: Source,
): Proposal | undefined {
  const list = findEntry(branch.map, 'on')?.value;
  if (branch.work.kind !== 'branch' || list?.kind !== 'list') return undefined;
  const text = `Let the default of “${branch.name}” end the path: “end”, or the name of a node.`;
  const goto = branch.work.options.find(({ when }) => when === null)?.goto;
  if (goto == null) return { text, edits: appendItem(source, list, { default: 'end' }) };
  const at = plan.nodes.findIndex(({ name }) => name === goto.name);
  const entry = findEntry(graph, goto.name);
  const node = plan.nodes[at];
  const isOrphan =
    node !== undefined && needsRoute(node) && plan.routes.filter(({ to }) => to === at).length === 1;
  const orphan = isOrphan && entry !== undefined ? removeEntry(source, graph, entry) : [];
  return { text, edits: [...replaceScalar(source, goto.scalar, 'end'), ...orphan] };
}
