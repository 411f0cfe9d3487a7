/**
 * Expands a schema as deep as its size allows. Schemas that refer to each other can be small to write and endless to
 * expand. Cutting whole layers, rather than the last parts, keeps the fields near the top.
 */
import type { Json } from '../../expression/index.ts';

/** The state of an expansion: remaining depth, enclosing schemas, and size so far. */
export interface Walk {
  readonly depth: number;
  readonly inside: ReadonlySet<Json | undefined>;
  readonly made: { count: number };
  readonly limit: number;
}

/** One limit for types and examples, so that both are cut at the same depth and match. */
export const maxNodes = 2_000;

const depths = [12, 8, 6, 4, 3, 2];
const shallowest = 1;

export function expandWithinLimit<T>(expand: (walk: Walk) => T): T {
  for (const depth of depths) {
    const made = { count: 0 };
    const walk = { depth, inside: new Set<Json | undefined>(), made, limit: maxNodes };
    const expanded = expand(walk);
    if (!isOverLimit(walk)) return expanded;
  }
  // One layer is not larger than the author's text.
  return expand({
    depth: shallowest,
    inside: new Set(),
    made: { count: 0 },
    limit: Number.POSITIVE_INFINITY,
  });
}

/** Counts one value. Returns false over the limit; then the whole is expanded again with less depth. */
export function countNode(walk: Walk): boolean {
  walk.made.count += 1;
  return !isOverLimit(walk);
}

export function isOverLimit(walk: Walk): boolean {
  return walk.made.count > walk.limit;
}

export function deeper(walk: Walk, head: Json | undefined): Walk {
  return { ...walk, depth: walk.depth - 1, inside: new Set([...walk.inside, head]) };
}
