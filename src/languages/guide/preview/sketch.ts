/**
 * Draws a guide as its author thinks of it: the steps in sequence, the back edges of its loops, parallel branches, and
 * confirmations. Nodes have the names of their tasks, so that a drawing can show the state of a run.
 */
import type { Sketch, SketchLink, SketchNode } from '../../../drawing/index.ts';
import { conditionText } from '../conditions/condition-text.ts';
import type { Guide, GuideStep, LoopStep, ParallelStep, PromptStep } from '../model/schema.ts';
import { beginTask, confirmTask, enterTask } from '../net/guide-names.ts';
import { type PlannedLoop, type PlannedStep, planSteps } from '../net/plan-steps.ts';
import { variablesOfGuide } from './variables-of-guide.ts';

/** Also draws the readable parts of a guide with errors. */
export function sketchOfGuide(guide: Guide): Sketch {
  const section = sectionOf(planSteps(guide));
  return {
    title: guide.name,
    what: 'Guide',
    net: guide.id,
    nodes: routed(section),
    links: section.links,
    begins: section.begins,
    remarks: remarksOf(guide),
  };
}

function remarksOf(guide: Guide): readonly string[] {
  const names = variablesOfGuide(guide);
  return [
    ...guide.preconditions.map((each) => `Before you begin: ${each}`),
    ...guide.clarificationPrompts.map((each) => `Ask first: ${each}`),
    ...(names.length === 0 ? [] : [`Decisions depend on these context variables: ${names.join(', ')}`]),
  ];
}

/**
 * Steps with the edges between them; edges lead from the previous steps to all entries, and from all exits to the next
 * steps.
 */
interface Section {
  readonly nodes: readonly SketchNode[];
  readonly links: readonly SketchLink[];
  readonly begins: readonly string[];
  readonly ends: readonly End[];
}

interface End {
  readonly id: string;
  /** Label of the exit; null if it needs none. */
  readonly label: string | null;
}

/** Each loop around a step adds an exit, so the edges of deeper loops would be too many to draw. */
const maxLoopDepth = 20;

function sectionOf(steps: readonly PlannedStep[], depth = 0): Section {
  return steps
    .map((step) => sectionOfStep(step, depth))
    .reduce(follow, { nodes: [], links: [], begins: [], ends: [] });
}

function follow(before: Section, after: Section): Section {
  if (before.nodes.length === 0) return after;
  if (after.nodes.length === 0) return before;
  return {
    nodes: [...before.nodes, ...after.nodes],
    links: [...before.links, ...ways(before.ends, after.begins), ...after.links],
    begins: before.begins,
    ends: after.ends,
  };
}

const ways = (from: readonly End[], to: readonly string[]): readonly SketchLink[] =>
  from.flatMap(({ id, label }) => to.map((b): SketchLink => ({ from: id, to: b, label, kind: 'next' })));

const endAt = (id: string): End => ({ id, label: null });

function sectionOfStep(step: PlannedStep, depth: number): Section {
  switch (step.kind) {
    case 'prompt': {
      const remarks = [...conditionOf(step), ...requirementsOf(step)];
      const checks = step.checks.map((check) =>
        single(nodeOf(check, { kind: 'call', remarks: wherever(step) })),
      );
      return withConfirmation(step, checks.reduce(follow, single(nodeOf(step, { kind: 'call', remarks }))));
    }
    case 'loop':
      return withConfirmation(step.loop, loopSection(step, depth + 1));
    case 'parallel':
      return withConfirmation(step, parallelSection(step));
  }
}

function loopSection({ loop, body }: PlannedLoop, depth: number): Section {
  const isDrawn = depth <= maxLoopDepth;
  const label = loopText(loop);
  const head = nodeOf(loop, {
    id: enterTask(loop.id),
    kind: 'foreach',
    remarks: [
      ...conditionOf(loop),
      label,
      `at most ${loop.maxIterations} passes`,
      ...(isDrawn ? [] : ['its steps are nested too deep to be drawn']),
    ],
  });
  const whole = follow(single(head), isDrawn ? sectionOf(body, depth) : sectionOf([]));
  const back = whole.ends.map(({ id }) => ({ id, label }));
  const past = mayHaveNoPass(loop) ? [{ id: head.id, label: 'no pass' }] : [];
  return {
    ...whole,
    links: [...whole.links, ...ways(back, whole.begins)],
    ends: [...whole.ends, ...past],
  };
}

function mayHaveNoPass({ rule }: LoopStep): boolean {
  if (rule.kind === 'control') return false;
  return rule.kind !== 'for' || typeof rule.count === 'string' || rule.count < 1;
}

function parallelSection(step: ParallelStep): Section {
  const head = nodeOf(step, { id: beginTask(step.id), kind: 'pass', remarks: conditionOf(step) });
  const branches = step.branches.map((branch, at) =>
    nodeOf(branch, {
      name: nameOfBranch(step, at),
      kind: 'call',
      group: step.branches.length > 1 ? step.id : null,
      remarks: [...conditionOf(branch), ...requirementsOf(branch)],
    }),
  );
  const ids = branches.map(({ id }) => id);
  const whole = follow(single(head), { nodes: branches, links: [], begins: ids, ends: ids.map(endAt) });
  const { synthesis } = step;
  if (synthesis === null) return whole;
  return follow(whole, single(nodeOf(synthesis, { kind: 'call', remarks: requirementsOf(synthesis) })));
}

/** Parallel branches have little room: common words are omitted, and equal names are numbered. */
function nameOfBranch({ title, branches }: ParallelStep, at: number): string {
  const names = branches.map((branch) => branch.title.replace(`${title}: `, () => ''));
  const name = names[at] ?? '';
  const alike = names.filter((each) => each === name);
  return alike.length < 2 ? name : `${name} ${names.slice(0, at + 1).filter((each) => each === name).length}`;
}

/** A no leads back to the step. */
function withConfirmation(step: GuideStep, section: Section): Section {
  const { confirmation } = step;
  if (confirmation.kind === 'never') return section;
  const asks = nodeOf(step, {
    id: confirmTask(step.id),
    name: 'a person confirms',
    kind: 'question',
    remarks: [
      ...wherever(step),
      ...(confirmation.kind === 'when' ? [`if ${conditionText(confirmation.condition)}`] : []),
    ],
  });
  const whole = follow(section, single(asks));
  return { ...whole, links: [...whole.links, ...ways([{ id: asks.id, label: 'no' }], section.begins)] };
}

/** The checks and the confirmation of a step that may be skipped. */
const wherever = ({ runCondition }: GuideStep): readonly string[] =>
  runCondition === null ? [] : ['if it was done'];

const single = (node: SketchNode): Section => ({
  nodes: [node],
  links: [],
  begins: [node.id],
  ends: [endAt(node.id)],
});

function nodeOf(
  { id, title }: Pick<GuideStep, 'id' | 'title'>,
  look: Pick<SketchNode, 'kind' | 'remarks'> & Partial<SketchNode>,
): SketchNode {
  return { id, name: title, join: null, split: null, group: null, ...look };
}

const conditionOf = ({ runCondition }: GuideStep): readonly string[] =>
  runCondition === null ? [] : [`if ${conditionText(runCondition.condition)}`];

function requirementsOf({ criteria, contract, consequences }: PromptStep): readonly string[] {
  return criteria === null && contract === null && consequences.length === 0 ? [] : ['its output is checked'];
}

/** Parallel branches start and end together; of all other edges one is taken, and labels show which. */
function routed({ nodes, links }: Section): readonly SketchNode[] {
  const groups = new Map(nodes.map(({ id, group }) => [id, group]));
  const inGroup = (id: string) => (groups.get(id) ?? null) !== null;
  const parts = new Set(links.flatMap(({ from, to }) => (inGroup(to) && !inGroup(from) ? [from] : [])));
  const meets = new Set(links.flatMap(({ from, to }) => (inGroup(from) && !inGroup(to) ? [to] : [])));
  return nodes.map((node) => ({
    ...node,
    join: meets.has(node.id) ? 'and' : null,
    split: parts.has(node.id) ? 'and' : null,
  }));
}

/** How long a loop runs: `while retries < 3`, `for each file in files`. */
function loopText({ rule, itemVar }: Pick<LoopStep, 'rule' | 'itemVar'>): string {
  switch (rule.kind) {
    case 'while':
    case 'until':
      return `${rule.kind} ${conditionText(rule.condition)}`;
    case 'for':
      return `for ${rule.count}`;
    case 'forEach':
      return `for each ${itemVar ?? 'item'} in ${rule.items}`;
    case 'control':
      return 'while its last output says “continue”';
  }
}
