/** The signs of multiple instances, joins and splits: logical signs, or the triangles and diamonds of workflow nets. */
import type { Routing } from '../kernel/index.ts';
import type { SketchNode } from './sketch.ts';

const logical: Readonly<Record<Routing, string>> = { and: '∧', xor: '×', or: '○' };
/** Lines that converge to a point, or diverge from one. */
const joins: Readonly<Record<Routing, string>> = { and: '▷', xor: '◁', or: '◇' };
const splits: Readonly<Record<Routing, string>> = { and: '◁', xor: '▷', or: '◇' };

/** For a task with multiple instances in text drawings. */
export const severalSign = '≡';

export function isDecorated({ form }: SketchNode): boolean {
  return form === 'task' || form === 'tasks' || form === 'net' || form === 'nets';
}

/** Whether it is a circle in SVG drawings, with its name next to it. */
export function isCircle({ form }: SketchNode): boolean {
  return form === 'input' || form === 'output' || form === 'condition';
}

/** Empty if there is only one input. */
export function joinSign(node: SketchNode): string {
  if (node.join === null) return '';
  return (isDecorated(node) ? joins : logical)[node.join];
}

export function splitSign(node: SketchNode): string {
  if (node.split === null) return '';
  return (isDecorated(node) ? splits : logical)[node.split];
}

/** For a legend: of decorated tasks the left and the right form. */
export function legendSign(routing: Routing, decorated: boolean): string {
  if (!decorated) return logical[routing];
  return routing === 'or' ? joins.or : `${joins[routing]}│ │${splits[routing]}`;
}
