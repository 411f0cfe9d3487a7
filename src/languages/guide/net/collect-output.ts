/** What a step gave in each pass of its loops. What does not fit any more makes room, the oldest first: the history has all of it. */
import type { Json } from '../../../expression/index.ts';
import type { GuideContext } from '../guide-context.ts';

/** Characters of JSON: together with everything else a run has to stay small enough to be kept. */
const maxCharacters = 262_144;

/** @param pass `2`, or `2.1` in a loop of a loop */
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
