/** K11.3: the only source of randomness. */
import type { World } from './world.ts';

/** The next number from 0 up to, not including, 1. */
export function draw(world: World): number {
  let x = (world.seed + Math.imul(world.draws + 1, 0x9e3779b9)) >>> 0;
  world.draws += 1;
  x ^= x >>> 16;
  x = Math.imul(x, 0x21f0aaad);
  x ^= x >>> 15;
  x = Math.imul(x, 0x735a2d97);
  x ^= x >>> 15;
  return (x >>> 0) / 2 ** 32;
}

/** One of several. The caller ensures that there is a choice: otherwise nothing is drawn. */
export function choose<T>(world: World, options: readonly T[]): T {
  const chosen = options[Math.floor(draw(world) * options.length)];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
}
