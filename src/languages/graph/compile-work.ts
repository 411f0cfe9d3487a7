/** What a node does becomes work of the kernel; a parallel, a compensation and a nested loop become nets of their own. */
import type { Span, Tree } from '../../expression/index.ts';
import type { Each, Expression, Net, Source, Task, Undo, Work } from '../../kernel/index.ts';
import { namedOperation } from '../named-operation.ts';
import { type NetDraft, part } from '../net-draft.ts';
import { bindTree, evaluate } from './bind-tree.ts';
import { compileFields, compileValue, treeOf, treeOfConstant } from './compile-value.ts';
import { anything, hasOutput, type Names, namesInStep, type ResultType, variableOf } from './names.ts';
import type { ForeachWork, GraphNode, NodeCall, Template } from './schema.ts';
import { secretsField, secretsOf } from './secrets.ts';
import { compileSql, isSql } from './sql.ts';

/** What compiling one workflow gathers. */
export interface Workshop {
  /** Of the workflow; its nets are named after it. */
  readonly name: string;
  /** Nets inside the workflow's own. */
  readonly nets: Net[];
  readonly sourceOf: (span: Span) => Source;
  readonly resultOf: ResultType;
}

/** Where a node is compiled: the names it sees, and the net that keeps its variables. */
export interface Bench {
  readonly shop: Workshop;
  readonly names: Names;
  readonly owner: NetDraft;
}

/** Nets of nodes that have parts, made by whoever knows how parts are joined. */
export interface PartNets {
  readonly parallel: (bench: Bench, node: GraphNode) => string;
  readonly compensate: (bench: Bench, node: GraphNode) => string;
  /** The body of a loop whose step is more than one task. */
  readonly body: (bench: Bench, node: GraphNode, work: ForeachWork) => string;
}

/** How a node stands in its net. */
export type Setting = Pick<Task, 'from' | 'join' | 'flows'> &
  Pick<Partial<Task>, 'split' | 'catch' | 'outputs' | 'onUnset'> & {
    readonly id?: string;
    /** Nobody refers to what it gives. */
    readonly silent?: boolean;
    /** A further variable that gets what it gives. */
    readonly also?: string | undefined;
  };

export function compileNode(bench: Bench, nets: PartNets, node: GraphNode, setting: Setting): Task {
  const { id = node.name, split = 'and', outputs: extra = [], silent = false, also, ...rest } = setting;
  const { work, each, doer, names } = doingOf(bench, nets, node);
  const given = work.kind === 'offer' && each === undefined ? answerOf(node) : readOutput;
  const variables =
    hasOutput(node) && !silent ? [variableOf(node), ...(also === undefined ? [] : [also])] : [];
  const output = variables.map((to) => ({ to, value: given }));
  const outputs = [...output, ...extra];
  const timeout = doer.timeout;
  return {
    id,
    ...rest,
    split,
    work,
    source: bench.shop.sourceOf(node.at.span),
    ...(each === undefined ? {} : { each }),
    ...(outputs.length === 0 ? {} : { outputs }),
    ...(doer.retry === null ? {} : { retry: doer.retry }),
    ...(doer.undo === null ? {} : { undo: undoOf(doer.undo, doer, names) }),
    ...(timeout === null ? {} : { timeout: { after: internal('$milliseconds', timeout, names) } }),
  };
}

const readOutput: Expression = { kind: 'read', name: '$output' };

interface Doing {
  readonly work: Work;
  readonly each?: Each;
  /** The node whose retries, deadline and undo hold for one execution. */
  readonly doer: GraphNode;
  readonly names: Names;
}

function doingOf(bench: Bench, nets: PartNets, node: GraphNode): Doing {
  if (node.work.kind !== 'foreach')
    return { work: workOf(bench, nets, node), doer: node, names: bench.names };
  const { step, goOn } = node.work;
  const each: Each = {
    items: compileValue(node.work.items, bench.names),
    concurrency: node.work.concurrency,
    create: 'static',
    failures: goOn ? 'continue' : 'abort',
    ...(node.work.maxIterations === null ? {} : { max: node.work.maxIterations }),
  };
  if (step.work.kind === 'parallel' || step.work.kind === 'foreach') {
    const net = nets.body(bench, node, node.work);
    const input =
      node.work.as === null
        ? []
        : [{ to: node.work.as.name, value: { kind: 'read', name: '$item' } as const }];
    return { work: { kind: 'net', net, scope: 'inherit', input }, each, doer: step, names: bench.names };
  }
  const names = namesInStep(
    bench.names,
    node,
    itemType(node.work, bench.names),
    '$item',
    bench.shop.resultOf,
  );
  return { work: workOf({ ...bench, names }, nets, step), each, doer: step, names };
}

/** Only dates matter here: everything else is what it is at run time. */
export function itemType({ items }: ForeachWork, names: Names) {
  const tree = items.kind === 'formula' ? items.tree : null;
  const isDates =
    tree?.kind === 'call' &&
    tree.name === 'range' &&
    tree.args.some((argument) => isDateTree(argument, names));
  return isDates ? ({ kind: 'date' } as const) : anything;
}

function isDateTree(tree: Tree, names: Names): boolean {
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

function workOf(bench: Bench, nets: PartNets, node: GraphNode): Work {
  const { names } = bench;
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
      return { kind: 'fail', failure: failureOf(compileValue(work.message, names)) };
    case 'branch':
      return { kind: 'pass' };
    case 'parallel':
      return { kind: 'net', net: nets.parallel(bench, node), scope: 'share' };
    case 'compensate':
      return { kind: 'net', net: nets.compensate(bench, node), scope: 'share' };
    case 'foreach':
      throw new Error(`“${node.name}”: a loop is compiled with its step.`);
  }
}

/** What was asked for, with defaults for what need not be answered; an answer without the rest is refused. */
function answerOf({ work }: GraphNode): Expression {
  if (work.kind !== 'yield' || work.expects.length === 0) return readOutput;
  const answer: Tree = { kind: 'name', name: '$output' };
  const fields = work.expects.map(({ name, required, default: initial }) => {
    const given: Tree = { kind: 'member', of: answer, key: name, safe: !required };
    const fallback = treeOfConstant(initial ?? null);
    const value: Tree = required ? given : { kind: 'call', name: 'default', args: [given, fallback] };
    return { key: name, value };
  });
  return evaluate({ kind: 'object', fields });
}

export const failureOf = (message: Expression, code = 'error'): Expression => ({
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

function inputOf(call: NodeCall, names: Names): Expression {
  if (isSql(call)) return compileSql(call, names);
  const secrets = secretsOf(call);
  if (secrets === null) return compileFields(call.args, names);
  const fields = call.args.map(({ name, value }) => ({ name, value: compileValue(value, names) }));
  return {
    kind: 'record',
    fields: [...fields, { name: secretsField, value: { kind: 'value', value: secrets } }],
  };
}

/** Arguments are taken when the work has succeeded: what it gave is `$output`, by whatever name. */
function undoOf(undo: NodeCall, node: GraphNode, names: Names): Undo {
  const own = { name: 'output', variable: '$output', type: anything, at: node.at, setBy: [] };
  const inside = new Map(names);
  for (const name of ['output', node.name, variableOf(node)]) {
    if (name !== 'output' || !names.has(name)) inside.set(name, own);
  }
  return { ...namedOperation(undo.operation.name), input: inputOf(undo, inside) };
}

/** A function that only compilers may use. */
function internal(name: string, value: Template, names: Names): Expression {
  if (name === '$milliseconds' && value.kind === 'constant' && typeof value.value === 'number') {
    return { kind: 'value', value: value.value };
  }
  return evaluate({ kind: 'call', name, args: [bindTree(treeOf(value), names)] });
}

export const netName = (bench: Bench, node: GraphNode): string => part(bench.shop.name, node.name);
