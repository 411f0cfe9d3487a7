/** What a step gave in each pass of its loops. What does not fit any more makes room, the oldest first: the history has all of it. */
import type { Json } from '../../../expression/index.ts';
import type { Context } from '../values.ts';

/** Characters of JSON: together with everything else a run has to stay small enough to be kept. */
const mostCharacters = 262_144;

/** @param pass `2`, or `2.1` in a loop of a loop */
export function collectOutput(before: Context, pass: string, output: Json): Context {
  const collected = new Map(Object.entries(before)).set(pass, output);
  const sizes = new Map([...collected].map(([key, value]) => [key, JSON.stringify(value).length]));
  let size = [...sizes.values()].reduce((sum, each) => sum + each, 0);
  for (const [key, each] of sizes) {
    if (size <= mostCharacters) break;
    if (key === pass) continue;
    collected.set(key, null);
    size -= each;
  }
  return Object.fromEntries(collected);
}
