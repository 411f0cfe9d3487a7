/** Converts a net into a workflow of the graph language. */
import type { Json } from '../../../kernel/index.ts';
import type { YawlNet, YawlTask, YawlVariable } from '../model/schema.ts';
import { createNetFlow } from './convert-flow.ts';
import { convertInstances } from './convert-instances.ts';
import { type ConvertedWork, constraintComments, convertWork, taskInputsOf } from './convert-work.ts';
import type { NodeDraft, WorkflowDraft } from './draft.ts';
import { graphTypeOf } from './graph-type-name.ts';
import {
  type ConversionContext,
  createNetConversionContext,
  type NetConversionContext,
  outputScope,
} from './net-conversion-context.ts';
import { endTaskId } from './net-links.ts';
import type { NetVariable } from './net-variables.ts';
import type { Inputs } from './omitted-output.ts';
import { type MappedValue, readMapping } from './read-mapping.ts';
import { reportUnconvertible } from './report-unconvertible.ts';
import { templateOf } from './template.ts';

/** @returns the workflow, and the workflows of single instances of its tasks */
export function convertNet(plan: ConversionContext, net: YawlNet): readonly WorkflowDraft[] {
  const context = createNetConversionContext(plan, net);
  const tasks = context.links.order.map(({ task }) => task);
  const works = new Map(tasks.map((task) => [task.id, workOf(context, task)]));
  const valueNodes = new Map(tasks.map((task) => [task.id, valueNodesOf(context, task, works.get(task.id))]));
  const tailOf = (task: string) => valueNodes.get(task)?.at(-1)?.name ?? context.nodeOf(task);
  const initialNodes = initialNodesOf(context);
  const flow = createNetFlow(context, tailOf, initialNodes.at(-1)?.name ?? null);
  const nodesOf = (task: YawlTask): readonly NodeDraft[] => {
    const node = context.nodeOf(task.id);
    const gapComments = reportUnconvertible(context, task);
    const entry = flow.entryOf(task);
    const options = flow.optionsOf(task);
    const work = works.get(task.id);
    const kept = valueNodes.get(task.id) ?? [];
    const routing = options === undefined ? undefined : { type: 'branch', on: options.on };
    const isRouting = routing !== undefined && context.decompositionOf(task) === undefined;
    const chosen = isRouting ? { body: routing, comments: options?.comments ?? [] } : work;
    return [
      {
        name: node,
        comments: [
          ...renamed('Task', task.id, node),
          ...gapComments,
          ...entry.comments,
          ...(chosen?.comments ?? []),
        ],
        body: {
          ...(task.documentation === '' ? {} : { description: task.documentation }),
          ...entry.fields,
          ...chosen?.body,
        },
      },
      ...kept.map((valueNode, index) => draftValueNode(context, valueNode, kept[index - 1]?.name ?? node)),
      ...(routing === undefined || isRouting
        ? []
        : [
            {
              name: context.nodes.allocate(`${node}_route`),
              comments: options?.comments ?? [],
              body: { depends_on: [tailOf(task.id)], ...routing },
            },
          ]),
    ];
  };
  // The forwarding nodes after a task are known when all its successors have been converted.
  const groups = tasks.map((task) => ({ task, nodes: nodesOf(task) }));
  const name = context.workflows.get(net.id) ?? net.id;
  return [
    {
      name,
      comments: [...renamed('Net', net.id, name), ...constraintComments(net.inputs)],
      description: net.documentation === '' ? net.name : net.documentation,
      params: net.inputs.map((input) => paramOf(context, input)),
      nodes: [
        ...initialNodes,
        ...groups.flatMap(({ task, nodes }) => [...nodes, ...flow.passesAfter(task.id)]),
      ],
      result: resultOf(context),
    },
    ...[...works.values()].flatMap(({ workflow }) => workflow ?? []),
  ];
}

const renamed = (what: string, was: string, is: string): readonly string[] =>
  was === is ? [] : [`${what} “${was}” of the specification`];

interface TaskWork extends ConvertedWork {
  readonly inputs: Inputs;
  readonly workflow: WorkflowDraft | null;
  /** The joined results of its instances; `null` if there are none. */
  readonly given: MappedValue | null;
}

function workOf(context: NetConversionContext, task: YawlTask): TaskWork {
  const decomposition = context.decompositionOf(task);
  if (decomposition !== undefined && task.multiple !== null) {
    return { ...convertInstances(context, task, task.multiple, decomposition), inputs: new Map() };
  }
  const { inputs, comments } = taskInputsOf(context, task, decomposition, context.dataAt(task.id, 'before'));
  const { body, comments: more } = convertWork(context, task, decomposition, inputs);
  return { body, comments: [...comments, ...more], workflow: null, given: null, inputs };
}

/** A node that stores the value that a task sets a variable to. */
interface ValueNode {
  readonly name: string;
  readonly output: string;
  readonly value: MappedValue;
  readonly comments: readonly string[];
}

function valueNodesOf(
  context: NetConversionContext,
  task: YawlTask,
  work: TaskWork | undefined,
): readonly ValueNode[] {
  const node = context.nodeOf(task.id);
  const valueNodes: ValueNode[] = [];
  const keep = (variable: NetVariable | undefined, value: MappedValue, comments: readonly string[]) => {
    if (variable === undefined || variable.storedAs === null) return;
    const name = context.nodes.allocate(`${node}_sets_${variable.name}`);
    valueNodes.push({ name, output: variable.storedAs, value, comments });
  };
  const inputs = work?.inputs ?? new Map();
  const scope = outputScope(node, context.decompositionOf(task), context.bindingOf(task), inputs);
  for (const { to, query, at } of task.completed) {
    const variable = context.variables.get(to);
    if (variable === undefined) continue;
    const given = readMapping(query.text, scope, variable.shape);
    if (typeof given !== 'string') keep(variable, given, []);
    else {
      const gapComments = context.gaps.add(at, {
        rule: 'mapping',
        message: `The mapping “${query.text}” of “${task.id}” to “${to}” cannot be converted: ${given}.`,
        byHand: `Write the value of “${to}” as an expression.`,
      });
      keep(variable, { kind: 'constant', value: null }, [gapComments]);
    }
  }
  if (work?.given != null)
    keep(context.variables.get(task.multiple?.output?.variable.name ?? ''), work.given, []);
  return valueNodes;
}

/** The initial values of variables, if they must be stored. */
function initialNodesOf(context: NetConversionContext): readonly NodeDraft[] {
  const initialNodes: NodeDraft[] = [];
  for (const { name, param, initial, storedAs: kept, storedAtStart: seeded } of context.variables.values()) {
    if (!seeded || kept === null) continue;
    const before = initialNodes.at(-1);
    const value = param === null ? templateOf({ kind: 'constant', value: initial }) : `$${param}`;
    const body = { workflow: context.keepWorkflow, args: { value }, output: kept };
    const depends = before === undefined ? {} : { depends_on: [before.name] };
    initialNodes.push({
      name: context.nodes.allocate(`${name}_at_first`),
      comments: [],
      body: { ...body, ...depends },
    });
  }
  return initialNodes;
}

function draftValueNode(
  { keepWorkflow }: NetConversionContext,
  valueNode: ValueNode,
  after: string,
): NodeDraft {
  const { name, output, value, comments } = valueNode;
  return {
    name,
    comments,
    body: { depends_on: [after], workflow: keepWorkflow, args: { value: templateOf(value) }, output },
  };
}

/** The caller of a nested net passes every parameter. An omitted one is empty, even if it has an initial value. */
function paramOf({ variables, net }: NetConversionContext, { name, documentation }: YawlVariable): NodeDraft {
  const variable = variables.get(name);
  const param = variable?.param ?? name;
  const type = variable === undefined ? 'any' : graphTypeOf(variable.shape);
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

function resultOf(context: NetConversionContext): Json {
  const scope = context.dataAt(endTaskId, 'before');
  return Object.fromEntries(
    context.net.outputs.map(({ name }): [string, Json] => {
      const text = scope.find(name)?.text([]) ?? 'null';
      return [name, templateOf({ kind: 'expression', text })];
    }),
  );
}
