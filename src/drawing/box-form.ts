/** Draws boxes and lines. Returns nothing rather than a line that could be misread or that exceeds the width. */
import { type DisplayOptions, stateOf, type Title } from './box.ts';
import { Canvas } from './canvas.ts';
import { type Channel, channelBelow } from './channel.ts';
import { displayWidth } from './clean-text.ts';
import { type Grid, gridOf, type Spacing } from './grid.ts';
import { exitOf, type Item, type Label, leftOf, rightOf } from './item.ts';
import { listMarks, maxMarks, type PlacedLabel, placeLabels, rowsOf } from './labels.ts';
import type { Layered } from './layers.ts';
import { membersOf } from './parallel-groups.ts';
import type { Picture } from './picture.ts';
import { quoteName } from './quote-name.ts';
import type { Sheet } from './sheet.ts';
import type { SketchNode } from './sketch.ts';

/** Wide if there is room, otherwise narrow, finally with labels in the list. */
const spacings: readonly Spacing[] = [
  { gap: 4, labelLines: 1, afterGroup: 0 },
  { gap: 4, labelLines: 3, afterGroup: 0 },
  { gap: 2, labelLines: 3, afterGroup: 0 },
  { gap: 4, labelLines: 0, afterGroup: 0 },
  { gap: 2, labelLines: 0, afterGroup: 0 },
  { gap: 1, labelLines: 0, afterGroup: 0 },
];

const parallelNote = '← parallel';
const failureTip = '▽';

/** If boxes with remarks are too wide, the remarks are listed below. */
export function boxForm(layered: Layered, sheet: Sheet): Picture | undefined {
  const whole = paintLayers(layered, sheet);
  const nodes = layered.layers.flat();
  if (whole !== undefined || nodes.every(({ remarks }) => remarks.length === 0)) return whole;
  const layers = layered.layers.map((layer) => layer.map((node) => ({ ...node, remarks: [] })));
  const bare = paintLayers({ ...layered, layers }, sheet);
  const remarks = nodes
    .filter((node) => node.remarks.length > 0)
    .map((node) => `${quoteName(node.name)}: ${node.remarks.join(', ')}`);
  return bare === undefined ? undefined : { ...bare, notes: [...bare.notes, ...remarks] };
}

function paintLayers(layered: Layered, sheet: Sheet): Picture | undefined {
  const labelled = layered.lines.some(({ label }) => label !== null);
  for (const spacing of spacings) {
    if (spacing.labelLines > 0 && !labelled) continue;
    const grid = gridOf(layered, sheet.shown, spacing);
    if (grid.width > sheet.width) continue;
    const picture = paintGrid(grid, sheet);
    if (picture !== undefined) return picture;
  }
  return undefined;
}

function paintGrid({ layers }: Grid, { shown, width, colour }: Sheet): Picture | undefined {
  const canvas = new Canvas();
  const marked: Label[] = [];
  const arrows: Arrow[] = [];
  const groups = new Set<string>();
  let top = 0;
  let line = 0;
  for (const layer of layers) {
    const bottom = top + 2 + Math.max(0, ...layer.map(({ box }) => box.remarks.length));
    for (const item of layer) {
      if (item.node === null) {
        const dotted = item.down.some(({ kind }) => kind === 'failure');
        canvas.down(item.middle, [top, true], [bottom, true], { line: line++, dotted });
      } else paintBox(canvas, item, { node: item.node, shown, top, bottom });
    }
    for (const group of noteGroup(canvas, layer, top + 1, width)) groups.add(group);
    const channel = channelBelow(layer);
    if (!channel.clear) return undefined;
    const labels = placeLabels(channel, width, marked);
    const rows = Math.max(1, channel.tracks + rowsOf(labels));
    paintChannel(canvas, channel, { top: bottom + 1, last: bottom + rows, first: line });
    paintLabels(canvas, labels, bottom + 1 + channel.tracks);
    line += channel.lines.length;
    top = bottom + 1 + rows;
    arrows.push(...arrowsOf(channel, top));
  }
  for (const { row, column, tip } of arrows) canvas.mark(row, column, tip);
  const lines = canvas.toLines(colour);
  if (lines === undefined || marked.length > maxMarks) return undefined;
  return { lines, notes: listMarks(marked), dotted: arrows.some(({ tip }) => tip === failureTip), groups };
}

interface BoxPlace {
  readonly node: SketchNode;
  readonly shown: DisplayOptions;
  readonly top: number;
  readonly bottom: number;
}

function paintBox(canvas: Canvas, item: Item, { node, shown, top, bottom }: BoxPlace): void {
  const state = stateOf(node, shown);
  const left = leftOf(item);
  const inner = item.box.width - 2;
  const { nw, ne, sw, se, across, side, exit } = borderOf(node);
  canvas.write(top, left, `${nw}${across.repeat(inner)}${ne}`, state);
  canvas.write(top + 1, left, `${side}${spread(item.box.title, inner)}${side}`, state);
  for (let row = top + 2; row < bottom; row++) {
    const { join, split } = item.box.title;
    const blank = { join: ' '.repeat(join.length), split: ' '.repeat(split.length) };
    const remark = item.box.remarks[row - top - 2] ?? '';
    canvas.write(row, left, `${side}${spread({ ...blank, name: remark }, inner)}${side}`, state);
  }
  canvas.write(bottom, left, `${sw}${across.repeat(inner)}${se}`, state);
  for (const { kind } of item.down) canvas.mark(bottom, exitOf(item, kind), kind === 'next' ? exit : '✗');
}

const plain = { nw: '┌', ne: '┐', sw: '└', se: '┘', across: '─', side: '│', exit: '┬' };
const round = { ...plain, nw: '╭', ne: '╮', sw: '╰', se: '╯' };
const double = { nw: '╔', ne: '╗', sw: '╚', se: '╝', across: '═', side: '║', exit: '╤' };

function borderOf({ kind, form }: SketchNode): typeof plain {
  if (kind === 'place') return round;
  return form === 'net' || form === 'nets' ? double : plain;
}

/** The join at the left edge, the split at the right, the name centered between them. */
function spread({ join, name, split }: Title, width: number): string {
  const room = width - displayWidth(join + name + split);
  const before = Math.floor(room / 2);
  return join + ' '.repeat(before) + name + ' '.repeat(room - before) + split;
}

/** @returns the groups that the note names: all of this layer, if they are one and it fits */
function noteGroup(canvas: Canvas, layer: readonly Item[], row: number, width: number): string[] {
  const [members, ...others] = membersOf(layer);
  const boxes = layer.filter(({ node }) => node !== null);
  if (members === undefined || others.length > 0 || members.length < boxes.length) return [];
  const column = Math.max(...layer.map(rightOf)) + 4;
  if (column + displayWidth(parallelNote) > width) return [];
  canvas.write(row, column, parallelNote);
  return members.flatMap(({ node }) => node?.group ?? []);
}

interface ChannelPlace {
  readonly top: number;
  readonly last: number;
  /** Row of its first line. */
  readonly first: number;
}

function paintChannel(canvas: Canvas, { lines }: Channel, { top, last, first }: ChannelPlace): void {
  lines.forEach(({ from, to, track, kind }, index) => {
    const stroke = { line: first + index, dotted: kind === 'failure' };
    if (track < 0) {
      for (const column of from) canvas.down(column, [top, true], [last, true], stroke);
      return;
    }
    const row = top + track;
    const columns = [...from, ...to.map(({ column }) => column)];
    canvas.across(row, Math.min(...columns), Math.max(...columns), stroke);
    for (const column of from) canvas.down(column, [top, true], [row, false], stroke);
    for (const { column } of to) canvas.down(column, [row, false], [last, true], stroke);
  });
}

function paintLabels(canvas: Canvas, labels: readonly PlacedLabel[], top: number): void {
  for (const { column, lines } of labels) {
    lines.forEach((text, index) => {
      canvas.write(top + index, column, text);
    });
  }
}

interface Arrow {
  readonly row: number;
  readonly column: number;
  readonly tip: string;
}

function arrowsOf({ lines }: Channel, row: number): Arrow[] {
  return lines.flatMap(({ kind, to }) =>
    to
      .filter(({ segment }) => segment.below.node !== null)
      .map(({ column }) => ({ row, column, tip: kind === 'next' ? '▼' : failureTip })),
  );
}
