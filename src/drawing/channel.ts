/**
 * Routes the lines between two layers. Items with the same successors share one line. Every line has a separate
 * track (a row) for its horizontal part and enters a box in a separate column, so no line can be taken for another.
 */
import { exitOf, type Item, leftOf, type Segment } from './item.ts';
import type { SketchLink } from './sketch.ts';

export interface Line {
  readonly kind: SketchLink['kind'];
  /** Columns where it comes from above. */
  readonly from: readonly number[];
  readonly to: readonly Entry[];
  /** Row in the channel for its horizontal part; -1 if it is straight. */
  readonly track: number;
}

/** The end of a line: a box, or a passage through the layer. */
export interface Entry {
  readonly column: number;
  readonly segment: Segment;
}

export interface Channel {
  readonly lines: readonly Line[];
  readonly tracks: number;
  /** Whether no two lines share a column vertically, where they could be taken for one. */
  readonly clear: boolean;
}

interface Draft {
  readonly kind: SketchLink['kind'];
  readonly sources: readonly Item[];
  /** By the first source, from left to right. */
  readonly segments: readonly Segment[];
  readonly to: Entry[];
}

export function channelBelow(layer: readonly Item[]): Channel {
  const drafts = draftsOf(layer);
  assignColumns(drafts);
  const routes = drafts.map(({ kind, sources, to }) => ({
    from: sources.map((item) => exitOf(item, kind)),
    to: to.map(({ column }) => column),
  }));
  const { tracks, clear } = assignTracks(routes);
  return {
    lines: drafts.map(({ kind, to }, index) => ({
      kind,
      from: routes[index]?.from ?? [],
      to,
      track: tracks[index] ?? -1,
    })),
    tracks: tracks.reduce((rows, track) => Math.max(rows, track + 1), 0),
    clear,
  };
}

/** Lines with a label are not shared: the label applies to one source only. */
function draftsOf(layer: readonly Item[]): Draft[] {
  const drafts = new Map<string, Draft & { readonly sources: Item[] }>();
  for (const item of layer) {
    for (const kind of ['next', 'failure'] as const) {
      const segments = item.down
        .filter((segment) => segment.kind === kind)
        .sort((a, b) => a.below.position - b.below.position);
      if (segments.length === 0) continue;
      const own = segments.some(({ label }) => label !== null) ? item.position : '';
      const key = `${kind} ${own}: ${segments.map(({ below }) => below.position).join(' ')}`;
      const known = drafts.get(key);
      if (known === undefined) drafts.set(key, { kind, sources: [item], segments, to: [] });
      else known.sources.push(item);
    }
  }
  return [...drafts.values()];
}

/** Lines enter a box from left to right in their order. */
function assignColumns(drafts: readonly Draft[]): void {
  const entering = new Map<Item, { readonly draft: Draft; readonly segment: Segment }[]>();
  for (const draft of drafts) {
    for (const segment of draft.segments) {
      const known = entering.get(segment.below);
      if (known === undefined) entering.set(segment.below, [{ draft, segment }]);
      else known.push({ draft, segment });
    }
  }
  for (const [target, lines] of entering) {
    const ordered = [...lines].sort((a, b) => meanOf(a.draft) - meanOf(b.draft));
    ordered.forEach(({ draft, segment }, index) => {
      const share = (index + 1) / (ordered.length + 1);
      const column =
        ordered.length === 1
          ? singleColumn(draft, target)
          : leftOf(target) + Math.round(share * (target.box.width - 1));
      draft.to.push({ column, segment });
    });
  }
}

/** The middle column, or the column below its source if that is one step away or the only line. */
function singleColumn({ kind, sources, segments }: Draft, target: Item): number {
  const alone = sources.length === 1 && segments.length === 1;
  const inside = (target.box.width - 1) / 2 - 1;
  const reach = alone ? inside : Math.min(2, inside);
  const exits = sources.map((item) => exitOf(item, kind));
  return exits.find((column) => Math.abs(column - target.middle) <= reach) ?? target.middle;
}

function meanOf({ kind, sources }: Draft): number {
  return sources.reduce((sum, item) => sum + exitOf(item, kind), 0) / sources.length;
}

interface Route {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** A line that leaves a column upwards must turn above one that enters the same column downwards. */
function assignTracks(routes: readonly Route[]): {
  readonly tracks: readonly number[];
  readonly clear: boolean;
} {
  const tracks = routes.map(() => -1);
  const waiting = new Set(routes.keys());
  for (const [index, route] of routes.entries()) if (isStraight(route)) waiting.delete(index);
  const above = findAbove(routes);
  const below: number[][] = routes.map(() => []);
  above.forEach((uppers, lower) => {
    for (const upper of uppers) below[upper]?.push(lower);
  });
  const blocked = above.map((uppers) => uppers.filter((upper) => waiting.has(upper)).length);
  const taken: { readonly left: number; readonly right: number }[][] = [];
  let clear = true;
  while (waiting.size > 0) {
    const free = firstOf(waiting, (index) => blocked[index] === 0);
    clear &&= free !== undefined;
    const next = free ?? firstOf(waiting, () => true) ?? 0;
    waiting.delete(next);
    for (const lower of below[next] ?? []) blocked[lower] = (blocked[lower] ?? 0) - 1;
    const minRow = (above[next] ?? []).reduce((row, upper) => Math.max(row, (tracks[upper] ?? -1) + 1), 0);
    const { left, right } = spanOf(routes[next]);
    let row = minRow;
    while (taken[row]?.some((span) => left <= span.right + 1 && span.left <= right + 1)) row += 1;
    for (let missing = taken.length; missing <= row; missing++) taken.push([]);
    taken[row]?.push({ left, right });
    tracks[next] = row;
  }
  return { tracks, clear };
}

/** For each route those that leave a column upwards that it enters downwards. */
function findAbove(routes: readonly Route[]): readonly (readonly number[])[] {
  const leaving = new Map<number, number[]>();
  routes.forEach(({ from }, index) => {
    for (const column of from)
      leaving
        .set(column, leaving.get(column) ?? [])
        .get(column)
        ?.push(index);
  });
  return routes.map(({ to }, index) =>
    [...new Set(to.flatMap((column) => leaving.get(column) ?? []))].filter((other) => other !== index),
  );
}

function firstOf(indexes: Iterable<number>, isWanted: (index: number) => boolean): number | undefined {
  for (const index of indexes) if (isWanted(index)) return index;
  return undefined;
}

function isStraight({ from, to }: Route): boolean {
  return from.length === 1 && to.length === 1 && from[0] === to[0];
}

function spanOf(route: Route | undefined): { readonly left: number; readonly right: number } {
  const columns = route === undefined ? [0] : [...route.from, ...route.to];
  return { left: Math.min(...columns), right: Math.max(...columns) };
}
