/**
 * Derives sample results of calls from how the workflow uses them: `$flights.0.id` needs a list of objects with an
 * id, `$availability.seats > 0` a number over 0. A workflow can be simulated before any API exists.
 */
import type { Json } from '../../expression/index.ts';
import { exampleOfType } from '../document/value-of-type.ts';
import { partId } from '../net-draft.ts';
import type { ConnectorOperation, Sample } from '../workflow.ts';
import { lastNodes } from './last-nodes.ts';
import { hasOutput, variableOf } from './name-bindings.ts';
import type { PlannedWorkflow } from './plan-workflow.ts';
import type { GraphNode, GraphParam } from './schema.ts';
import { learnShapes, mergeShape, shapeIn, type UsageShape, type UsageShapes } from './usage-shape.ts';

/** For every workflow of a document, because the use of one workflow's result determines the results of its calls. */
export function samplesOf(
  workflows: readonly PlannedWorkflow[],
  findOperation: (name: string) => ConnectorOperation | undefined,
): ReadonlyMap<string, readonly Sample[]> {
  const byName = new Map(workflows.map((each) => [each.workflow.name, each]));
  const shapes = new Map(
    workflows.map(({ workflow, names }) => [workflow.name, learnShapes(workflow, names)]),
  );
  // Limits the depth of nested calls.
  for (let round = 0; round < maxCallDepth; round++) {
    for (const each of workflows) passOn(each, byName, shapes);
  }
  return new Map(
    workflows.map(({ workflow, inScope }) => [
      workflow.name,
      [...netsOfNodes(workflow.name, inScope)].flatMap(([node, net]) =>
        sampleOf(node, shapes.get(workflow.name)?.get(variableOf(node)), findOperation, net),
      ),
    ]),
  );
}

const maxCallDepth = 4;

/** The use of a sub-workflow's result is a use of its last nodes' outputs. */
function passOn(
  { workflow, everyNode }: PlannedWorkflow,
  workflows: ReadonlyMap<string, PlannedWorkflow>,
  shapes: ReadonlyMap<string, UsageShapes>,
): void {
  for (const node of everyNode) {
    const wanted = shapes.get(workflow.name)?.get(variableOf(node));
    if (node.work.kind !== 'workflow' || wanted === undefined) continue;
    const { name } = node.work.workflow;
    const callee = workflows.get(name);
    const inside = shapes.get(name);
    if (callee === undefined || inside === undefined || callee.workflow.result !== null) continue;
    for (const last of lastNodes(callee.flow).filter(hasOutput))
      mergeShape(shapeIn(inside, variableOf(last)), wanted);
  }
}

function sampleOf(
  node: GraphNode,
  shape: UsageShape | undefined,
  findOperation: (name: string) => ConnectorOperation | undefined,
  net: string,
): Sample[] {
  if (!hasOutput(node)) return [];
  const worker = node.work.kind === 'foreach' ? node.work.step : node;
  const used = node.work.kind === 'foreach' ? (shape?.element ?? undefined) : shape;
  if (worker.work.kind === 'yield') return [{ net, task: node.name, output: answerTo(worker.work.expects) }];
  if (worker.work.kind !== 'call') return [];
  const example = findOperation(worker.work.operation.name)?.example;
  return [{ net, task: node.name, output: example ?? shapedValue(used, node.name, 0) }];
}

/** Branches are tasks of their parallel's net. */
function netsOfNodes(workflow: string, nodes: readonly GraphNode[]): ReadonlyMap<GraphNode, string> {
  const nets = new Map(nodes.map((node) => [node, workflow]));
  for (const { name, work } of nodes) {
    if (work.kind === 'parallel')
      for (const branch of work.branches) nets.set(branch, partId(workflow, name));
  }
  return nets;
}

function shapedValue(shape: UsageShape | undefined, name: string, depth: number): Json {
  if (shape === undefined || depth > 8) return null;
  if (shape.element !== null && shape.fields.size === 0) {
    return [0, 1].map((at) => numbered(shapedValue(shape.element ?? undefined, name, depth + 1), at));
  }
  if (shape.fields.size > 0) {
    return Object.fromEntries([...shape.fields].map(([key, field]) => [key, leafOf(field, key, depth)]));
  }
  return shape.leaf ?? (depth === 0 ? null : `${name}-1`);
}

const leafOf = (shape: UsageShape, key: string, depth: number): Json =>
  shape.leaf ?? shapedValue(shape, key, depth + 1);

/** Makes the elements of a list distinguishable. */
function numbered(value: Json, at: number): Json {
  if (at === 0 || value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      typeof each === 'string' ? each.replace(/-1$/, `-${at + 1}`) : (each as Json),
    ]),
  );
}

/** An answer with every requested field. */
function answerTo(expects: readonly GraphParam[]): Json {
  return Object.fromEntries(expects.map((field) => [field.name, exampleOfParam(field)]));
}

const exampleOfParam = ({ name, type, example, default: initial }: GraphParam): Json =>
  example ?? initial ?? exampleOfType(name, type);
