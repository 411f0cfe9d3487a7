/** The signs of several instances, of joins and of splits: those of logic, or the triangles and diamonds that YAWL's tasks wear at their sides. */
import type { Routing } from '../kernel/index.ts';
import type { SketchNode } from './sketch.ts';

const logical: Readonly<Record<Routing, string>> = { and: '∧', xor: '×', or: '○' };
/** Lines that come together in a point, or part from one. */
const joins: Readonly<Record<Routing, string>> = { and: '▷', xor: '◁', or: '◇' };
const splits: Readonly<Record<Routing, string>> = { and: '◁', xor: '▷', or: '◇' };

/** Of a task of several instances, where no stack can be drawn. */
export const severalSign = '≡';

export function isDecorated({ form }: SketchNode): boolean {
  return form === 'task' || form === 'tasks' || form === 'net' || form === 'nets';
}

/** Whether it is a circle in pictures, with its name beside it. */
export function isCircle({ form }: SketchNode): boolean {
  return form === 'input' || form === 'output' || form === 'condition';
}

/** Empty where there is one way in. */
export function joinSign(node: SketchNode): string {
  if (node.join === null) return '';
  return (isDecorated(node) ? joins : logical)[node.join];
}

export function splitSign(node: SketchNode): string {
  if (node.split === null) return '';
  return (isDecorated(node) ? splits : logical)[node.split];
}

/** As a legend shows it: of decorated tasks as it stands at the left and at the right. */
export function legendSign(routing: Routing, decorated: boolean): string {
  if (!decorated) return logical[routing];
  return routing === 'or' ? joins.or : `${joins[routing]}│ │${splits[routing]}`;
}
