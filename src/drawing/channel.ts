/**
 * The lines between two layers. Items with the same followers share one line; every line has a track (a row) of
 * its own where it goes sideways, and enters a box in a column of its own, so no line can be taken for another.
 */
import { type Item, leftOf } from './item.ts';

export interface Line {
  /** Columns where it comes from above, and where it goes on below. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** Row in the channel where it goes sideways; -1 where it is straight. */
  readonly track: number;
}

export interface Channel {
  readonly lines: readonly Line[];
  /** Columns where a line enters a box. */
  readonly arrows: readonly number[];
  /** At least 1. */
  readonly rows: number;
}

interface Draft {
  readonly sources: readonly Item[];
  readonly targets: readonly Item[];
  readonly to: number[];
  readonly arrows: number[];
}

/** @returns undefined where the lines cannot be told apart */
export function channelBelow(layer: readonly Item[]): Channel | undefined {
  const drafts = draftsOf(layer);
  giveColumns(drafts);
  const lines = drafts.map(({ sources, to }) => ({ from: sources.map(({ middle }) => middle), to }));
  const tracks = giveTracks(lines);
  if (tracks === undefined) return undefined;
  return {
    lines: lines.map((line, index) => ({ ...line, track: tracks[index] ?? -1 })),
    arrows: drafts.flatMap(({ arrows }) => arrows),
    rows: tracks.reduce((rows, track) => Math.max(rows, track + 1), 1),
  };
}

function draftsOf(layer: readonly Item[]): Draft[] {
  const byTargets = new Map<string, { sources: Item[]; targets: readonly Item[] }>();
  for (const item of layer) {
    if (item.down.length === 0) continue;
    const targets = [...item.down].sort((a, b) => a.position - b.position);
    const key = targets.map(({ position }) => position).join(' ');
    const known = byTargets.get(key);
    if (known === undefined) byTargets.set(key, { sources: [item], targets });
    else known.sources.push(item);
  }
  return [...byTargets.values()].map((draft) => ({ ...draft, to: [], arrows: [] }));
}

/** Lines enter a box from left to right as they come. */
function giveColumns(drafts: readonly Draft[]): void {
  const entering = new Map<Item, Draft[]>();
  for (const draft of drafts) {
    for (const target of draft.targets) entering.set(target, [...(entering.get(target) ?? []), draft]);
  }
  for (const [target, lines] of entering) {
    const ordered = [...lines].sort((a, b) => meanOf(a) - meanOf(b));
    ordered.forEach((line, index) => {
      const share = (index + 1) / (ordered.length + 1);
      const column =
        ordered.length === 1
          ? singleColumn(line, target)
          : leftOf(target) + Math.round(share * (target.box.width - 1));
      line.to.push(column);
      if (target.node !== null) line.arrows.push(column);
    });
  }
}

/** In the middle; but straight below its source where that is a matter of a step, or where there is no other. */
function singleColumn({ sources, targets }: Draft, target: Item): number {
  const alone = sources.length === 1 && targets.length === 1;
  const inside = (target.box.width - 1) / 2 - 1;
  const reach = alone ? inside : Math.min(2, inside);
  const above = sources.find(({ middle }) => Math.abs(middle - target.middle) <= reach);
  return above?.middle ?? target.middle;
}

function meanOf({ sources }: Draft): number {
  return sources.reduce((sum, { middle }) => sum + middle, 0) / sources.length;
}

type Route = Pick<Line, 'from' | 'to'>;

/** A line that leaves a column upwards must turn above one that enters the same column downwards. */
function giveTracks(lines: readonly Route[]): number[] | undefined {
  const tracks = lines.map(() => -1);
  const waiting = new Set(lines.keys());
  for (const [index, line] of lines.entries()) if (isStraight(line)) waiting.delete(index);
  const taken: { readonly left: number; readonly right: number }[][] = [];
  while (waiting.size > 0) {
    const next = [...waiting].find((index) =>
      [...waiting].every((other) => other === index || !isAbove(lines, other, index)),
    );
    if (next === undefined) return undefined;
    waiting.delete(next);
    const least = lines.reduce(
      (row, _, other) => (isAbove(lines, other, next) ? Math.max(row, (tracks[other] ?? -1) + 1) : row),
      0,
    );
    const { left, right } = spanOf(lines[next]);
    let row = least;
    while (taken[row]?.some((span) => left <= span.right + 1 && span.left <= right + 1)) row += 1;
    for (let missing = taken.length; missing <= row; missing++) taken.push([]);
    taken[row]?.push({ left, right });
    tracks[next] = row;
  }
  return tracks;
}

function isAbove(lines: readonly Route[], upper: number, lower: number): boolean {
  if (upper === lower) return false;
  return lines[upper]?.from.some((column) => lines[lower]?.to.includes(column)) ?? false;
}

function isStraight({ from, to }: Route): boolean {
  return from.length === 1 && to.length === 1 && from[0] === to[0];
}

function spanOf(line: Route | undefined): { readonly left: number; readonly right: number } {
  const columns = line === undefined ? [0] : [...line.from, ...line.to];
  return { left: Math.min(...columns), right: Math.max(...columns) };
}
