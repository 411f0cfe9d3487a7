/** The same layout as an SVG that needs nothing else: no script, no font, no link; light or dark as the reader has it. */
import type { Net } from '../kernel/index.ts';
import { type Box, type Shown, stateOf } from './box.ts';
import { type Grid, gridOf } from './grid.ts';
import { type Item, leftOf } from './item.ts';
import { layersOf } from './layers.ts';
import { type GraphNode, graphOf } from './net-graph.ts';
import { svgStyle } from './svg-style.ts';
import type { TaskState, TaskStates } from './task-state.ts';

const column = 8;
const lineHeight = 18;
const padding = 11;
const between = 38;
const margin = 12;

interface Row {
  readonly layer: readonly Item[];
  readonly top: number;
  readonly bottom: number;
}

export function drawSvg(net: Net, states?: TaskStates): string {
  const shown: Shown = { states, longest: 48 };
  const grid = gridOf(layersOf(graphOf(net)), shown, 4);
  const rows = rowsOf(grid);
  const width = 2 * margin + Math.max(1, grid.width) * column;
  const height = margin + (rows.at(-1)?.bottom ?? margin);
  const lines = rows.flatMap((row, index) => linesBelow(row, rows[index + 1]));
  const boxes = rows.flatMap((row) => row.layer.map((item) => boxAt(item, shown, row)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="sb" role="img" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${escapeXml(titleOfAll(rows, shown))}</title>`,
    `<style>${svgStyle}</style>`,
    ...lines,
    ...boxes.filter((box) => box !== ''),
    '</svg>',
  ].join('\n');
}

/** What a reader without the picture is told. */
function titleOfAll(rows: readonly Row[], shown: Shown): string {
  const nodes = rows.flatMap(({ layer }) => layer.flatMap(({ node }) => (node?.task == null ? [] : [node])));
  return nodes
    .map((node) => (shown.states === undefined ? node.name : `${node.name}: ${stateOf(node, shown)}`))
    .join(', ');
}

function rowsOf({ layers }: Grid): Row[] {
  let top = margin;
  return layers.map((layer) => {
    const remarks = Math.max(0, ...layer.map(({ box }) => box.remarks.length));
    const row = { layer, top, bottom: top + 2 * padding + (1 + remarks) * lineHeight };
    top = row.bottom + between;
    return row;
  });
}

function xOf(at: number): number {
  return margin + (at + 0.5) * column;
}

function linesBelow({ layer, top, bottom }: Row, next: Row | undefined): string[] {
  return layer.flatMap((item) => {
    const x = xOf(item.middle);
    const passes = item.node === null ? [`<path class="sb-line" d="M${x} ${top}V${bottom}"/>`] : [];
    if (next === undefined) return passes;
    return [...passes, ...item.down.flatMap((target) => lineTo(x, bottom, target, next.top))];
  });
}

function lineTo(x: number, y: number, target: Item, bottom: number): string[] {
  const end = xOf(target.middle);
  const tip = target.node === null ? 0 : 7;
  const middle = (y + bottom) / 2;
  const line = `<path class="sb-line" d="M${x} ${y}C${x} ${middle} ${end} ${middle} ${end} ${bottom - tip}"/>`;
  if (tip === 0) return [line];
  return [line, `<path class="sb-tip" d="M${end} ${bottom}l-5 -8h10z"/>`];
}

function boxAt(item: Item, shown: Shown, { top, bottom }: Row): string {
  if (item.node === null) return '';
  const state = stateOf(item.node, shown);
  const x = margin + leftOf(item) * column;
  const width = item.box.width * column;
  const round = item.node.task === null ? 16 : 5;
  return [
    `<g class="sb-box sb-${classOf(state)}">${tooltip(item.node, state, shown)}`,
    `<rect x="${x}" y="${top}" width="${width}" height="${bottom - top}" rx="${round}"/>`,
    ...inside(item.box, { x, width, top, bottom }),
    '</g>',
  ].join('');
}

interface Area {
  readonly x: number;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
}

/** Join and split have compartments of their own, as in the textbooks. */
function inside({ title, remarks }: Box, { x, width, top, bottom }: Area): string[] {
  const y = top + padding + 13;
  const cell = 3 * column;
  const left = title.join === '' ? x : x + cell;
  const right = title.split === '' ? x + width : x + width - cell;
  const middle = (left + right) / 2;
  const parts = [text(middle, y, title.name, '')];
  if (title.join !== '') {
    parts.push(wall(left, top, bottom), text(x + cell / 2, y, title.join.replace('╎', ''), ''));
  }
  if (title.split !== '') {
    parts.push(wall(right, top, bottom), text(right + cell / 2, y, title.split.replace('╎', ''), ''));
  }
  return [
    ...parts,
    ...remarks.map((remark, index) => text(middle, y + (1 + index) * lineHeight, remark, 'sb-remark')),
  ];
}

function wall(x: number, top: number, bottom: number): string {
  return `<path class="sb-wall" d="M${x} ${top}V${bottom}"/>`;
}

function text(x: number, y: number, words: string, className: string): string {
  return `<text${className === '' ? '' : ` class="${className}"`} x="${x}" y="${y}">${escapeXml(words)}</text>`;
}

function tooltip(node: GraphNode, state: TaskState, shown: Shown): string {
  const told = shown.states === undefined || node.task === null ? node.name : `${node.name}: ${state}`;
  return `<title>${escapeXml(told)}</title>`;
}

function classOf(state: TaskState): string {
  return state.replace(' ', '-');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeXml(words: string): string {
  return words.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
}
