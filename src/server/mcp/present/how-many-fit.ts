/** How many entries of a list fit into one answer: the rest is a page of its own. */
import type { JsonObject } from '../contract/tool.ts';

/** In characters of JSON: a little less than what is cut. */
const maxCharacters = 50_000;

/** At least one: a page that holds nothing leads nowhere. */
export function howManyFit(entries: readonly JsonObject[]): number {
  let left = maxCharacters;
  const tooMany = entries.findIndex((entry) => {
    left -= JSON.stringify(entry).length;
    return left < 0;
  });
  return tooMany < 0 ? entries.length : Math.max(tooMany, 1);
}

export const fitsAlone = (entry: JsonObject): boolean => JSON.stringify(entry).length <= maxCharacters;
