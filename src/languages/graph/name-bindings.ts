/** Resolves the names in a workflow's expressions. A name is a parameter, an output or a node. */
import type { Type } from '../../expression/index.ts';
import type { GraphNode, GraphParam, SourceLocation } from './schema.ts';

export interface NameBinding {
  readonly name: string;
  /** The kernel name: a variable, or `$item`. Null for a node without output. */
  readonly variable: string | null;
  readonly type: Type;
  readonly at: SourceLocation;
  /** The nodes that set it; none for parameters and items. */
  readonly setBy: readonly GraphNode[];
}

export type NameBindings = ReadonlyMap<string, NameBinding>;

/** The result type of a call, by the name of its operation. */
export type ResultTypeOf = (operation: string) => Type;

export const anyType: Type = { kind: 'any' };

/** Whether the work of a node has an output. */
export function hasOutput({ work }: GraphNode): boolean {
  return !['branch', 'wait', 'compensate', 'error'].includes(work.kind);
}

/** The variable with the output of the node. */
export const variableOf = (node: GraphNode): string => node.output?.name ?? node.name;

/** Nodes whose outputs are in scope for the whole workflow: those of the graph and the branches of their parallels. */
export function nodesInScope(nodes: readonly GraphNode[]): GraphNode[] {
  return nodes.flatMap((node) => [
    node,
    ...(node.work.kind === 'parallel' ? nodesInScope(node.work.branches) : []),
  ]);
}

/** @param nodes those in scope for the whole workflow */
export function createNameBindings(
  params: readonly GraphParam[],
  nodes: readonly GraphNode[],
  resultOf: ResultTypeOf,
): NameBindings {
  const names = new Map<string, NameBinding>();
  for (const { name, written, at, type, required, default: initial } of params) {
    // An absent parameter is null, so its type is not certain.
    const mayBeNull = !required && initial === undefined;
    const binding = { name, variable: name, type: mayBeNull ? anyType : type, at, setBy: [] };
    names.set(written, binding).set(name, binding);
  }
  addNodes(names, nodes, resultOf);
  return names;
}

/** The names inside the step of a `foreach`, including the item. */
export function nameBindingsInStep(
  outer: NameBindings,
  node: GraphNode,
  item: Type,
  variable: string,
  resultOf: ResultTypeOf,
): NameBindings {
  const names = new Map(outer);
  if (node.work.kind !== 'foreach') return names;
  const { as, step } = node.work;
  if (as !== null) {
    const at = { span: as.scalar.span, path: as.scalar.path };
    names.set(as.name, { name: as.name, variable, type: item, at, setBy: [] });
  }
  if (step.work.kind === 'parallel') addNodes(names, nodesInScope(step.work.branches), resultOf);
  return names;
}

function addNodes(
  names: Map<string, NameBinding>,
  nodes: readonly GraphNode[],
  resultOf: ResultTypeOf,
): void {
  for (const node of nodes) {
    const variable = hasOutput(node) ? variableOf(node) : null;
    for (const name of new Set([node.name, ...(variable === null ? [] : [variable])])) {
      const known = names.get(name);
      // The check reports a name with two meanings; the first meaning is used.
      if (known !== undefined && known.variable !== variable) continue;
      const setBy = [...(known?.setBy ?? []), ...(variable === null ? [] : [node])];
      const type = known === undefined ? outputType(node, resultOf) : anyType;
      names.set(name, {
        name,
        variable,
        type,
        at: node.output?.name === name ? pointed(node) : node.at,
        setBy,
      });
    }
  }
}

const pointed = (node: GraphNode): SourceLocation =>
  node.output === null ? node.at : { span: node.output.scalar.span, path: node.output.scalar.path };

function outputType({ work }: GraphNode, resultOf: ResultTypeOf): Type {
  switch (work.kind) {
    case 'call':
      return resultOf(work.operation.name);
    case 'foreach':
      return { kind: 'list', of: work.continueOnFailure ? anyType : outputType(work.step, resultOf) };
    case 'yield':
      return work.expects.length === 0 ? anyType : answerType(work.expects);
    default:
      return anyType;
  }
}

function answerType(expects: readonly GraphParam[]): Type {
  const fields = expects.map(({ name, type, required }) => ({
    name,
    // An answer is JSON: a date in it is a text unless it is declared as a date.
    type: type.kind === 'date' ? ({ kind: 'string' } as const) : type,
    optional: !required,
  }));
  return { kind: 'object', fields, open: false };
}
