/**
 * Matches the children of an element against its content model, one by one. It follows all paths through the model at
 * once, so a model can be ambiguous. Counters are numbers, so large bounds cost nothing.
 */
import { type ContentModel, type ContentNode, wildcardKey } from './content-model.ts';

/** A position in the model: what must follow, from the inside out. */
export type MatchPosition =
  | {
      readonly kind: 'loop';
      readonly node: ContentNode;
      readonly count: number;
      readonly next: MatchPosition | null;
    }
  | {
      readonly kind: 'sequence';
      readonly node: ContentNode;
      readonly index: number;
      readonly next: MatchPosition | null;
    }
  | {
      readonly kind: 'all';
      readonly node: ContentNode;
      readonly done: ReadonlySet<number>;
      readonly next: MatchPosition | null;
    };

/** All possible positions. `null` is the end. */
export type MatchPositions = readonly (MatchPosition | null)[];

export interface Match {
  readonly positions: MatchPositions;
  /** Whether the child was matched by its name; otherwise by a wildcard. */
  readonly named: boolean;
}

/** Only a model built to be ambiguous has more positions at once; the first ones are followed. */
const maxPositions = 64;

export const startMatch = ({ root }: ContentModel): MatchPositions => [
  { kind: 'sequence', node: root, index: 0, next: null },
];

/**
 * `undefined` if the child is not allowed there.
 * @param spend receives the number of visited parts; false at the limit
 */
export function matchChild(
  positions: MatchPositions,
  name: string,
  spend: (steps: number) => boolean,
): Match | undefined {
  for (const wanted of [name, wildcardKey]) {
    const after = createPositions();
    let steps = 0;
    for (const position of positions) {
      explore(
        position,
        (node) => {
          steps += 1;
          return node.first.has(wanted);
        },
        (leaf, next) => {
          if (leaf.name === wanted) after.add(next);
        },
      );
    }
    if (!spend(steps)) return undefined;
    const found = after.list();
    if (found.length > 0) return { positions: found, named: wanted === name };
  }
  return undefined;
}

export const isComplete = (positions: MatchPositions): boolean => positions.some(canEnd);

/** Names that are allowed there. */
export function expectedAt(positions: MatchPositions): readonly string[] {
  const names = new Set<string>();
  for (const position of positions) {
    explore(
      position,
      () => true,
      (leaf) => names.add(leaf.name),
    );
  }
  return [...names];
}

/** Removes duplicates. Usually there is only one position, which needs no key. */
function createPositions() {
  let first: MatchPosition | null | undefined;
  const others = new Map<string, MatchPosition | null>();
  return {
    add(position: MatchPosition | null): void {
      if (first === undefined) first = position;
      else if (others.size < maxPositions) {
        if (others.size === 0) others.set(positionKey(first), first);
        others.set(positionKey(position), position);
      }
    },
    list: (): MatchPositions =>
      first === undefined ? [] : others.size === 0 ? [first] : [...others.values()],
  };
}

function positionKey(position: MatchPosition | null): string {
  const keys: string[] = [];
  for (let at = position; at !== null; at = at.next) {
    const where =
      at.kind === 'loop' ? at.count : at.kind === 'sequence' ? at.index : [...at.done].sort().join(' ');
    keys.push(`${at.kind}${at.node.id}:${where}`);
  }
  return keys.join(',');
}

type Reach = (leaf: ContentNode, next: MatchPosition | null) => void;

/** Every leaf that can come next, with the position after it. */
function explore(from: MatchPosition | null, enters: (node: ContentNode) => boolean, reach: Reach): void {
  for (let at = from; at !== null; at = at.next) {
    if (at.kind === 'loop') {
      if (enters(at.node)) begin(at.node, at.count, at.next, enters, reach);
      if (at.count < at.node.min) return;
    } else if (at.kind === 'sequence') {
      if (!beginParts(at.node, at.index, at.next, enters, reach)) return;
    } else {
      beginRest(at.node, at.done, at.next, enters, reach);
      if (!canLeave(at.node, at.done)) return;
    }
  }
}

/** One more round of a part. */
function begin(
  node: ContentNode,
  count: number,
  next: MatchPosition | null,
  enters: (node: ContentNode) => boolean,
  reach: Reach,
): void {
  const after = afterRound(node, count + 1, next);
  if (node.kind === 'sequence') beginParts(node, 0, after, enters, reach);
  else if (node.kind === 'all') beginRest(node, new Set(), after, enters, reach);
  else if (node.kind === 'choice') {
    for (const part of node.parts) if (enters(part)) begin(part, 0, after, enters, reach);
  } else reach(node, after);
}

/** False if one of the parts cannot be skipped. */
function beginParts(
  node: ContentNode,
  from: number,
  next: MatchPosition | null,
  enters: (node: ContentNode) => boolean,
  reach: Reach,
): boolean {
  for (let index = from; index < node.parts.length; index++) {
    const part = node.parts[index];
    if (part === undefined) break;
    const after: MatchPosition | null =
      index + 1 === node.parts.length ? next : { kind: 'sequence', node, index: index + 1, next };
    if (enters(part)) begin(part, 0, after, enters, reach);
    if (!part.nullable) return false;
  }
  return true;
}

function beginRest(
  node: ContentNode,
  done: ReadonlySet<number>,
  next: MatchPosition | null,
  enters: (node: ContentNode) => boolean,
  reach: Reach,
): void {
  for (const part of node.parts) {
    if (!enters(part) || done.has(part.id)) continue;
    begin(part, 0, { kind: 'all', node, done: new Set([...done, part.id]), next }, enters, reach);
  }
}

/** If it is unbounded, only whether there were enough rounds matters. */
function afterRound(node: ContentNode, count: number, next: MatchPosition | null): MatchPosition | null {
  if (count >= node.max) return next;
  return {
    kind: 'loop',
    node,
    count: node.max === Number.POSITIVE_INFINITY ? Math.min(count, node.min) : count,
    next,
  };
}

const canLeave = (node: ContentNode, done: ReadonlySet<number>): boolean =>
  node.parts.every((part) => part.nullable || done.has(part.id));

function canEnd(position: MatchPosition | null): boolean {
  for (let at = position; at !== null; at = at.next) {
    if (at.kind === 'loop' && at.count < at.node.min) return false;
    if (at.kind === 'sequence' && !at.node.parts.slice(at.index).every(({ nullable }) => nullable))
      return false;
    if (at.kind === 'all' && !canLeave(at.node, at.done)) return false;
  }
  return true;
}
