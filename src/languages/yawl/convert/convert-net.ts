/** A net as a workflow of the graph language. */
import type { Json } from '../../../kernel/index.ts';
import type { YawlNet, YawlTask, YawlVariable } from '../schema.ts';
import { createFlow } from './convert-flow.ts';
import { convertInstances } from './convert-instances.ts';
import { type ConvertedWork, convertWork, inputsOf, narrowed } from './convert-work.ts';
import type { NodeDraft, WorkflowDraft } from './draft.ts';
import type { Inputs } from './left-out.ts';
import { type Desk, type NetDesk, openNetDesk, outputScope } from './net-desk.ts';
import { theEnd } from './net-links.ts';
import type { NetVariable } from './net-variables.ts';
import { type Given, readMapping } from './read-mapping.ts';
import { refuseUnsayable } from './refuse-unsayable.ts';
import { templateOf } from './template.ts';
import { valueKindOf } from './value-kind.ts';

/** @returns the workflow, and those that do one instance of a task of it */
export function convertNet(plan: Desk, net: YawlNet): readonly WorkflowDraft[] {
  const desk = openNetDesk(plan, net);
  const tasks = desk.links.order.map(({ task }) => task);
  const works = new Map(tasks.map((task) => [task.id, workOf(desk, task)]));
  const keepers = new Map(tasks.map((task) => [task.id, keepersOf(desk, task, works.get(task.id))]));
  const tailOf = (task: string) => keepers.get(task)?.at(-1)?.name ?? desk.nodeOf(task);
  const seeds = seedsOf(desk);
  const flow = createFlow(desk, tailOf, seeds.at(-1)?.name ?? null);
  const nodesOf = (task: YawlTask): readonly NodeDraft[] => {
    const node = desk.nodeOf(task.id);
    const told = refuseUnsayable(desk, task);
    const entry = flow.entryOf(task);
    const options = flow.optionsOf(task);
    const work = works.get(task.id);
    const kept = keepers.get(task.id) ?? [];
    const routing = options === undefined ? undefined : { type: 'branch', on: options.on };
    const isRouting = routing !== undefined && desk.decompositionOf(task) === undefined;
    const chosen = isRouting ? { body: routing, comments: options?.comments ?? [] } : work;
    return [
      {
        name: node,
        comments: [
          ...renamed('Task', task.id, node),
          ...told,
          ...entry.comments,
          ...(chosen?.comments ?? []),
        ],
        body: {
          ...(task.documentation === '' ? {} : { description: task.documentation }),
          ...entry.fields,
          ...chosen?.body,
        },
      },
      ...kept.map((keeper, index) => keeperNode(desk, keeper, kept[index - 1]?.name ?? node)),
      ...(routing === undefined || isRouting
        ? []
        : [
            {
              name: desk.nodes.give(`${node}_route`),
              comments: options?.comments ?? [],
              body: { depends_on: [tailOf(task.id)], ...routing },
            },
          ]),
    ];
  };
  // What passes on behind a task is known when all that follow have been looked at.
  const groups = tasks.map((task) => ({ task, nodes: nodesOf(task) }));
  const name = desk.workflows.get(net.id) ?? net.id;
  return [
    {
      name,
      comments: [...renamed('Net', net.id, name), ...narrowed(net.inputs)],
      description: net.documentation === '' ? net.name : net.documentation,
      params: net.inputs.map((input) => paramOf(desk, input)),
      nodes: [...seeds, ...groups.flatMap(({ task, nodes }) => [...nodes, ...flow.passesAfter(task.id)])],
      result: resultOf(desk),
    },
    ...[...works.values()].flatMap(({ workflow }) => workflow ?? []),
  ];
}

const renamed = (what: string, was: string, is: string): readonly string[] =>
  was === is ? [] : [`${what} “${was}” of the specification`];

interface TaskWork extends ConvertedWork {
  readonly inputs: Inputs;
  readonly workflow: WorkflowDraft | null;
  /** What its instances give together; null where they give nothing. */
  readonly given: Given | null;
}

function workOf(desk: NetDesk, task: YawlTask): TaskWork {
  const decomposition = desk.decompositionOf(task);
  if (decomposition !== undefined && task.multiple !== null) {
    return { ...convertInstances(desk, task, task.multiple, decomposition), inputs: new Map() };
  }
  const { inputs, comments } = inputsOf(desk, task, decomposition, desk.dataAt(task.id, 'before'));
  const { body, comments: more } = convertWork(desk, task, decomposition, inputs);
  return { body, comments: [...comments, ...more], workflow: null, given: null, inputs };
}

/** A node that keeps what a task sets a variable to. */
interface Keeper {
  readonly name: string;
  readonly output: string;
  readonly value: Given;
  readonly comments: readonly string[];
}

function keepersOf(desk: NetDesk, task: YawlTask, work: TaskWork | undefined): readonly Keeper[] {
  const node = desk.nodeOf(task.id);
  const keepers: Keeper[] = [];
  const keep = (variable: NetVariable | undefined, value: Given, comments: readonly string[]) => {
    if (variable === undefined || variable.kept === null) return;
    const name = desk.nodes.give(`${node}_sets_${variable.name}`);
    keepers.push({ name, output: variable.kept, value, comments });
  };
  const inputs = work?.inputs ?? new Map();
  const scope = outputScope(node, desk.decompositionOf(task), desk.bindingOf(task), inputs);
  for (const { to, query, at } of task.completed) {
    const variable = desk.variables.get(to);
    if (variable === undefined) continue;
    const given = readMapping(query.text, scope, variable.shape);
    if (typeof given !== 'string') keep(variable, given, []);
    else {
      const told = desk.gaps.add(at, {
        rule: 'mapping',
        message: `The mapping “${query.text}” of “${task.id}” to “${to}” cannot be said: ${given}.`,
        byHand: `Write the value of “${to}” as an expression.`,
      });
      keep(variable, { kind: 'constant', value: null }, [told]);
    }
  }
  if (work?.given != null)
    keep(desk.variables.get(task.multiple?.output?.variable.name ?? ''), work.given, []);
  return keepers;
}

/** What variables are at first, where that has to be kept. */
function seedsOf(desk: NetDesk): readonly NodeDraft[] {
  const seeds: NodeDraft[] = [];
  for (const { name, param, initial, kept, seeded } of desk.variables.values()) {
    if (!seeded || kept === null) continue;
    const before = seeds.at(-1);
    const value = param === null ? templateOf({ kind: 'constant', value: initial }) : `$${param}`;
    const body = { workflow: desk.keep, args: { value }, output: kept };
    const depends = before === undefined ? {} : { depends_on: [before.name] };
    seeds.push({ name: desk.nodes.give(`${name}_at_first`), comments: [], body: { ...body, ...depends } });
  }
  return seeds;
}

function keeperNode({ keep }: NetDesk, keeper: Keeper, after: string): NodeDraft {
  const { name, output, value, comments } = keeper;
  return {
    name,
    comments,
    body: { depends_on: [after], workflow: keep, args: { value: templateOf(value) }, output },
  };
}

/** Whoever calls a net below gives it everything; what is left out there is empty, whatever it would be at first. */
function paramOf({ variables, net }: NetDesk, { name, documentation }: YawlVariable): NodeDraft {
  const variable = variables.get(name);
  const param = variable?.param ?? name;
  const type = variable === undefined ? 'any' : valueKindOf(variable.shape);
  const initial = net.isRoot ? (variable?.initial ?? null) : null;
  return {
    name: param,
    comments: renamed('Variable', name, param),
    body: {
      type,
      ...(variable?.mandatory === true ? { required: true } : initial === null ? {} : { default: initial }),
      ...(documentation === '' ? {} : { description: documentation }),
    },
  };
}

function resultOf(desk: NetDesk): Json {
  const scope = desk.dataAt(theEnd, 'before');
  return Object.fromEntries(
    desk.net.outputs.map(({ name }): [string, Json] => {
      const text = scope.find(name)?.text([]) ?? 'null';
      return [name, templateOf({ kind: 'expression', text })];
    }),
  );
}
