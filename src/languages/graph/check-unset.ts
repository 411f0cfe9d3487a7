/**
 * Reports references to values that are not set on every path. Each proposal was tested: the dependency that sets
 * the value, otherwise a default.
 */
import { type Reference, referencesOf, type Tree } from '../../expression/index.ts';
import type { Finding } from '../../kernel/index.ts';
import { appendItem } from '../document/list-edits.ts';
import { findEntry, type LocatedScalar } from '../document/located.ts';
import { insertEntry } from '../document/map-edits.ts';
import type { Proposal, Reporter } from '../document/reporter.ts';
import { replaceInScalar } from '../document/scalar-edits.ts';
import { spanIn } from '../document/scalar-offset.ts';
import { describePath } from './describe-path.ts';
import type { DocumentSoundness } from './document-soundness.ts';
import type { FlowPlan } from './flow-plan.ts';
import { type FormulaOccurrence, formulasOf, inTemplate } from './formulas.ts';
import type { NameBindings } from './name-bindings.ts';
import { missingScalar } from './placeholder-node.ts';
import type { PlannedWorkflow } from './plan-workflow.ts';
import type { GraphNode, GraphWorkflow, Pointer } from './schema.ts';
import { isSql, tablesIn } from './sql.ts';

/** Testing a proposal costs a compilation and a check: a few for small workflows, none for large ones. */
const maxTries = 300;
const triesFor = (nodes: number): number =>
  Math.min(20, Math.floor(maxTries / (nodes * nodes)) + (nodes <= 40 ? 3 : 0));

export function checkUnset(
  { workflow, flow, names, origins }: PlannedWorkflow,
  findings: readonly Finding[],
  before: number,
  soundness: DocumentSoundness,
  reporter: Reporter,
): void {
  let tries = 0;
  for (const finding of findings) {
    const node = origins.nodeOf(finding.net, finding.task);
    const setter = setterOf(workflow, names, finding.variable);
    const reader = node === undefined ? undefined : ownerOf(workflow, node);
    const dependency =
      setter === undefined || reader === undefined || reader === setter
        ? undefined
        : (surelyHelps(flow, reader, setter) ??
          (tries++ < triesFor(workflow.nodes.length)
            ? tryDependency(workflow, reader, setter, finding, before, soundness)
            : undefined));
    const pathText = describePath(finding.path.slice(0, -1), origins, finding.net);
    for (const use of usesOf(workflow, node, names, finding.variable)) {
      reporter.report({
        at: use.span(reporter),
        path: use.scalar.path,
        rule: 'unset-reference',
        message: `“$${use.name}” may not be set when ${node === undefined ? 'the run ends' : `“${node.name}” runs`}${pathText}.${setterHint(setter)}`,
        expected: setter === undefined ? 'a value that is set' : `that “${setter.name}” has completed`,
        actual: 'a path on which it is not set',
        suggestion:
          dependency === undefined || reader === undefined || setter === undefined
            ? use.byDefault(reporter)
            : {
                text: `Let “${reader.name}” depend on “${setter.name}”.`,
                edits: dependOn(reporter, reader, setter),
              },
      });
    }
  }
}

const setterHint = (setter: GraphNode | undefined): string =>
  setter === undefined ? '' : ` It is the output of “${setter.name}”.`;

/** The node of the graph that sets a variable. */
function setterOf(
  workflow: GraphWorkflow,
  names: NameBindings,
  variable: string | null,
): GraphNode | undefined {
  const [setter] = [...names.values()].find((each) => each.variable === variable)?.setBy ?? [];
  return setter === undefined ? undefined : ownerOf(workflow, setter);
}

/** The node of the graph that contains a branch or a step, or the node itself. */
function ownerOf(workflow: GraphWorkflow, node: GraphNode): GraphNode | undefined {
  return workflow.nodes.find((each) => contains(each, node));
}

function contains(outer: GraphNode, node: GraphNode): boolean {
  const { work } = outer;
  if (outer === node) return true;
  if (work.kind === 'parallel') return work.branches.some((each) => contains(each, node));
  if (work.kind === 'compensate') return work.steps.some((each) => contains(each, node));
  return work.kind === 'foreach' && contains(work.step, node);
}

/**
 * A node that completes in every run and does not come after the reader has set its output once the reader waits for
 * it.
 */
function surelyHelps(plan: FlowPlan, reader: GraphNode, setter: GraphNode): true | undefined {
  const [from, to] = [plan.nodes.indexOf(setter), plan.nodes.indexOf(reader)];
  const isRouted = plan.routes.some((route) => route.to === to);
  return plan.alwaysCompletes[from] && plan.passOf[from] === -1 && !plan.reaches(to, from) && !isRouted
    ? true
    : undefined;
}

function tryDependency(
  workflow: GraphWorkflow,
  reader: GraphNode,
  setter: GraphNode,
  finding: Finding,
  before: number,
  soundness: DocumentSoundness,
): true | undefined {
  const pointer: Pointer = { name: setter.name, scalar: missingScalar };
  const changed = {
    ...workflow,
    nodes: workflow.nodes.map((node) =>
      node === reader ? { ...node, dependsOn: [...node.dependsOn, pointer] } : node,
    ),
  };
  const after = soundness.findingsAfter(changed);
  if (after === null || after.length >= before) return undefined;
  const stays = after.some(
    ({ rule, net, task, variable }) =>
      rule === 'unset-read' && net === finding.net && task === finding.task && variable === finding.variable,
  );
  return stays ? undefined : true;
}

function dependOn(reporter: Reporter, reader: GraphNode, setter: GraphNode) {
  const entry = findEntry(reader.map, 'depends_on');
  if (entry?.value.kind === 'list') return appendItem(reporter.source, entry.value, setter.name);
  return insertEntry(reporter.source, reader.map, 'depends_on', [setter.name]);
}

/** One position where the variable is read. */
interface Use {
  readonly name: string;
  readonly scalar: LocatedScalar;
  readonly span: (reporter: Reporter) => { readonly start: number; readonly end: number };
  readonly byDefault: (reporter: Reporter) => Proposal | undefined;
}

function usesOf(
  workflow: GraphWorkflow,
  node: GraphNode | undefined,
  names: NameBindings,
  variable: string | null,
): readonly Use[] {
  const occurrences =
    node === undefined
      ? workflow.result === null
        ? []
        : inTemplate(workflow.result, 'expression')
      : [node, ...(node.work.kind === 'foreach' ? [node.work.step] : [])].flatMap(formulasOf);
  const means = (name: string): boolean => names.get(name)?.variable === variable;
  return [
    ...occurrences.flatMap((occurrence) =>
      referencesOf(occurrence.formula.tree)
        .filter(({ name, optional }) => !optional && means(name))
        .map((reference) => useOf(occurrence, reference)),
    ),
    ...(node === undefined ? [] : tableUses(node, means)),
  ];
}

function useOf({ formula, spelling }: FormulaOccurrence, { name, span }: Reference): Use {
  const { scalar, tree } = formula;
  return {
    name,
    scalar,
    span: ({ source }) => spanIn(source, scalar, span.start, span.end),
    byDefault: ({ source }) => {
      const text = String(scalar.value ?? '').slice(span.start, span.end);
      const inBraces = spelling === 'template' && !text.startsWith('$');
      const call = `default(${spelling === 'template' ? text.replace(/^\$/, '') : text}, ${neutral(tree, span)})`;
      const written = spelling === 'expression' || inBraces ? call : `\${${call}}`;
      return {
        text: `Set a default: ${written}`,
        edits: replaceInScalar(source, scalar, span.start, span.end, written),
      };
    },
  };
}

/** The neutral value for the number or the text that it is compared with. */
function neutral(tree: Tree, span: { readonly start: number; readonly end: number }): string {
  if (tree.kind !== 'binary') return 'null';
  const isThis = (each: Tree) => each.span?.start === span.start && each.span.end === span.end;
  const [mine, other] = isThis(tree.left) ? [tree.left, tree.right] : [tree.right, tree.left];
  if (!isThis(mine))
    return (
      [tree.left, tree.right].map((each) => neutral(each, span)).find((text) => text !== 'null') ?? 'null'
    );
  if (other.kind !== 'literal') return 'null';
  return typeof other.value === 'number' ? '0' : typeof other.value === 'string' ? '""' : 'null';
}

function tableUses(node: GraphNode, means: (name: string) => boolean): Use[] {
  if (node.work.kind !== 'call' || !isSql(node.work)) return [];
  const query = node.work.args.find(({ name }) => name === 'sql')?.value;
  const scalar =
    query?.kind === 'formula' ? query.scalar : query?.kind === 'constant' ? query.located : undefined;
  if (scalar?.kind !== 'scalar') return [];
  return tablesIn(String(scalar.value))
    .filter(({ name }) => means(name))
    .map(({ name, at }) => ({
      name,
      scalar,
      span: ({ source }) => spanIn(source, scalar, at, at + name.length),
      byDefault: () => undefined,
    }));
}
