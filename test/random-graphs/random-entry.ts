/** Chooses the entry of a random node: its dependencies, its join, and the variables that are set then. */
import type { Random } from '../../src/testing/stand-ins/seeded-random.ts';
import type { NodeData } from './document-data.ts';

/** A node that others may depend on. */
export interface DependencyNode {
  readonly name: string;
  /** Variables that are set when it has completed. */
  readonly sure: ReadonlySet<string>;
  /** Decisions under which it completes: options of branches, and failures. */
  readonly choices: ReadonlyMap<string, string>;
  /** Completes in every run that does not fail; in a loop, in every pass. */
  readonly isCertain: boolean;
}

/** Nodes that may depend on each other: the graph without its loops, or the inside of one loop. */
export interface Region {
  readonly dependencyNodes: DependencyNode[];
  /** Stations with a dependent. */
  readonly awaited: Set<string>;
  readonly isLoop: boolean;
  readonly depth: number;
}

export interface Entry {
  readonly keys: Pick<NodeData, 'depends_on' | 'join'>;
  readonly sure: ReadonlySet<string>;
  readonly choices: ReadonlyMap<string, string>;
  readonly isCertain: boolean;
}

export const createRegion = (outer: Region | null): Region => ({
  dependencyNodes: [],
  awaited: new Set(),
  isLoop: outer !== null,
  depth: outer === null ? 0 : outer.depth + 1,
});

export const atOnce: Entry = { keys: {}, sure: new Set(), choices: new Map(), isCertain: true };

export function randomEntry(random: Random, region: Region): Entry {
  const { dependencyNodes } = region;
  if (dependencyNodes.length === 0 || (!region.isLoop && random.chance(0.15))) return atOnce;
  const count = Math.min(
    dependencyNodes.length,
    random.weighted([
      [5, 1],
      [4, 2],
      [2, 3],
    ]),
  );
  // Later nodes are more likely, so that graphs grow long as well as wide.
  const near = dependencyNodes.slice(-4);
  const chosen = random
    .shuffle(random.chance(0.7) && near.length >= count ? near : dependencyNodes)
    .slice(0, count);
  return entryAfter(random, region, chosen);
}

export function entryAfter(random: Random, region: Region, chosen: readonly DependencyNode[]): Entry {
  const together = mergeChoices(chosen.map(({ choices }) => choices));
  const join = random.weighted<'settled' | 'all' | 'any'>([
    [5, 'settled'],
    [together === undefined ? 0 : 2, 'all'],
    [chosen.length > 1 ? 2 : 0.2, 'any'],
  ]);
  if (join !== 'any') for (const { name } of chosen) region.awaited.add(name);
  const names = chosen.map(({ name }) => name);
  const [first] = chosen;
  const enough = join === 'all' ? chosen.every(isCertain) : chosen.some(isCertain);
  return {
    keys: {
      depends_on: names.length === 1 && random.chance(0.3) ? (names[0] ?? '') : names,
      ...(join === 'settled' && random.chance(0.8) ? {} : { join }),
    },
    sure: sureAfter(chosen, join),
    choices: (join === 'all' ? together : first?.choices) ?? new Map(),
    isCertain: enough,
  };
}

const isCertain = (dependencyNode: DependencyNode): boolean => dependencyNode.isCertain;

/**
 * `all`: the variables of any of them. Otherwise the variables that all of them set, and those of dependencies that
 * always complete.
 */
export function sureAfter(
  chosen: readonly DependencyNode[],
  join: 'settled' | 'all' | 'any',
): ReadonlySet<string> {
  if (join === 'all') return new Set(chosen.flatMap(({ sure }) => [...sure]));
  const [first, ...others] = chosen;
  const common = [...(first?.sure ?? [])].filter((name) => others.every(({ sure }) => sure.has(name)));
  const waited = join === 'any' ? [] : chosen.filter(isCertain).flatMap(({ sure }) => [...sure]);
  return new Set([...common, ...waited]);
}

/** Undefined if one excludes the other. */
function mergeChoices(
  choiceMaps: readonly ReadonlyMap<string, string>[],
): ReadonlyMap<string, string> | undefined {
  const all = new Map<string, string>();
  for (const [choice, option] of choiceMaps.flatMap((choices) => [...choices])) {
    if ((all.get(choice) ?? option) !== option) return undefined;
    all.set(choice, option);
  }
  return all;
}
