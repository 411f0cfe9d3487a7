/** The drawing with boxes and lines. Gives up rather than draw a line that could be misread, or over the width. */
import { type Shown, stateOf, type Title } from './box.ts';
import { Canvas } from './canvas.ts';
import { type Channel, channelBelow } from './channel.ts';
import { displayWidth } from './clean-text.ts';
import { type Grid, gridOf } from './grid.ts';
import { type Item, leftOf } from './item.ts';
import type { Layered } from './layers.ts';
import type { GraphNode } from './net-graph.ts';

/** Wide apart where there is room, else close together. */
const gaps = [4, 2, 1];

export function boxForm(
  layered: Layered,
  shown: Shown,
  width: number,
  colour: boolean,
): string[] | undefined {
  for (const gap of gaps) {
    const grid = gridOf(layered, shown, gap);
    if (grid.width > width) continue;
    const lines = paintGrid(grid, shown, colour);
    if (lines !== undefined) return lines;
  }
  return undefined;
}

function paintGrid({ layers }: Grid, shown: Shown, colour: boolean): string[] | undefined {
  const canvas = new Canvas();
  const arrows: (readonly [row: number, column: number])[] = [];
  let top = 0;
  let line = 0;
  for (const layer of layers) {
    const bottom = top + 2 + Math.max(0, ...layer.map(({ box }) => box.remarks.length));
    for (const item of layer) {
      if (item.node === null) canvas.down(item.middle, [top, true], [bottom, true], line++);
      else paintBox(canvas, item, { node: item.node, shown, top, bottom });
    }
    const channel = channelBelow(layer);
    if (channel === undefined) return undefined;
    paintChannel(canvas, channel, bottom + 1, line);
    line += channel.lines.length;
    top = bottom + 1 + channel.rows;
    for (const column of channel.arrows) arrows.push([top, column]);
  }
  for (const [row, column] of arrows) canvas.mark(row, column, '▼');
  return canvas.toLines(colour);
}

interface BoxPlace {
  readonly node: GraphNode;
  readonly shown: Shown;
  readonly top: number;
  readonly bottom: number;
}

function paintBox(canvas: Canvas, item: Item, { node, shown, top, bottom }: BoxPlace): void {
  const state = stateOf(node, shown);
  const left = leftOf(item);
  const inner = item.box.width - 2;
  const [nw, ne, sw, se] = node.task === null ? '╭╮╰╯' : '┌┐└┘';
  canvas.write(top, left, `${nw}${'─'.repeat(inner)}${ne}`, state);
  canvas.write(top + 1, left, `│${spread(item.box.title, inner)}│`, state);
  for (let row = top + 2; row < bottom; row++) {
    const { join, split } = item.box.title;
    const blank = { join: ' '.repeat(join.length), split: ' '.repeat(split.length) };
    const remark = item.box.remarks[row - top - 2] ?? '';
    canvas.write(row, left, `│${spread({ ...blank, name: remark }, inner)}│`, state);
  }
  canvas.write(bottom, left, `${sw}${'─'.repeat(inner)}${se}`, state);
  if (item.down.length > 0) canvas.mark(bottom, item.middle, '┬');
}

/** The join at the left edge, the split at the right, the name in the middle of what is left. */
function spread({ join, name, split }: Title, width: number): string {
  const room = width - displayWidth(join + name + split);
  const before = Math.floor(room / 2);
  return join + ' '.repeat(before) + name + ' '.repeat(room - before) + split;
}

function paintChannel(canvas: Canvas, { lines, rows }: Channel, top: number, first: number): void {
  const last = top + rows - 1;
  lines.forEach(({ from, to, track }, index) => {
    const line = first + index;
    if (track < 0) {
      for (const column of from) canvas.down(column, [top, true], [last, true], line);
      return;
    }
    const row = top + track;
    canvas.across(row, Math.min(...from, ...to), Math.max(...from, ...to), line);
    for (const column of from) canvas.down(column, [top, true], [row, false], line);
    for (const column of to) canvas.down(column, [row, false], [last, true], line);
  });
}
