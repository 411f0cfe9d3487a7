/** Computes how many entries of a list fit into one answer. The rest is the next page. */
import type { JsonObject } from '../contract/tool.ts';

/** In characters of JSON: slightly below the limit at which answers are cut. */
const maxCharacters = 50_000;

/** At least one: an empty page would never end. */
export function howManyFit(entries: readonly JsonObject[]): number {
  let left = maxCharacters;
  const tooMany = entries.findIndex((entry) => {
    left -= JSON.stringify(entry).length;
    return left < 0;
  });
  return tooMany < 0 ? entries.length : Math.max(tooMany, 1);
}

export const fitsAlone = (entry: JsonObject): boolean => JSON.stringify(entry).length <= maxCharacters;
