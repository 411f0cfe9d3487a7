/** Compiles nodes with parts: the branches of a parallel, the steps of a compensation, the body of a loop. */
import type { Tree } from '../../expression/index.ts';
import type { Flow, Task } from '../../kernel/index.ts';
import {
  createNet,
  finishNet,
  inputPlace,
  type NetDraft,
  outputPlace,
  partId,
  passTask,
} from '../net-draft.ts';
import { bindTree, evalTree, toTruthTest } from './bind-tree.ts';
import {
  type CompileContext,
  compileNode,
  failureExpression,
  itemType,
  netName,
  type PartNets,
} from './compile-work.ts';
import { hasOutput, nameBindingsInStep, nodesInScope, variableOf } from './name-bindings.ts';
import { dependencyPlace, startPlace } from './place-names.ts';
import type { ForeachWork, GraphNode } from './schema.ts';

const beginTask = '/begin';
const joinTask = '/join';
const noneSucceededPlace = '/none';

/** Runs branches in parallel, then joins them. `continue`: a failed branch is ignored unless all fail. */
function parallel(context: CompileContext, node: GraphNode): string {
  const { work } = node;
  if (work.kind !== 'parallel') return '';
  const continueOnFailure = work.onFailure.kind === 'continue';
  const source = context.workflowContext.sourceOf(node.at.span);
  const net = createNet(netName(context, node));
  const failures = continueOnFailure ? work.branches.map(failureVariable) : [];
  for (const name of failures) context.owner.variables.push({ name, initial: null });
  net.tasks.push(
    passTask(beginTask, source, {
      from: [inputPlace],
      join: 'and',
      split: 'and',
      flows: work.branches.map(({ name }) => ({ to: startPlace(name) })),
      // In a loop, a failure of the last pass does not count.
      ...(continueOnFailure
        ? { outputs: failures.map((to) => ({ to, value: { kind: 'value', value: null } as const })) }
        : {}),
    }),
  );
  for (const branch of work.branches) addBranch(context, net, branch, continueOnFailure);
  net.tasks.push(
    passTask(joinTask, source, {
      from: work.branches.map(({ name }) => dependencyPlace(name, joinTask)),
      join: 'and',
      split: 'xor',
      flows: continueOnFailure
        ? [
            { to: noneSucceededPlace, guard: noneSucceeded(failures) },
            { to: outputPlace, default: true },
          ]
        : [{ to: outputPlace }],
    }),
  );
  if (continueOnFailure) {
    const message = `Every branch of “${node.name}” failed.`;
    net.tasks.push({
      id: noneSucceededPlace,
      from: [noneSucceededPlace],
      join: 'and',
      split: 'and',
      flows: [{ to: null }],
      work: { kind: 'fail', failure: failureExpression({ kind: 'value', value: message }, 'all-failed') },
      source,
    });
  }
  const onFailure = work.onFailure.kind === 'compensate' ? 'settle' : 'abort';
  context.workflowContext.nets.push(finishNet(net, onFailure, outputsOf(work.branches)));
  return net.id;
}

function addBranch(
  context: CompileContext,
  net: NetDraft,
  branch: GraphNode,
  continueOnFailure: boolean,
): void {
  const done = dependencyPlace(branch.name, joinTask);
  const from = addConditionTask(context, net, branch, { from: [startPlace(branch.name)], join: 'and' }, done);
  const as = failureVariable(branch);
  const outcome = continueOnFailure
    ? { catch: { to: done, as }, outputs: [{ to: as, value: { kind: 'value', value: false } as const }] }
    : {};
  net.tasks.push(
    compileNode(context, partNets, branch, { from, join: 'and', flows: [{ to: done }], ...outcome }),
  );
}

/** The places from which a task starts. */
export type TaskEntry = Pick<Task, 'from' | 'join' | 'ignores'>;

/**
 * With `if`: a task evaluates the condition first.
 * @returns the places from which the node itself starts
 */
export function addConditionTask(
  { workflowContext, names }: CompileContext,
  net: NetDraft,
  node: GraphNode,
  entry: TaskEntry,
  otherwise: string | null,
): readonly string[] {
  if (node.condition === null) return entry.from;
  const go = partId(node.name, 'go');
  const flows: Flow[] = [
    { to: go, guard: evalTree(toTruthTest(bindTree(node.condition.tree, names))) },
    { to: otherwise, default: true },
  ];
  const source = workflowContext.sourceOf(node.condition.scalar.span);
  net.tasks.push(passTask(partId(node.name, 'if'), source, { ...entry, split: 'xor', flows }));
  return [go];
}

/** The failure of a branch; false if it succeeded, null if it did not run. */
const failureVariable = ({ name }: GraphNode): string => partId(name, 'failure');

function noneSucceeded(variables: readonly string[]) {
  const names = variables.map((name): Tree => ({ kind: 'name', name }));
  const either = (trees: readonly Tree[]): Tree =>
    trees.reduce((left, right) => ({ kind: 'binary', operator: '||', left, right }), no);
  const succeeded = names.map(
    (left): Tree => ({
      kind: 'binary',
      operator: '==',
      left,
      right: no,
    }),
  );
  const none: Tree = { kind: 'not', of: either(succeeded) };
  return evalTree({ kind: 'binary', operator: '&&', left: none, right: toTruthTest(either(names)) });
}

const nothing: Tree = { kind: 'literal', value: null };
const no: Tree = { kind: 'literal', value: false };

/** The output of a parallel: its branches' outputs by name, null for a branch without output. */
function outputsOf(branches: readonly GraphNode[]) {
  const fields = branches.filter(hasOutput).map((branch) => {
    const variable = variableOf(branch);
    const value: Tree = { kind: 'call', name: 'default', args: [{ kind: 'name', name: variable }, nothing] };
    return { key: variable, value };
  });
  return evalTree({ kind: 'object', fields });
}

/** Steps in sequence. A step with unset references is skipped: an action that never happened is not undone. */
function compensate(context: CompileContext, node: GraphNode): string {
  const { work } = node;
  if (work.kind !== 'compensate') return '';
  const net = createNet(netName(context, node));
  work.steps.forEach((step, at) => {
    const to = at === work.steps.length - 1 ? outputPlace : startPlace(partId(node.name, `${at + 2}`));
    const entry = at === 0 ? inputPlace : startPlace(partId(node.name, `${at + 1}`));
    const from = addConditionTask(context, net, step, { from: [entry], join: 'and' }, to);
    const caught = step.ignoreError ? { catch: { to } } : {};
    const setting = {
      from,
      join: 'and',
      flows: [{ to }],
      onUnset: 'skip',
      discardsOutput: true,
      ...caught,
    } as const;
    net.tasks.push(compileNode(context, partNets, step, setting));
  });
  context.workflowContext.nets.push(finishNet(net, 'abort'));
  return net.id;
}

/** A step of several tasks gets a net that reads outer variables and stores its own outputs. */
function body(context: CompileContext, node: GraphNode, work: ForeachWork): string {
  const net = createNet(netName(context, node));
  const item = work.as?.name ?? '';
  if (work.as !== null) net.variables.push({ name: item, parameter: 'required' });
  const { step } = work;
  const names = nameBindingsInStep(
    context.names,
    node,
    itemType(work, context.names),
    item,
    context.workflowContext.resultOf,
  );
  for (const name of new Set(nodesInScope([step]).filter(hasOutput).map(variableOf)))
    net.variables.push({ name });
  const inside: CompileContext = { ...context, names, owner: net };
  net.tasks.push(
    compileNode(
      inside,
      partNets,
      { ...step, timeout: null, retry: null, undo: null },
      {
        from: [inputPlace],
        join: 'and',
        flows: [{ to: outputPlace }],
      },
    ),
  );
  context.workflowContext.nets.push(finishNet(net, 'abort', { kind: 'read', name: variableOf(step) }));
  return net.id;
}

export const partNets: PartNets = { parallel, compensate, body };
