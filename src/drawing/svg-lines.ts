/**
 * Draws the lines of an SVG, with their arrows and labels. Turns are round; nothing is drawn twice, so dashes stay
 * visible.
 */
import type { Line } from './channel.ts';
import type { Item } from './item.ts';
import { isCircle } from './routing-sign.ts';
import { columnWidth, lineHeight, type Row, turnOf, xOf } from './svg-layout.ts';
import { circleRadius } from './svg-shapes.ts';
import { svgText } from './svg-text.ts';

const maxRadius = 8;
const tipHeight = 8;

/** @param next the row below, if there is one */
export function linesBelow(row: Row, next: Row | undefined): string[] {
  const passages = row.layer
    .filter(({ node }) => node === null)
    .map(({ middle, down }) => path(classOf(down[0]?.kind), `M${xOf(middle)} ${row.top}V${row.bottom}`));
  if (next === undefined) return passages;
  return [
    ...passages,
    ...row.channel.lines.flatMap((line) => lineOf(line, row, next.top)),
    ...row.labels.flatMap(({ column, lines }) =>
      lines.map((text, index) =>
        svgText(text, {
          x: xOf(column) - columnWidth / 2,
          y: row.labelsTop + index * lineHeight + 12,
          className: 'sb-label',
        }),
      ),
    ),
  ];
}

function lineOf(line: Line, row: Row, end: number): string[] {
  const targets = line.to.map(({ column, segment }) => ({
    x: xOf(column),
    end: end + dropOf(segment.below, column),
    tip: segment.below.node === null ? 0 : tipHeight,
  }));
  const arrows = targets
    .filter(({ tip }) => tip > 0)
    .map(({ x, end: at }) => `<path class="sb-tip sb-${line.kind}" d="M${x} ${at}l-5 -${tipHeight}h10z"/>`);
  const sources = line.from.map(xOf);
  if (line.track < 0) {
    const [target] = targets;
    const d = target === undefined ? '' : `M${target.x} ${row.bottom}V${target.end - target.tip}`;
    return [path(classOf(line.kind), d), ...arrows];
  }
  const y = turnOf(row, line.track);
  const columns = [...sources, ...targets.map(({ x }) => x)];
  const span = { left: Math.min(...columns), right: Math.max(...columns), y };
  const parts = [
    ...sources.map((x) => stub(span, x, row.bottom)),
    ...targets.map(({ x, end: at, tip }) => stub(span, x, at - tip)),
    `M${span.left + radiusOf(span)} ${y}H${span.right - radiusOf(span)}`,
  ];
  return [path(classOf(line.kind), parts.join('')), ...arrows];
}

/** A line meets a circle lower beside its middle. */
function dropOf({ node, middle }: Item, column: number): number {
  if (node === null || !isCircle(node)) return 0;
  const aside = Math.min(Math.abs(column - middle) * columnWidth, circleRadius);
  return Math.round(circleRadius - Math.sqrt(circleRadius ** 2 - aside ** 2));
}

interface Span {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

function radiusOf({ left, right }: Span): number {
  return Math.min(maxRadius, (right - left) / 2);
}

/** From above or below to the horizontal part: round at its end, otherwise straight onto it. */
function stub(span: Span, x: number, from: number): string {
  const radius = radiusOf(span);
  const turn = from < span.y ? -radius : radius;
  if (x === span.left) return `M${x} ${from}V${span.y + turn}Q${x} ${span.y} ${x + radius} ${span.y}`;
  if (x === span.right) return `M${x} ${from}V${span.y + turn}Q${x} ${span.y} ${x - radius} ${span.y}`;
  return `M${x} ${from}V${span.y}`;
}

function classOf(kind: string | undefined): string {
  return `sb-line sb-${kind ?? 'next'}`;
}

function path(className: string, d: string): string {
  return `<path class="${className}" d="${d}"/>`;
}
