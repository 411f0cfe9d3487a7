/** Compiles the work of a node into kernel work; a parallel, a compensation and a nested loop become separate nets. */
import type { Span, Tree } from '../../expression/index.ts';
import type { Each, Expression, Net, Source, Task, Undo, Work } from '../../kernel/index.ts';
import { namedOperation } from '../named-operation.ts';
import { type NetDraft, partId } from '../net-draft.ts';
import { bindTree, evalTree } from './bind-tree.ts';
import { compileFields, compileValue, treeOf, treeOfConstant } from './compile-value.ts';
import {
  anyType,
  hasOutput,
  type NameBindings,
  nameBindingsInStep,
  type ResultTypeOf,
  variableOf,
} from './name-bindings.ts';
import type { ForeachWork, GraphNode, NodeCall, Template } from './schema.ts';
import { secretReferencesOf, secretsField } from './secrets.ts';
import { compileSql, isSql } from './sql.ts';

/** Collects the results of compiling one workflow. */
export interface WorkflowCompileContext {
  /** The name of the workflow, which prefixes its nets. */
  readonly name: string;
  /** The nets inside the workflow's main net. */
  readonly nets: Net[];
  readonly sourceOf: (span: Span) => Source;
  readonly resultOf: ResultTypeOf;
}

/** The context of a node: the names in scope, and the net with its variables. */
export interface CompileContext {
  readonly workflowContext: WorkflowCompileContext;
  readonly names: NameBindings;
  readonly owner: NetDraft;
}

/** Compilers for the nets of nodes with parts. */
export interface PartNets {
  readonly parallel: (context: CompileContext, node: GraphNode) => string;
  readonly compensate: (context: CompileContext, node: GraphNode) => string;
  /** The body of a loop whose step is more than one task. */
  readonly body: (context: CompileContext, node: GraphNode, work: ForeachWork) => string;
}

/** The connections of a node in its net. */
export type TaskOptions = Pick<Task, 'from' | 'join' | 'flows'> &
  Pick<Partial<Task>, 'split' | 'catch' | 'outputs' | 'onUnset'> & {
    readonly id?: string;
    /** Whether no reference uses the output. */
    readonly discardsOutput?: boolean;
    /** A second variable that receives the output. */
    readonly extraVariable?: string | undefined;
  };

export function compileNode(
  context: CompileContext,
  nets: PartNets,
  node: GraphNode,
  options: TaskOptions,
): Task {
  const {
    id = node.name,
    split = 'and',
    outputs: extra = [],
    discardsOutput = false,
    extraVariable,
    ...rest
  } = options;
  const { work, each, worker, names } = planNodeWork(context, nets, node);
  const given = work.kind === 'offer' && each === undefined ? answerOf(node) : readOutput;
  const variables =
    hasOutput(node) && !discardsOutput
      ? [variableOf(node), ...(extraVariable === undefined ? [] : [extraVariable])]
      : [];
  const output = variables.map((to) => ({ to, value: given }));
  const outputs = [...output, ...extra];
  const timeout = worker.timeout;
  return {
    id,
    ...rest,
    split,
    work,
    source: context.workflowContext.sourceOf(node.at.span),
    ...(each === undefined ? {} : { each }),
    ...(outputs.length === 0 ? {} : { outputs }),
    ...(worker.retry === null ? {} : { retry: worker.retry }),
    ...(worker.undo === null ? {} : { undo: undoOf(worker.undo, worker, names) }),
    ...(timeout === null ? {} : { timeout: { after: internal('$milliseconds', timeout, names) } }),
  };
}

const readOutput: Expression = { kind: 'read', name: '$output' };

interface NodeWorkPlan {
  readonly work: Work;
  readonly each?: Each;
  /** The node whose retries, deadline and undo apply to one execution. */
  readonly worker: GraphNode;
  readonly names: NameBindings;
}

function planNodeWork(context: CompileContext, nets: PartNets, node: GraphNode): NodeWorkPlan {
  if (node.work.kind !== 'foreach')
    return { work: workOf(context, nets, node), worker: node, names: context.names };
  const { step, continueOnFailure } = node.work;
  const each: Each = {
    items: compileValue(node.work.items, context.names),
    concurrency: node.work.concurrency,
    create: 'static',
    failures: continueOnFailure ? 'continue' : 'abort',
    ...(node.work.maxIterations === null ? {} : { max: node.work.maxIterations }),
  };
  if (step.work.kind === 'parallel' || step.work.kind === 'foreach') {
    const net = nets.body(context, node, node.work);
    const input =
      node.work.as === null
        ? []
        : [{ to: node.work.as.name, value: { kind: 'read', name: '$item' } as const }];
    return { work: { kind: 'net', net, scope: 'inherit', input }, each, worker: step, names: context.names };
  }
  const names = nameBindingsInStep(
    context.names,
    node,
    itemType(node.work, context.names),
    '$item',
    context.workflowContext.resultOf,
  );
  return { work: workOf({ ...context, names }, nets, step), each, worker: step, names };
}

/** Only dates matter here; other types are determined at run time. */
export function itemType({ items }: ForeachWork, names: NameBindings) {
  const tree = items.kind === 'formula' ? items.tree : null;
  const isDates =
    tree?.kind === 'call' &&
    tree.name === 'range' &&
    tree.args.some((argument) => isDateTree(argument, names));
  return isDates ? ({ kind: 'date' } as const) : anyType;
}

function isDateTree(tree: Tree, names: NameBindings): boolean {
  switch (tree.kind) {
    case 'name':
      return names.get(tree.name)?.type.kind === 'date';
    case 'call':
      return ['date', 'now', 'today'].includes(tree.name);
    case 'binary':
      return isDateTree(tree.left, names) || isDateTree(tree.right, names);
    default:
      return false;
  }
}

function workOf(context: CompileContext, nets: PartNets, node: GraphNode): Work {
  const { names } = context;
  const { work } = node;
  switch (work.kind) {
    case 'call':
      return {
        kind: 'call',
        ...namedOperation(work.operation.name),
        input: inputOf(work, names),
        onUncertain: node.onUncertain,
      };
    case 'workflow':
      return {
        kind: 'net',
        net: work.workflow.name,
        scope: 'own',
        input: work.args.map(({ name, value }) => ({ to: name, value: compileValue(value, names) })),
      };
    case 'yield':
      return {
        kind: 'offer',
        item: {
          kind: 'question',
          node: node.name,
          expects: work.expects.map(toQuestionField),
          ...(work.who === null ? {} : { who: { ...work.who } }),
        },
        input: { kind: 'record', fields: [{ name: 'message', value: compileValue(work.message, names) }] },
      };
    case 'wait':
      return { kind: 'wait', until: internal('$moment', work.until, names) };
    case 'error':
      return { kind: 'fail', failure: failureExpression(compileValue(work.message, names)) };
    case 'branch':
      return { kind: 'pass' };
    case 'parallel':
      return { kind: 'net', net: nets.parallel(context, node), scope: 'share' };
    case 'compensate':
      return { kind: 'net', net: nets.compensate(context, node), scope: 'share' };
    case 'foreach':
      throw new Error(`“${node.name}”: a loop is compiled with its step.`);
  }
}

/** The requested fields, with defaults for optional ones; an answer without a required field is refused. */
function answerOf({ work }: GraphNode): Expression {
  if (work.kind !== 'yield' || work.expects.length === 0) return readOutput;
  const answer: Tree = { kind: 'name', name: '$output' };
  const fields = work.expects.map(({ name, required, default: initial }) => {
    const given: Tree = { kind: 'member', of: answer, key: name, safe: !required };
    const fallback = treeOfConstant(initial ?? null);
    const value: Tree = required ? given : { kind: 'call', name: 'default', args: [given, fallback] };
    return { key: name, value };
  });
  return evalTree({ kind: 'object', fields });
}

export const failureExpression = (message: Expression, code = 'error'): Expression => ({
  kind: 'record',
  fields: [
    { name: 'code', value: { kind: 'value', value: code } },
    { name: 'message', value: message },
  ],
});

function toQuestionField({ name, typeName, required, description, default: initial }: ExpectedField) {
  return {
    name,
    type: typeName,
    required,
    ...(description === '' ? {} : { description }),
    ...(initial === undefined ? {} : { default: initial }),
  };
}

type ExpectedField = Extract<GraphNode['work'], { kind: 'yield' }>['expects'][number];

function inputOf(call: NodeCall, names: NameBindings): Expression {
  if (isSql(call)) return compileSql(call, names);
  const secrets = secretReferencesOf(call);
  if (secrets === null) return compileFields(call.args, names);
  const fields = call.args.map(({ name, value }) => ({ name, value: compileValue(value, names) }));
  return {
    kind: 'record',
    fields: [...fields, { name: secretsField, value: { kind: 'value', value: secrets } }],
  };
}

/** Arguments are evaluated when the work has succeeded: `$output` is its result under any output name. */
function undoOf(undo: NodeCall, node: GraphNode, names: NameBindings): Undo {
  const own = { name: 'output', variable: '$output', type: anyType, at: node.at, setBy: [] };
  const inside = new Map(names);
  for (const name of ['output', node.name, variableOf(node)]) {
    if (name !== 'output' || !names.has(name)) inside.set(name, own);
  }
  return { ...namedOperation(undo.operation.name), input: inputOf(undo, inside) };
}

/** A function that only compilers may use. */
function internal(name: string, value: Template, names: NameBindings): Expression {
  if (name === '$milliseconds' && value.kind === 'constant' && typeof value.value === 'number') {
    return { kind: 'value', value: value.value };
  }
  return evalTree({ kind: 'call', name, args: [bindTree(treeOf(value), names)] });
}

export const netName = (context: CompileContext, node: GraphNode): string =>
  partId(context.workflowContext.name, node.name);
