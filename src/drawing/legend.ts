/** Explains the signs that occur in the drawing of a sketch. */
import type { Routing } from '../kernel/index.ts';
import { isDecorated, legendSign, severalSign } from './routing-sign.ts';
import type { Sketch } from './sketch.ts';

const routings: readonly (readonly [Routing, string])[] = [
  ['and', 'all paths'],
  ['xor', 'one path'],
  ['or', 'any number of paths'],
];

export function legendOf({ nodes }: Sketch): string[] {
  const used = new Set(nodes.flatMap(({ join, split }) => [join, split]));
  const decorated = nodes.some(isDecorated);
  return routings
    .filter(([routing]) => used.has(routing))
    .map(([routing, text]) => `${legendSign(routing, decorated)} ${text}`);
}

/** For text drawings: SVG drawings show stacked boxes instead. */
export function legendOfText(sketch: Sketch): string[] {
  const hasSeveral = sketch.nodes.some(({ form }) => form === 'tasks' || form === 'nets');
  return [...legendOf(sketch), ...(hasSeveral ? [`${severalSign} several instances`] : [])];
}
