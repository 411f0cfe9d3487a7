/**
 * Creates random graphs that are valid by construction: nodes depend on earlier ones, routes lead to new ones, loops
 * have one entry, join before they decide, and have an exit; every reference is set or has a default.
 */
import type { Json } from '../../src/kernel/model/json.ts';
import type { NodeData, OptionData } from './document-data.ts';
import { addError, type GraphDraft, scopeAt } from './graph-draft.ts';
import {
  atOnce,
  createRegion,
  type DependencyNode,
  type Entry,
  entryAfter,
  type Region,
  randomEntry,
  sureAfter,
} from './random-entry.ts';
import { randomErrorRoute } from './random-error-route.ts';
import { randomCondition, type Shape, surePath } from './random-reference.ts';
import { type GraphGenerator, randomKind, randomWork, type WorkKind } from './random-work.ts';

export interface RandomGraph {
  readonly nodes: ReadonlyMap<string, NodeData>;
  /** Variables that are set in every completed run. */
  readonly sure: ReadonlySet<string>;
}

export function randomGraph(
  generator: GraphGenerator,
  params: ReadonlyMap<string, Shape>,
  size: number,
): RandomGraph & { readonly shapes: ReadonlyMap<string, Shape> } {
  const draft: GraphDraft = {
    generator,
    params: [...params.keys()],
    nodes: new Map(),
    shapes: new Map(params),
    errors: [],
  };
  const top = createRegion(null);
  while (draft.nodes.size < size) addNode(draft, top, randomEntry(generator.random, top));
  const certain = top.dependencyNodes.filter(({ isCertain }) => isCertain);
  const sure = new Set([...params.keys(), ...certain.flatMap((dependencyNode) => [...dependencyNode.sure])]);
  return { nodes: draft.nodes, shapes: draft.shapes, sure };
}

/** @returns the name of the entered node */
function addNode(draft: GraphDraft, region: Region, entry: Entry): string {
  const { random } = draft.generator;
  const isRoomy = region.depth < 2;
  const kind = random.weighted<'work' | 'branch' | 'loop'>([
    [7, 'work'],
    [isRoomy ? 2 : 0, 'branch'],
    [isRoomy ? 1 : 0, 'loop'],
  ]);
  if (kind === 'branch') return addBranch(draft, region, entry);
  if (kind === 'loop') return addLoop(draft, region, entry);
  return addWork(draft, region, entry, randomKind(draft.generator, region.depth));
}

function addWork(
  draft: GraphDraft,
  region: Region,
  entry: Entry,
  kind: WorkKind,
  sharedOutput?: string,
): string {
  const { generator, nodes, shapes } = draft;
  const { random, fresh } = generator;
  const name = fresh(kind);
  // Its position in the file is before its targets.
  nodes.set(name, {});
  const canFail = kind !== 'wait';
  const hasErrorRoute = canFail && random.chance(0.3);
  const scope = scopeAt(draft, entry.sure);
  const setting = {
    position: 'graph',
    name,
    scope,
    isHandled: hasErrorRoute,
    depth: region.depth,
    often: false,
  } as const;
  const made = randomWork(generator, kind, setting);
  const output = sharedOutput ?? (made.shape !== null && random.chance(0.4) ? fresh('o') : undefined);
  const variable = made.shape === null ? [] : [output ?? name];
  for (const [each, shape] of made.shapes) shapes.set(each, shape);
  const condition = random.chance(0.12) ? { if: randomCondition(random, scope) } : {};
  const hasCondition = condition.if !== undefined;
  const errorRoute = hasErrorRoute
    ? randomErrorRoute(draft, region, { name, kind, data: made.data, entry }, addWork)
    : {};
  nodes.set(name, {
    ...made.data,
    ...entry.keys,
    ...condition,
    ...(output === undefined ? {} : { output }),
    ...errorRoute,
  });
  for (const each of variable) shapes.set(each, made.shape ?? 'any');
  region.dependencyNodes.push({
    name,
    sure: new Set([...entry.sure, ...made.sure, ...variable]),
    choices: new Map([...entry.choices, ...(hasErrorRoute ? [[name, 'ok'] as const] : [])]),
    // While a compensation runs, the run has not failed yet.
    isCertain: entry.isCertain && !hasCondition && !leadsAway(errorRoute),
  });
  return name;
}

const leadsAway = ({ on_error: onError, on_partial_failure: partial = 'rollback_all' }: NodeData): boolean =>
  onError?.fallback !== undefined || partial !== 'rollback_all';

function addBranch(draft: GraphDraft, region: Region, entry: Entry): string {
  const { generator, nodes } = draft;
  const { random, fresh } = generator;
  const name = fresh('branch');
  nodes.set(name, {});
  const scope = scopeAt(draft, entry.sure);
  const condition = random.chance(0.1) ? { if: randomCondition(random, scope) } : {};
  const isCertain = entry.isCertain && condition.if === undefined;
  region.dependencyNodes.push({ name, sure: entry.sure, choices: entry.choices, isCertain });
  const count = random.between(2, 4);
  const sharedOutput = random.chance(0.3) ? fresh('o') : undefined;
  const safe = random.int(count);
  const targets: string[] = [];
  for (let at = 0; at < count; at++) targets.push(addTarget(at));
  const when = (): Json => randomCondition(random, scope);
  const options: OptionData[] = targets.slice(1).map((goto) => ({ when: when(), goto }));
  const otherwise = spellDefault(targets[0] ?? 'end', random.int(3));
  const spot = random.chance(0.7) ? options.length : random.int(options.length + 1);
  options.splice(spot, 0, otherwise);
  nodes.set(name, { type: 'branch', ...entry.keys, ...condition, on: options });
  return name;

  function addTarget(at: number): string {
    const choice = random.weighted<'fresh' | 'end' | 'same' | 'error'>([
      [6, 'fresh'],
      [2, 'end'],
      [at > 0 && at !== safe ? 1 : 0, 'same'],
      [at === safe ? 0 : 1.5, 'error'],
    ]);
    if (choice === 'end') return 'end';
    if (choice === 'same') return targets[random.int(targets.length)] ?? 'end';
    if (choice === 'error') return addError(draft, entry.sure);
    const choices = new Map([...entry.choices, [name, String(at)]]);
    const route: Entry = { ...atOnce, sure: entry.sure, choices, isCertain: false };
    if (sharedOutput !== undefined) return addWork(draft, region, route, 'call', sharedOutput);
    const gate = region.isLoop || random.chance(0.85) ? undefined : findGate(region, name);
    if (gate === undefined) return addNode(draft, region, route);
    const after = entryAfter(random, region, [gate]);
    const both = { ...after, sure: new Set([...route.sure, ...after.sure]), choices, isCertain: false };
    return addWork(draft, region, both, 'call');
  }
}

/** Further dependencies of a branch target: nodes that complete after any decision. */
const findGate = ({ dependencyNodes }: Region, branch: string): DependencyNode | undefined =>
  dependencyNodes.find(({ name, isCertain }) => isCertain && name !== branch);

function spellDefault(target: string, spelling: number): OptionData {
  if (spelling === 0) return { default: target };
  return spelling === 1 ? { default: null, goto: target } : { default: { goto: target } };
}

/** A call returns whether there is more; all nodes inside join before the branch reads it. */
function addLoop(draft: GraphDraft, region: Region, entry: Entry): string {
  const { generator, nodes, shapes } = draft;
  const { random, fresh, workflow, inventory } = generator;
  const head = fresh('head');
  const operation = `${workflow}_${head}`;
  const tick = {
    name: operation,
    workflow,
    role: 'tick',
    retries: 0,
    mayHang: false,
    isHandled: false,
  } as const;
  inventory.operations.push(tick);
  nodes.set(head, { call: operation, ...entry.keys });
  shapes.set(head, 'record');
  const inside = createRegion(region);
  const sure = new Set([...entry.sure, head]);
  inside.dependencyNodes.push({ name: head, sure, choices: entry.choices, isCertain: true });
  for (let count = random.int(4); count > 0; count--) addNode(draft, inside, randomEntry(random, inside));
  const name = fresh('branch');
  nodes.set(name, {});
  const last = inside.dependencyNodes.filter((dependencyNode) => !inside.awaited.has(dependencyNode.name));
  const isSure = last.some(({ isCertain }) => isCertain);
  const awaited = isSure ? last : [...last, ...inside.dependencyNodes.slice(0, 1)];
  const after = sureAfter(awaited, 'settled');
  const exit = exitOf();
  const goesOn = random.chance(0.3) ? `$${head}.more && ${fieldOf()}` : `$${head}.more`;
  const options: OptionData[] = random.chance(0.5)
    ? [{ when: goesOn, goto: head }, spellDefault(exit, random.int(3))]
    : [{ when: `!(${goesOn})`, goto: exit }, spellDefault(head, random.int(3))];
  nodes.set(name, {
    type: 'branch',
    depends_on: awaited.map((dependencyNode) => dependencyNode.name),
    on: options,
  });
  return head;

  function exitOf(): string {
    if (!region.isLoop && random.chance(0.4)) return 'end';
    const route: Entry = { ...atOnce, sure: after, choices: entry.choices, isCertain: false };
    return addWork(draft, region, route, randomKind(generator, region.depth));
  }

  function fieldOf(): string {
    const path = surePath(random, scopeAt(draft, after), 'int');
    return path === undefined ? 'true' : `$${path} < 80`;
  }
}
