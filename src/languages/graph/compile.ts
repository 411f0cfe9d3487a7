/** Compiles a workflow and the workflows that it calls into one program. */
import type { Span, TreeField } from '../../expression/index.ts';
import {
  compiledEffort,
  type Expression,
  type Net,
  type Program,
  type Source,
  type Variable,
} from '../../kernel/index.ts';
import { createNet, finishNet } from '../net-draft.ts';
import { evalTree } from './bind-tree.ts';
import { compileGraph } from './compile-graph.ts';
import { compileValue } from './compile-value.ts';
import type { CompileContext } from './compile-work.ts';
import { type FlowPlan, planFlow } from './flow-plan.ts';
import { resultVariables } from './last-nodes.ts';
import {
  createNameBindings,
  hasOutput,
  type NameBindings,
  nodesInScope,
  type ResultTypeOf,
  variableOf,
} from './name-bindings.ts';
import type { GraphNode, GraphParam, GraphWorkflow } from './schema.ts';

/** The input of the compiler besides the workflow. */
export interface CompileOptions {
  readonly sourceOf: (span: Span) => Source;
  readonly resultOf: ResultTypeOf;
}

/** @returns the net of the workflow first, then the nets inside it */
export function compileNets(
  workflow: GraphWorkflow,
  { sourceOf, resultOf }: CompileOptions,
  plan: FlowPlan = planFlow(workflow.nodes),
): readonly Net[] {
  const net = createNet(workflow.name);
  const inside: Net[] = [];
  const names = createNameBindings(workflow, resultOf);
  net.variables.push(...workflow.params.map(toVariable));
  const params = new Set(workflow.params.map(({ name }) => name));
  for (const name of new Set(nodesInScope(workflow.nodes).filter(hasOutput).map(variableOf))) {
    if (!params.has(name)) net.variables.push({ name });
  }
  const results = resultVariables(plan);
  const needsStart = [...results].filter(([node, name]) => name !== variableOf(node)).map(([, name]) => name);
  for (const name of new Set(needsStart)) net.variables.push({ name });
  const context: CompileContext = {
    workflowContext: { name: workflow.name, nets: inside, sourceOf, resultOf },
    names,
    owner: net,
  };
  compileGraph(context, net, plan, results);
  return [finishNet(net, 'abort', resultOfRun(workflow, results, names)), ...inside];
}

/** @param netsOf the nets of every workflow */
export function assembleProgram(name: string, netsOf: ReadonlyMap<string, readonly Net[]>): Program {
  const nets = [...calledWorkflows(name, netsOf)].flatMap((each) => netsOf.get(each) ?? []);
  return { semantics: 1, root: name, nets, limits: { effort: compiledEffort } };
}

/** The workflow itself and all workflows that it calls. */
export function calledWorkflows(
  name: string,
  netsOf: ReadonlyMap<string, readonly Net[]>,
): ReadonlySet<string> {
  const wanted = new Set([name]);
  for (const each of wanted) for (const called of calledBy(netsOf.get(each) ?? [])) wanted.add(called);
  return wanted;
}

function calledBy(nets: readonly Net[]): string[] {
  return nets.flatMap(({ tasks }) =>
    tasks.flatMap(({ work }) => (work.kind === 'net' && work.scope === 'own' ? [work.net] : [])),
  );
}

/** An optional parameter without a default is null: a workflow can always read its parameters. */
function toVariable({ name, required, default: initial }: GraphParam): Variable {
  if (initial === undefined && required) return { name, parameter: 'required' };
  return { name, initial: initial ?? null, parameter: 'optional' };
}

/** `result`, otherwise the output of the only last node that completed, otherwise an object by output name. */
function resultOfRun(
  { result }: GraphWorkflow,
  results: ReadonlyMap<GraphNode, string>,
  names: NameBindings,
): Expression {
  if (result !== null) return compileValue(result, names);
  const keys = new Map([...results].map(([node, name]) => [name, variableOf(node)]));
  if (keys.size === 0) return { kind: 'value', value: null };
  const fields = [...keys].map(([name, key]): TreeField => ({ key, value: { kind: 'name', name } }));
  return evalTree({ kind: 'call', name: '$outcome', args: [{ kind: 'object', fields }] });
}
