/** Computes all positions of an SVG, in pixels from the corner of the grid: the layout of text, with more room. */
import type { DisplayOptions } from './box.ts';
import { type Channel, channelBelow } from './channel.ts';
import { type Grid, gridOf } from './grid.ts';
import type { Item, Label } from './item.ts';
import { type PlacedLabel, placeLabels, rowsOf } from './labels.ts';
import type { Layered } from './layers.ts';

/** A character is narrower than this in every monospace font of the size used. */
export const columnWidth = 8;
export const lineHeight = 18;
/** Above and below the lines of a box. */
const padding = 11;
/** From a box to the first turn of a line below it, and from turn to turn. */
const firstTurn = 22;
const betweenTurns = 12;
/** From the last turn or label to the box below: an arrow, and the frame of a group. */
const lastStretch = 24;
/** Columns for the word next to a group. */
const groupCaption = 11;
/** Columns between boxes. */
const gaps = [4, 5, 6, 8];

export interface Row {
  readonly layer: readonly Item[];
  readonly top: number;
  readonly bottom: number;
  /** The lines below it. */
  readonly channel: Channel;
  readonly labels: readonly PlacedLabel[];
  readonly labelsTop: number;
}

export interface SvgLayout {
  readonly rows: readonly Row[];
  readonly width: number;
  readonly height: number;
  /** Labels with a mark at their line. */
  readonly marked: readonly Label[];
}

export function xOf(column: number): number {
  return (column + 0.5) * columnWidth;
}

export function turnOf(row: Row, track: number): number {
  return row.bottom + firstTurn + track * betweenTurns;
}

export function layoutOf(layered: Layered, shown: DisplayOptions): SvgLayout {
  const { grid, channels } = clearest(layered, shown);
  const marked: Label[] = [];
  let top = 0;
  const rows = grid.layers.map((layer, index): Row => {
    const channel = channels[index] ?? { lines: [], tracks: 0, clear: true };
    const lines = 1 + Math.max(0, ...layer.map(({ box }) => box.remarks.length));
    const bottom = top + 2 * padding + lines * lineHeight;
    const labels = placeLabels(channel, grid.width, marked);
    const turns = channel.tracks === 0 ? firstTurn / 2 : firstTurn + (channel.tracks - 1) * betweenTurns;
    const labelsTop = bottom + turns + 4;
    const row = { layer, top, bottom, channel, labels, labelsTop };
    top = labelsTop + rowsOf(labels) * lineHeight + lastStretch;
    return row;
  });
  const height = rows.at(-1)?.bottom ?? 0;
  return { rows, width: grid.width * columnWidth, height, marked };
}

interface Plan {
  readonly grid: Grid;
  readonly channels: readonly Channel[];
}

/** Increases the gap until no two lines could be taken for one, or until that does not help. */
function clearest(layered: Layered, shown: DisplayOptions): Plan {
  let plan: Plan | undefined;
  for (const gap of gaps) {
    const grid = gridOf(layered, shown, { gap, labelLines: 1, afterGroup: groupCaption, circles: true });
    plan = { grid, channels: grid.layers.map(channelBelow) };
    if (plan.channels.every(({ clear }) => clear)) break;
  }
  return plan ?? { grid: { layers: [], width: 0 }, channels: [] };
}
