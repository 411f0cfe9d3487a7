/**
 * Interprets one run of a workflow: which nodes start, are skipped, complete or fail, in the terms of the language.
 * A node is settled when it has ended or can no longer start; `depends_on` waits for that.
 */
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Json } from '../../src/kernel/model/json.ts';
import {
  dependenciesOf,
  givesSomething,
  kindOf,
  type NodeData,
  targetOf,
  type WorkflowData,
} from './document-data.ts';
import { type FlowOf, failureTargets, flowOf } from './interpret-flow.ts';
import { completeFrame, failFrame } from './interpret-frame.ts';
import { isBroken, type Parts, performNode, type Site } from './interpret-node.ts';
import type { Done, Frame, Interpretation, Outcome } from './interpretation.ts';
import { computeExpression, isTrue } from './simple-expression.ts';

type NodeStatus = 'idle' | 'running' | 'completed' | 'skipped' | 'failed';

interface Run {
  readonly interpretation: Interpretation;
  readonly frame: Frame;
  readonly workflow: WorkflowData;
  readonly flow: FlowOf;
  readonly parts: Parts;
  readonly values: Map<string, Json>;
  readonly statuses: Map<string, NodeStatus>;
  /** Nodes that a route has led to. */
  readonly routed: Set<string>;
  readonly causes: Map<string, readonly Failure[]>;
  readonly failures: Failure[];
  readonly done: Done;
}

export function runGraph(
  interpretation: Interpretation,
  frame: Frame,
  workflow: WorkflowData,
  params: Readonly<Record<string, Json>>,
  parts: Parts,
  done: Done,
): void {
  const flow = flowOf(workflow);
  const run: Run = {
    interpretation,
    frame,
    workflow,
    flow,
    parts,
    values: new Map([...initialValues(workflow), ...Object.entries(params)]),
    statuses: new Map(flow.names.map((name) => [name, 'idle'])),
    routed: new Set(flow.names.filter(flow.isFirst)),
    causes: new Map(),
    failures: [],
    done,
  };
  goOn(run);
}

/** An absent optional parameter without a default is null. */
function initialValues({ params = {} }: WorkflowData): [string, Json][] {
  return Object.entries(params).flatMap(([name, param]): [string, Json][] => {
    if (typeof param === 'string') return [];
    if (param.default !== undefined) return [[name, param.default]];
    return param.required === true ? [] : [[name, null]];
  });
}

/** Starts and skips nodes until nothing changes; ends when nothing is running. */
function goOn(run: Run): void {
  const { flow, statuses } = run;
  for (let changed = true; changed; ) {
    changed = false;
    for (const name of flow.names) {
      if (statuses.get(name) !== 'idle') continue;
      const decision = decide(run, name);
      if (decision === 'wait') continue;
      changed = true;
      if (decision === 'start') start(run, name);
      else statuses.set(name, 'skipped');
    }
  }
  if ([...statuses.values()].includes('running') || run.failures.length > 0) return;
  completeFrame(run.frame);
  run.done({ kind: 'completed', value: resultOf(run) });
}

const nodeOf = ({ workflow }: Run, name: string): NodeData => workflow.graph[name] ?? {};

function decide(run: Run, name: string): 'start' | 'skip' | 'wait' {
  const { flow, statuses, routed } = run;
  const node = nodeOf(run, name);
  const dependencies = dependenciesOf(node);
  const routes = flow.routesTo(name);
  const isSettled = (each: string): boolean => !['idle', 'running'].includes(statuses.get(each) ?? '');
  const isRouted = routed.has(name);
  if (dependencies.length === 0) return isRouted ? 'start' : routes.every(isSettled) ? 'skip' : 'wait';
  const completed = dependencies.filter((each) => statuses.get(each) === 'completed');
  const isOpen = routes.length === 0 || isRouted;
  const allSettled = dependencies.every(isSettled) && (isRouted || routes.every(isSettled));
  if (node.join === 'any' && completed.length > 0 && isOpen) return 'start';
  if (!allSettled) return 'wait';
  const isEnough = node.join === 'all' ? completed.length === dependencies.length : completed.length > 0;
  return isEnough && isOpen ? 'start' : 'skip';
}

function start(run: Run, name: string): void {
  const { interpretation, frame, values, statuses, routed, flow } = run;
  const node = nodeOf(run, name);
  routed.delete(name);
  const lookup = (each: string): Json | undefined => values.get(variableOf(run, each));
  if (node.if !== undefined && !isTrue(computeExpression(node.if, lookup))) {
    statuses.set(name, 'skipped');
    return;
  }
  statuses.set(name, 'running');
  const site: Site = {
    interpretation,
    frame,
    lookup,
    keep: (variable, value) => values.set(variable, value),
    lenient: flow.isFallback(name),
  };
  performNode(site, node, name, run.parts, (outcome) => {
    // A node that ends at once reports after the node that started it.
    interpretation.time.after(0, () => !isBroken(frame) && end(run, name, node, outcome, lookup));
  });
}

/** A name is a parameter, an output or a node. */
function variableOf({ workflow }: Run, name: string): string {
  const output = (node: NodeData | undefined): string | undefined =>
    node === undefined ? undefined : (node.output ?? name);
  return output(workflow.graph[name]) ?? name;
}

function end(
  run: Run,
  name: string,
  node: NodeData,
  outcome: Outcome,
  lookup: (name: string) => Json | undefined,
): void {
  const { values, statuses, causes } = run;
  if (outcome.kind === 'failed') {
    const [target] = failureTargets(node, run.flow.names);
    if (target === undefined) {
      fail(run, outcome.failures);
      return;
    }
    statuses.set(name, 'failed');
    lead(run, target);
    causes.set(target, outcome.failures);
    goOn(run);
    return;
  }
  statuses.set(name, outcome.kind);
  if (outcome.kind === 'completed' && givesSomething(node)) values.set(node.output ?? name, outcome.value);
  const cause = causes.get(name);
  if (kindOf(node) === 'compensate' && cause !== undefined) {
    fail(run, cause);
    return;
  }
  if (kindOf(node) === 'branch') route(run, name, node, lookup);
  goOn(run);
}

function route(run: Run, name: string, node: NodeData, lookup: (name: string) => Json | undefined): void {
  const { flow, statuses } = run;
  const options = node.on ?? [];
  const chosen =
    options.find(({ when }) => when !== undefined && isTrue(computeExpression(when, lookup))) ??
    options.find(({ when }) => when === undefined);
  const target = chosen === undefined ? 'end' : targetOf(chosen);
  if (!flow.names.includes(target)) return;
  if (!flow.isBack(name, target)) {
    lead(run, target);
    return;
  }
  for (const each of flow.between(name, target)) statuses.set(each, 'idle');
  start(run, target);
}

/** A node that one pass of a loop skipped may run in the next. */
function lead({ statuses, routed }: Run, target: string): void {
  routed.add(target);
  if (statuses.get(target) === 'skipped') statuses.set(target, 'idle');
}

/** After all other work of this time: of simultaneous failures any one may count. */
function fail(run: Run, failures: readonly Failure[]): void {
  const { interpretation, frame, done } = run;
  run.failures.push(...failures);
  interpretation.time.after(
    0,
    () => {
      if (!isBroken(frame))
        failFrame(interpretation, frame, () => done({ kind: 'failed', failures: run.failures }));
    },
    'last',
  );
}

/** `result`, otherwise the output of the only last node that completed, otherwise the outputs of all of them. */
function resultOf(run: Run): Json {
  const { workflow, flow, statuses, values } = run;
  const lookup = (each: string): Json | undefined => values.get(variableOf(run, each));
  if (workflow.result !== undefined) return computeExpression(workflow.result, lookup);
  const last = flow.names.filter((name) => flow.isLast(name) && givesSomething(nodeOf(run, name)));
  if (last.length === 0) return null;
  const given = last
    .filter((name) => statuses.get(name) === 'completed')
    .map((name): [string, Json] => [variableOf(run, name), values.get(variableOf(run, name)) ?? null]);
  const [only] = given;
  return only !== undefined && given.length === 1 ? only[1] : Object.fromEntries(given);
}
