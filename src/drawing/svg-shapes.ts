/** Draws the outline of a node: each kind has its own shape, so colour only repeats it. */
import type { SketchForm, SketchNode } from './sketch.ts';

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Outline = (area: Area) => string;

/** How far a shape may extend over the sides of its area. */
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

/** At the top of its area, where lines enter. */
interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

export const circleRadius = 18;

/** @param inside the content of the circle */
const circle =
  (inside: (circle: Circle) => string): Outline =>
  ({ x, y, width }) => {
    const middle = { x: x + width / 2, y: y + circleRadius, radius: circleRadius };
    const arc = `a${circleRadius} ${circleRadius} 0 1 1`;
    const round = `M${middle.x - circleRadius} ${middle.y}${arc} ${2 * circleRadius} 0${arc} ${-2 * circleRadius} 0z`;
    const drawn = inside(middle);
    return `<path class="sb-shape" d="${round}"/>${drawn === '' ? '' : `<path class="sb-inner" d="${drawn}"/>`}`;
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

/** Points back, for compensation. */
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

/** Sharp corners, and a second line inside. */
const doubled: Outline = (area) => {
  const { x, y, width, height } = area;
  const inner = `M${x + 4} ${y + 4}h${width - 8}v${height - 8}h${8 - width}z`;
  return `${rectangle(1)(area)}<path class="sb-wall" d="${inner}"/>`;
};

const behind =
  (front: Outline): Outline =>
  (area) =>
    rectangle(1)({ ...area, x: area.x + 6, y: area.y + 6 }) + front(area);

const outlines: Readonly<Record<SketchNode['kind'], Outline>> = {
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

const forms: Readonly<Record<SketchForm, Outline>> = {
  input: circle(
    ({ x, y, radius }) =>
      `M${x - radius * 0.32} ${y - radius * 0.5}v${radius}l${radius * 0.86} ${-radius / 2}z`,
  ),
  output: circle(
    ({ x, y, radius }) =>
      `M${x - radius * 0.4} ${y - radius * 0.4}h${radius * 0.8}v${radius * 0.8}h${-radius * 0.8}z`,
  ),
  condition: circle(() => ''),
  task: rectangle(1),
  tasks: behind(rectangle(1)),
  net: doubled,
  nets: behind(doubled),
};

export function outlineOf({ kind, form }: SketchNode, area: Area): string {
  return form === undefined ? outlines[kind](area) : forms[form](area);
}
