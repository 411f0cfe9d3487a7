/**
 * Collects the outputs of a step, one for each pass of its loops. Drops the oldest to stay within the size limit; the
 * history keeps all of them.
 */
import type { Json } from '../../../expression/index.ts';
import type { GuideContext } from '../model/guide-context.ts';

/** Limit in characters of JSON, so that the run stays small enough to be stored. */
const maxCharacters = 262_144;

/** @param pass `2`, or `2.1` in a nested loop */
export function collectOutput(before: GuideContext, pass: string, output: Json): GuideContext {
  const collected = new Map(Object.entries(before)).set(pass, output);
  const sizes = new Map([...collected].map(([key, value]) => [key, JSON.stringify(value).length]));
  let size = [...sizes.values()].reduce((sum, each) => sum + each, 0);
  for (const [key, each] of sizes) {
    if (size <= maxCharacters) break;
    if (key === pass) continue;
    collected.set(key, null);
    size -= each;
  }
  return Object.fromEntries(collected);
}
