/** What the signs mean that occur in the drawing of a sketch. */
import type { Routing } from '../kernel/index.ts';
import { isDecorated, legendSign, severalSign } from './routing-sign.ts';
import type { Sketch } from './sketch.ts';

const routings: readonly (readonly [Routing, string])[] = [
  ['and', 'all ways'],
  ['xor', 'one way'],
  ['or', 'any number of ways'],
];

export function legendOf({ nodes }: Sketch): string[] {
  const used = new Set(nodes.flatMap(({ join, split }) => [join, split]));
  const decorated = nodes.some(isDecorated);
  return routings
    .filter(([routing]) => used.has(routing))
    .map(([routing, words]) => `${legendSign(routing, decorated)} ${words}`);
}

/** Of a drawing in text: pictures have stacks of boxes for it. */
export function legendOfText(sketch: Sketch): string[] {
  const hasSeveral = sketch.nodes.some(({ form }) => form === 'tasks' || form === 'nets');
  return [...legendOf(sketch), ...(hasSeveral ? [`${severalSign} several instances`] : [])];
}
