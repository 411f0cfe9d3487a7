/** Draws the boxes of an SVG: outline, name, join and split, remarks; and the light frame around parallel boxes. */
import { type Box, type DisplayOptions, stateOf } from './box.ts';
import { escapeXml } from './escape-xml.ts';
import { type Item, leftOf, rightOf } from './item.ts';
import { membersOf } from './parallel-groups.ts';
import { isCircle, isDecorated } from './routing-sign.ts';
import type { SketchNode } from './sketch.ts';
import { bandOf, bandWidth, marksOf } from './svg-decorators.ts';
import { columnWidth, lineHeight, type Row } from './svg-layout.ts';
import { type Area, circleRadius, outlineOf } from './svg-shapes.ts';
import { svgText } from './svg-text.ts';

const aroundGroup = 14;
const captionWidth = 72;

export function boxesOf(row: Row, shown: DisplayOptions): string[] {
  return row.layer.flatMap((item) => (item.node === null ? [] : [boxAt(item, item.node, row, shown)]));
}

export function groupsOf({ layer, top, bottom }: Row): string[] {
  return membersOf(layer).flatMap((members) => {
    const [first, last] = [members[0], members.at(-1)];
    if (first === undefined || last === undefined) return [];
    const x = leftOf(first) * columnWidth - aroundGroup;
    const right = (rightOf(last) + 1) * columnWidth;
    const width = right + aroundGroup + captionWidth - x;
    const frame = `<rect class="sb-group" x="${x}" y="${top - 10}" width="${width}" height="${bottom - top + 20}" rx="12"/>`;
    const caption = { x: right + 14, y: (top + bottom) / 2 + 4, className: 'sb-caption' };
    return [frame + svgText('parallel', caption)];
  });
}

/** The text alternative and tooltip of the box. */
export function describeNode(node: SketchNode, shown: DisplayOptions): string {
  return shown.states === undefined || node.kind === 'place'
    ? node.name
    : `${node.name}: ${stateOf(node, shown)}`;
}

function boxAt(item: Item, node: SketchNode, { top, bottom }: Row, shown: DisplayOptions): string {
  const area = {
    x: leftOf(item) * columnWidth,
    y: top,
    width: item.box.width * columnWidth,
    height: bottom - top,
  };
  const look = shown.states === undefined ? node.kind : stateOf(node, shown).replace(' ', '-');
  return [
    `<g class="sb-box sb-${look}"><title>${escapeXml(describeNode(node, shown))}</title>`,
    outlineOf(node, area),
    ...(isCircle(node) ? besideCircle(item, node, area) : inside(item.box, node, area)),
    ...marksOf(node.marks ?? [], area),
    '</g>',
  ].join('');
}

/** The name to the right of it, and a line to the next row if the row is higher. */
function besideCircle({ box, down }: Item, { name }: SketchNode, { x, y, width, height }: Area): string[] {
  const middle = x + width / 2;
  const lines = [name, ...box.remarks];
  const first = y + circleRadius - ((lines.length - 1) * lineHeight) / 2 + 4;
  return [
    ...lines.map((line, index) =>
      svgText(line, { x: middle + circleRadius + 6, y: first + index * lineHeight, className: 'sb-caption' }),
    ),
    ...(down.length === 0
      ? []
      : [`<path class="sb-line sb-next" d="M${middle} ${y + 2 * circleRadius}V${y + height}"/>`]),
  ];
}

/** Join and split have separate compartments, as in the literature on workflow nets. */
function inside({ title, remarks }: Box, node: SketchNode, area: Area): string[] {
  const { x, y, width, height } = area;
  const decorated = isDecorated(node);
  const cell = decorated ? bandWidth : 3 * columnWidth;
  const left = title.join === '' ? x : x + cell;
  const right = title.split === '' ? x + width : x + width - cell;
  const middle = (left + right) / 2;
  const first = y + (height - (1 + remarks.length) * lineHeight) / 2 + 13;
  const routing = y + height / 2 + 4;
  const parts = [svgText(title.name, { x: middle, y: first, className: 'sb-name' })];
  if (decorated) {
    if (node.join !== null) parts.push(bandOf(node.join, 'join', area));
    if (node.split !== null) parts.push(bandOf(node.split, 'split', area));
  } else {
    if (title.join !== '') parts.push(wall(left, y, height), sign(title.join, x + cell / 2, routing));
    if (title.split !== '') parts.push(wall(right, y, height), sign(title.split, right + cell / 2, routing));
  }
  return [
    ...parts,
    ...remarks.map((remark, index) =>
      svgText(remark, { x: middle, y: first + (1 + index) * lineHeight, className: 'sb-remark' }),
    ),
  ];
}

function wall(x: number, y: number, height: number): string {
  return `<path class="sb-wall" d="M${x} ${y}v${height}"/>`;
}

function sign(routing: string, x: number, y: number): string {
  return svgText(routing.replace('╎', ''), { x, y, className: 'sb-name' });
}
