/** The seeded random numbers of a run [K11.3]: a hashed counter. The only state is the number of draws. */
import type { Draft } from './draft.ts';

/** The next number from 0 (included) to 1 (excluded). */
export const draw = (draft: Draft): number => {
  draft.draws += 1;
  let x = (draft.seed + Math.imul(draft.draws, 0x9e3779b9)) | 0;
  x ^= x >>> 16;
  x = Math.imul(x, 0x21f0aaad);
  x ^= x >>> 15;
  x = Math.imul(x, 0x735a2d97);
  x ^= x >>> 15;
  return (x >>> 0) / 4_294_967_296;
};

/** One of several, evenly. Nothing is drawn if there is only one. */
export const choose = <T>(draft: Draft, among: readonly T[]): T =>
  among.length === 1 ? among[0]! : among[Math.floor(draw(draft) * among.length)]!;
