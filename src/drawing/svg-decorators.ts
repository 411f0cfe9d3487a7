/** Draws the decorations of tasks: joins and splits in bands at the sides, small signs at the upper edge. */
import type { Routing } from '../kernel/index.ts';
import type { SketchMark } from './sketch.ts';
import type { Area } from './svg-shapes.ts';

export const bandWidth = 16;

const markRadius = 7;

/** Lines that converge to a point towards the task, or diverge from one; XOR points in the other direction. */
export function bandOf(routing: Routing, side: 'join' | 'split', { x, y, width, height }: Area): string {
  const outer = side === 'join' ? x : x + width;
  const inner = side === 'join' ? x + bandWidth : x + width - bandWidth;
  const middle = y + height / 2;
  const bottom = y + height;
  const wall = `M${inner} ${y}V${bottom}`;
  const triangle = (base: number, tip: number) => `M${base} ${y}L${tip} ${middle}L${base} ${bottom}`;
  const centre = (outer + inner) / 2;
  const signs: Readonly<Record<Routing, string>> = {
    and: triangle(outer, inner),
    xor: triangle(inner, outer),
    or: `M${centre} ${y}L${inner} ${middle}L${centre} ${bottom}L${outer} ${middle}Z`,
  };
  return `<path class="sb-wall" d="${wall}${signs[routing]}"/>`;
}

export function marksOf(marks: readonly SketchMark[], { x, y }: Area): string[] {
  return marks.map((mark, index) => draw[mark](x + 12 + index * (2 * markRadius + 6), y));
}

const draw: Readonly<Record<SketchMark, (x: number, y: number) => string>> = {
  timer: (x, y) => `<path class="sb-mark" d="${ringAt(x, y, markRadius)}M${x} ${y - 4}v4l3 2"/>`,
  automated: (x, y) =>
    `<path class="sb-gear" d="${ringAt(x, y, markRadius - 2)}"/><path class="sb-mark" d="${ringAt(x, y, 2)}"/>`,
  cancels: (x, y) =>
    `<path class="sb-cancels" d="${ringAt(x, y, markRadius)}M${x - 3} ${y - 3}l6 6m0 -6l-6 6"/>`,
};

function ringAt(x: number, y: number, radius: number): string {
  const half = `a${radius} ${radius} 0 1 1`;
  return `M${x - radius} ${y}${half} ${2 * radius} 0${half} ${-2 * radius} 0z`;
}
