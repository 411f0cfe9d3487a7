/** The outline of a node: every kind has its own, so that colour only repeats what the shape says. */
import type { SketchKind } from './sketch.ts';

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Outline = (area: Area) => string;

/** How far a shape may reach over the sides of its area. */
const reach = 10;
const cut = 9;

const rectangle =
  (round: number): Outline =>
  ({ x, y, width, height }) =>
    `<rect class="sb-shape" x="${x}" y="${y}" width="${width}" height="${height}" rx="${Math.min(round, height / 2)}"/>`;

const polygon =
  (corners: (area: Area) => readonly (readonly [number, number])[]): Outline =>
  (area) => {
    const points = corners(area).map(([x, y]) => `${x} ${y}`);
    return `<path class="sb-shape" d="M${points.join('L')}Z"/>`;
  };

/** Points at both sides: a decision. */
const hexagon = polygon(({ x, y, width, height }) => [
  [x, y],
  [x + width, y],
  [x + width + reach, y + height / 2],
  [x + width, y + height],
  [x, y + height],
  [x - reach, y + height / 2],
]);

const octagon = polygon(({ x, y, width, height }) => [
  [x + cut, y],
  [x + width - cut, y],
  [x + width, y + cut],
  [x + width, y + height - cut],
  [x + width - cut, y + height],
  [x + cut, y + height],
  [x, y + height - cut],
  [x, y + cut],
]);

const slanted = polygon(({ x, y, width, height }) => [
  [x, y],
  [x + width + reach, y],
  [x + width, y + height],
  [x - reach, y + height],
]);

/** Points back, to what is undone. */
const backwards = polygon(({ x, y, width, height }) => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
  [x - reach, y + height / 2],
]);

const stacked: Outline = (area) =>
  rectangle(8)({ ...area, x: area.x + 5, y: area.y + 5 }) + rectangle(8)(area);

const walled: Outline = (area) => {
  const walls = [area.x + 5, area.x + area.width - 5].map((x) => `M${x} ${area.y}v${area.height}`);
  return `${rectangle(4)(area)}<path class="sb-wall" d="${walls.join('')}"/>`;
};

const outlines: Readonly<Record<SketchKind, Outline>> = {
  call: rectangle(8),
  branch: hexagon,
  foreach: stacked,
  workflow: walled,
  question: rectangle(18),
  wait: slanted,
  compensate: backwards,
  error: octagon,
  pass: rectangle(8),
  place: rectangle(99),
};

export function outlineOf(kind: SketchKind, area: Area): string {
  return outlines[kind](area);
}
