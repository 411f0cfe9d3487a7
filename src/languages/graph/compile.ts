/** Compiles workflows into nets, and puts together the nets of a workflow and of those that it calls as a program. */
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
import { resultVariables } from './last-nodes.ts';
import { hasOutput, type NameBindings, type ResultTypeOf, variableOf } from './name-bindings.ts';
import type { PlannedWorkflow } from './plan-workflow.ts';
import type { GraphNode, GraphParam, GraphWorkflow } from './schema.ts';

/** The input of the compiler besides the workflow. */
export interface CompileOptions {
  readonly sourceOf: (span: Span) => Source;
  readonly resultOf: ResultTypeOf;
}

/** @returns the net of the workflow first, then the nets inside it */
export function compileNets(
  planned: PlannedWorkflow,
  { sourceOf, resultOf }: CompileOptions,
): readonly Net[] {
  const { workflow, flow, inScope, names } = planned;
  const net = createNet(workflow.name);
  const inside: Net[] = [];
  net.variables.push(...workflow.params.map(toVariable));
  const params = new Set(workflow.params.map(({ name }) => name));
  for (const name of new Set(inScope.filter(hasOutput).map(variableOf))) {
    if (!params.has(name)) net.variables.push({ name });
  }
  const results = resultVariables(planned);
  const needsStart = [...results].filter(([node, name]) => name !== variableOf(node)).map(([, name]) => name);
  for (const name of new Set(needsStart)) net.variables.push({ name });
  const context: CompileContext = {
    workflowContext: { name: workflow.name, nets: inside, sourceOf, resultOf },
    names,
    owner: net,
  };
  compileGraph(context, net, flow, results);
  return [finishNet(net, 'abort', resultOfRun(workflow, results, names)), ...inside];
}

/** The nets of every workflow of a document by name, and which of the workflows they use. */
export interface CompiledWorkflows {
  readonly netsOf: ReadonlyMap<string, readonly Net[]>;
  /** The workflow itself and all that it calls, directly or not, existing or not. */
  readonly calledBy: (workflow: string) => ReadonlySet<string>;
}

export function compileWorkflows(
  workflows: readonly PlannedWorkflow[],
  options: CompileOptions,
): CompiledWorkflows {
  const netsOf = new Map(workflows.map((each) => [each.workflow.name, compileNets(each, options)]));
  const calls = new Map([...netsOf].map(([name, nets]) => [name, findCalls(nets)]));
  const known = new Map<string, ReadonlySet<string>>();
  const findCalled = (workflow: string): ReadonlySet<string> => {
    const called = new Set([workflow]);
    for (const each of called) for (const callee of calls.get(each) ?? []) called.add(callee);
    known.set(workflow, called);
    return called;
  };
  return { netsOf, calledBy: (workflow) => known.get(workflow) ?? findCalled(workflow) };
}

/** @param workflows the first is the one to run */
export const createProgram = (
  workflows: Iterable<string>,
  netsOf: ReadonlyMap<string, readonly Net[]>,
): Program => {
  const [root = '', ...others] = workflows;
  const nets = [root, ...others].flatMap((each) => netsOf.get(each) ?? []);
  return { semantics: 1, root, nets, limits: { effort: compiledEffort } };
};

function findCalls(nets: readonly Net[]): readonly string[] {
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
