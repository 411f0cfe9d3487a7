/**
 * Draws the nets of a specification in YAWL's notation: conditions are circles, tasks have their joins and splits at
 * their sides.
 */
import type {
  Sketch,
  SketchForm,
  SketchKind,
  SketchLink,
  SketchMark,
  SketchNode,
} from '../../drawing/index.ts';
import type {
  YawlCondition,
  YawlDecomposition,
  YawlFlow,
  YawlMultiple,
  YawlNet,
  YawlSpecification,
  YawlTask,
  YawlTimer,
} from './model/schema.ts';
import { type WiredTask, wireNet } from './model/wire-net.ts';

export interface NetSketches {
  readonly root: Sketch;
  /** The other nets, in the order of their first use from the root; unused nets are last. */
  readonly parts: readonly Sketch[];
}

/** Without a root net, the first net is used. */
export function sketchesOf(specification: YawlSpecification): NetSketches {
  const decompositions = new Map(specification.decompositions.map((each) => [each.id, each]));
  const nets = specification.decompositions.filter((each) => each.kind === 'net');
  const root = nets.find(({ isRoot }) => isRoot) ?? nets[0];
  if (root === undefined) return { root: nothing(specification), parts: [] };
  const [first = nothing(specification), ...others] = fromRoot(root, nets).map((net) =>
    sketchOfNet(net, decompositions),
  );
  return { root: first, parts: others };
}

function nothing({ uri }: YawlSpecification): Sketch {
  return { title: uri, nodes: [], links: [], begins: [], remarks: [] };
}

/** The root, then the nets of its tasks, and so on. */
function fromRoot(root: YawlNet, nets: readonly YawlNet[]): readonly YawlNet[] {
  const byId = new Map(nets.map((net) => [net.id, net]));
  const found = new Set([root]);
  for (const net of found) {
    for (const { decomposition } of net.tasks) {
      const inner = byId.get(decomposition?.name ?? '');
      if (inner !== undefined) found.add(inner);
    }
  }
  return [...found, ...nets.filter((net) => !found.has(net))];
}

type Decompositions = ReadonlyMap<string, YawlDecomposition>;

function sketchOfNet(net: YawlNet, decompositions: Decompositions): Sketch {
  const { tasks } = wireNet(net);
  return {
    title: net.name === '' ? net.id : net.name,
    what: 'Net',
    net: net.id,
    nodes: [
      ...net.conditions.filter(({ kind }) => kind !== 'output').map(nodeOfCondition),
      ...tasks.map((task) => nodeOfTask(task, net, decompositions)),
      ...net.conditions.filter(({ kind }) => kind === 'output').map(nodeOfCondition),
    ],
    links: [
      ...net.conditions.flatMap(({ id, flows }) => flows.map(({ to }) => linkOf(id, to, null))),
      ...tasks.flatMap(({ task }) =>
        flowsOf(task).map((flow) => linkOf(task.id, flow.to, labelOf(task, flow, net))),
      ),
    ],
    begins: net.conditions.filter(({ kind }) => kind === 'input').map(({ id }) => id),
    remarks: variablesOf(net),
  };
}

const linkOf = (from: string, to: string, label: string | null): SketchLink => ({
  from,
  to,
  label,
  kind: 'next',
});

const formOfCondition = { input: 'input', output: 'output', plain: 'condition' } as const;

function nodeOfCondition({ id, name, kind }: YawlCondition): SketchNode {
  return {
    id,
    name: name === '' ? id : name,
    kind: 'place',
    form: formOfCondition[kind],
    join: null,
    split: null,
    group: null,
    remarks: [],
  };
}

function nodeOfTask({ task, preset, flows }: WiredTask, net: YawlNet, all: Decompositions): SketchNode {
  const decomposition = all.get(task.decomposition?.name ?? '');
  const marks = marksOf(task, decomposition);
  return {
    id: task.id,
    name: task.name === '' ? task.id : task.name,
    kind: kindOf(task, decomposition),
    form: formOf(task, decomposition),
    ...(marks.length === 0 ? {} : { marks }),
    join: preset.length > 1 ? task.join : null,
    split: flows.length > 1 ? task.split : null,
    group: null,
    remarks: remarksOf(task, decomposition, net),
  };
}

function kindOf(
  { multiple, decomposition: named }: YawlTask,
  decomposition: YawlDecomposition | undefined,
): SketchKind {
  if (multiple !== null) return 'foreach';
  if (decomposition?.kind === 'net') return 'workflow';
  if (named === null) return 'pass';
  return decomposition?.interaction === 'automated' ? 'call' : 'question';
}

function formOf({ multiple }: YawlTask, decomposition: YawlDecomposition | undefined): SketchForm {
  if (decomposition?.kind === 'net') return multiple === null ? 'net' : 'nets';
  return multiple === null ? 'task' : 'tasks';
}

function marksOf(task: YawlTask, decomposition: YawlDecomposition | undefined): readonly SketchMark[] {
  const marks: SketchMark[] = [];
  if (task.timer !== null) marks.push('timer');
  if (decomposition?.kind === 'gateway' && decomposition.interaction === 'automated') marks.push('automated');
  if (task.removes.length > 0 || task.removesFlows.length > 0) marks.push('cancels');
  return marks;
}

function remarksOf(
  task: YawlTask,
  decomposition: YawlDecomposition | undefined,
  net: YawlNet,
): readonly string[] {
  const lines: string[] = [];
  if (task.decomposition === null) lines.push('empty');
  if (decomposition?.kind === 'net') lines.push(`net ${decomposition.id}`);
  if (decomposition?.kind === 'gateway' && decomposition.interaction === 'automated') {
    const by = decomposition.codelet ?? decomposition.service;
    lines.push(by === null ? 'automated' : `automated: ${by.name}`);
  }
  if (task.multiple !== null) lines.push(instancesOf(task.multiple));
  if (task.timer !== null) lines.push(timerOf(task.timer));
  const cancelled = cancelledBy(task, net);
  if (cancelled.length > 0) lines.push(`cancels: ${cancelled.join(', ')}`);
  return lines;
}

function instancesOf({ minimum, maximum, threshold, creation }: YawlMultiple): string {
  const number = ({ text }: { readonly text: string }) => (/^\d+$/.test(text) ? text : 'computed');
  const enough = threshold.text === maximum.text ? '' : `, enough: ${number(threshold)}`;
  const count = `${number(minimum)} to ${number(maximum)} instances${enough}`;
  return creation === 'dynamic' ? `${count}, more can be added` : count;
}

function timerOf({ trigger, due }: YawlTimer): string {
  const since =
    trigger === 'OnExecuting' ? ' once it is started' : trigger === 'OnEnabled' ? ' once it is offered' : '';
  switch (due.kind) {
    case 'duration':
      return `timer: ${due.duration}${since}`;
    case 'expiry':
      return `timer: until ${new Date(due.at).toISOString()}`;
    case 'variable':
      return `timer: from ${due.variable.name}`;
  }
}

function cancelledBy({ removes, removesFlows }: YawlTask, net: YawlNet): readonly string[] {
  const named = new Map(
    [...net.tasks, ...net.conditions].map(({ id, name }) => [id, name === '' ? id : name]),
  );
  const nameOf = (id: string) => named.get(id) ?? id;
  return [
    ...removes.map(({ name }) => nameOf(name)),
    ...removesFlows.map(({ from, to }) => `${nameOf(from)} → ${nameOf(to)}`),
  ];
}

/** In the order of evaluation: by ordering, the default last. */
function flowsOf({ split, flows }: YawlTask): readonly YawlFlow[] {
  if (split === 'and') return flows;
  const rank = ({ isDefault, ordering }: YawlFlow) =>
    isDefault ? Number.POSITIVE_INFINITY : (ordering ?? Number.MAX_SAFE_INTEGER);
  return [...flows].sort((a, b) => Math.sign(rank(a) - rank(b)) || 0);
}

function labelOf(
  { split, flows }: YawlTask,
  { predicate, isDefault }: YawlFlow,
  net: YawlNet,
): string | null {
  if (split === 'and' || flows.length < 2) return null;
  const words = predicate === null ? '' : plain(predicate.text, net);
  if (!isDefault) return words === '' ? null : words;
  return words === '' ? 'default' : `default: ${words}`;
}

/** Shortens paths in pictures: `/Order/total/text() > 5` is `total > 5`. */
function plain(predicate: string, { dataRoot }: YawlNet): string {
  return predicate.replaceAll(`/${dataRoot}/`, '').replaceAll('/text()', '').replaceAll(/\s+/g, ' ').trim();
}

function variablesOf({ inputs, outputs }: YawlNet): readonly string[] {
  const list = (variables: YawlNet['inputs']) =>
    variables.map(({ name, typeName }) => (typeName === '' ? name : `${name} (${typeName})`)).join(', ');
  return [
    ...(inputs.length === 0 ? [] : [`Takes: ${list(inputs)}`]),
    ...(outputs.length === 0 ? [] : [`Gives: ${list(outputs)}`]),
  ];
}
