/**
 * Checks a program before it runs [K16]: tasks that never start, runs that get stuck, end early, accumulate tokens or
 * read unset variables. The program has been linked without problems; names are assumed to exist. Each net is explored
 * separately, with all its paths up to the bound.
 */
import type { Program } from '../model/program.ts';
import { unlimited } from '../or-join/fuel.ts';
import { defaultBound, type ExploredNet, type ExploreNetsOptions, exploreNets } from './completions.ts';
import type { Finding, FindingRule, Soundness } from './finding.ts';
import { boundReached, findingsOf } from './net-findings.ts';
import { createWitnesses } from './reached.ts';
import { createUnset } from './unset.ts';
import { findUnsetReads } from './unset-reads.ts';

export interface SoundnessOptions extends ExploreNetsOptions {
  /** Nets that findings are wanted of. Default: all. */
  readonly wanted?: ReadonlySet<string>;
  /** Its nets and maybe others by id, if they have been explored with the same options. */
  readonly explored?: ReadonlyMap<string, ExploredNet> | undefined;
}

export const checkSoundness = (program: Program, options: SoundnessOptions = {}): Soundness => {
  const {
    bound = defaultBound,
    fuel = unlimited,
    wanted,
    explored = exploreNets(program, options),
  } = options;
  const nets = program.nets.filter(({ id }) => wanted?.has(id) ?? true);
  const unset = createUnset(program, explored, bound, fuel);
  const witnesses = createWitnesses();
  const all = nets.map(({ id }) => explored.get(id)!);
  const found = [
    ...all.flatMap((net) => findingsOf(net, witnesses)),
    ...findUnsetReads(nets, explored, unset, witnesses),
  ];
  const isUnfinished = ({ net: { source }, exploration }: ExploredNet): boolean =>
    exploration.isBounded || unset.unfinished.has(source.id) || witnesses.incomplete.has(source.id);
  const findings = [...found, ...all.filter(isUnfinished).map((net) => boundReached(net, bound))];
  return {
    findings: inOrder(program, findings),
    unfinished: nets.flatMap(({ id }) => (isUnfinished(explored.get(id)!) ? [id] : [])),
    markings: all.reduce((sum, { exploration }) => sum + exploration.markings, unset.markings()),
  };
};

const ruleOrder: Readonly<Record<FindingRule, number>> = {
  'no-completion': 0,
  'dead-task': 1,
  deadlock: 2,
  leftover: 3,
  unbounded: 4,
  'unset-read': 5,
  'bound-reached': 6,
};

/** By net and task in program order, findings about the whole net first; then by rule. */
const inOrder = (program: Program, findings: readonly Finding[]): readonly Finding[] => {
  const nets = new Map(program.nets.map((net, index) => [net.id, { index, tasks: positions(net.tasks) }]));
  const rank = ({ net, task, rule }: Finding): readonly number[] => {
    const at = nets.get(net)!;
    return [at.index, task === null ? -1 : at.tasks.get(task)!, ruleOrder[rule]];
  };
  return findings
    .map((each) => ({ each, rank: rank(each) }))
    .sort((a, b) => a.rank[0]! - b.rank[0]! || a.rank[1]! - b.rank[1]! || a.rank[2]! - b.rank[2]!)
    .map(({ each }) => each);
};

const positions = (tasks: readonly { readonly id: string }[]): ReadonlyMap<string, number> =>
  new Map(tasks.map(({ id }, index) => [id, index]));
