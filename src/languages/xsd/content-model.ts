/** The content model of an element, as a tree prepared for matching: bounds, and the first names of each part. */
import type { XsdParticle, XsdType } from './shape.ts';

export interface ContentModel {
  /** A sequence of one part, so that every part has a parent. */
  readonly root: ContentNode;
  /** In the order of the model. */
  readonly children: ReadonlyMap<string, ChildRule>;
  /** The parts that are elements or wildcards, by name. */
  readonly leaves: ReadonlyMap<string, readonly ContentNode[]>;
  /** It is one sequence of elements with distinct names, so the order carries no information. */
  readonly plain: boolean;
}

/** The rule for all children of one name. */
export interface ChildRule {
  readonly name: string;
  readonly type: XsdType;
  readonly nillable: boolean;
  /** For an empty element. */
  readonly default: string | undefined;
  readonly fixed: string | undefined;
  readonly min: number;
  /** `Infinity` if it is unbounded. */
  readonly max: number;
}

export interface ContentNode {
  readonly id: number;
  readonly kind: XsdParticle['kind'];
  /** Name of an element. */
  readonly name: string;
  /** Minimal number of non-empty occurrences; 0 if it can be empty. */
  readonly min: number;
  readonly max: number;
  readonly parts: readonly ContentNode[];
  readonly nullable: boolean;
  /** The names that it can begin with. */
  readonly first: ReadonlySet<string>;
}

/** The key of children that only a wildcard allows. */
export const wildcardKey = '#any';

export function createContentModel(particle: XsdParticle): ContentModel {
  let ids = 0;
  const leaves = new Map<string, ContentNode[]>();
  const declared = new Map<string, Pick<ChildRule, 'type' | 'nillable' | 'default' | 'fixed'>>();

  const make = (given: XsdParticle): ContentNode => {
    const max = given.max ?? Number.POSITIVE_INFINITY;
    if (given.kind !== 'element' && given.kind !== 'wildcard') {
      const parts = given.parts.filter((part) => part.max !== 0).map(make);
      return makeGroup(ids++, given.kind, parts, given.min, max);
    }
    const name = given.kind === 'element' ? given.name : wildcardKey;
    if (!declared.has(name)) declared.set(name, ruleOf(given));
    const { kind, min } = given;
    const leaf = { id: ids++, kind, name, min, max, parts: [], nullable: min === 0, first: new Set([name]) };
    const others = leaves.get(name);
    if (others === undefined) leaves.set(name, [leaf]);
    else others.push(leaf);
    return leaf;
  };

  const parts = particle.max === 0 ? [] : [make(particle)];
  const root = makeGroup(ids++, 'sequence', parts, 1, 1);
  const bounds = boundsOf(root);
  const children = new Map(
    [...declared].map(([name, rule]) => {
      const [min, max] = bounds.get(name) ?? [0, 0];
      return [name, { name, ...rule, min, max }];
    }),
  );
  return { root, children, leaves, plain: isPlain(root, leaves) };
}

function ruleOf(given: XsdParticle): Pick<ChildRule, 'type' | 'nillable' | 'default' | 'fixed'> {
  if (given.kind !== 'element') {
    return { type: { kind: 'any' }, nillable: false, default: undefined, fixed: undefined };
  }
  const { type, nillable = false, default: initial, fixed } = given;
  return { type, nillable, default: initial, fixed };
}

function makeGroup(
  id: number,
  kind: ContentNode['kind'],
  parts: readonly ContentNode[],
  min: number,
  max: number,
): ContentNode {
  const empty = kind === 'choice' ? parts.some(isNullable) : parts.every(isNullable);
  const first = new Set<string>();
  for (const part of parts) {
    for (const name of part.first) first.add(name);
    if (kind === 'sequence' && !part.nullable) break;
  }
  return { id, kind, name: '', min: empty ? 0 : min, max, parts, nullable: empty || min === 0, first };
}

const isNullable = ({ nullable }: ContentNode): boolean => nullable;

/** The minimal and maximal number of each name in what a part matches. */
function boundsOf(node: ContentNode): ReadonlyMap<string, readonly [number, number]> {
  if (node.kind === 'element' || node.kind === 'wildcard')
    return new Map([[node.name, [node.min, node.max]]]);
  const bounds = new Map<string, readonly [number, number]>();
  const inside = node.parts.map(boundsOf);
  for (const part of inside) {
    for (const [name, [min, max]] of part) {
      const known = bounds.get(name);
      if (node.kind !== 'choice') bounds.set(name, [(known?.[0] ?? 0) + min, (known?.[1] ?? 0) + max]);
      else bounds.set(name, [Math.min(known?.[0] ?? min, min), Math.max(known?.[1] ?? 0, max)]);
    }
  }
  for (const [name, [min, max]] of bounds) {
    const always = node.kind !== 'choice' || inside.every((part) => part.has(name));
    bounds.set(name, [always ? min * node.min : 0, max * node.max]);
  }
  return bounds;
}

function isPlain({ parts: [only] }: ContentNode, leaves: ContentModel['leaves']): boolean {
  return (
    only !== undefined &&
    only.kind === 'sequence' &&
    only.min <= 1 &&
    only.max === 1 &&
    (only.min === 1 || only.parts.every(isNullable)) &&
    only.parts.every(({ kind }) => kind === 'element') &&
    [...leaves.values()].every(({ length }) => length === 1)
  );
}
