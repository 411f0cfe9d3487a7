/** What the signs mean that occur in the drawing of a sketch. */
import type { Routing } from '../kernel/index.ts';
import { isDecorated, legendSign } from './routing-sign.ts';
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
