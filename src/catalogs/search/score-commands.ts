/** Scores the commands by the words of a query. */
import { type CommandIndex, fields } from './command-index.ts';
import type { WordMeaning } from './expand-word.ts';

/** How much a word says in a field, from 0 to 1. */
const fieldValues = [
  [fields.name, 0.55],
  [fields.path, 0.3],
  [fields.summary, 0.4],
  [fields.catalog, 0.3],
  [fields.parameters, 0.2],
  [fields.method, 0.15],
] as const;
/** By the sum of the fields: what each adds is a share of what is left. */
const values = Float64Array.from({ length: 64 }, (_, sum) =>
  fieldValues.reduce((value, [field, own]) => ((sum & field) === 0 ? value : value + (1 - value) * own), 0),
);
/** What words of a name or a summary cost that are not asked for, by their importance. */
const unaskedCost = 0.06;
/** @returns by the place of each command: how well it fits, from 0 to 1. 0: it has no word of the query */
export function scoreCommands(index: CommandIndex, meanings: readonly WordMeaning[]): Float64Array {
  const { starts, commands, importances, ofNames, ofSummaries, size } = index;
  const sums = new Float64Array(size);
  const covered = new Float64Array(size);
  const named = new Float64Array(size);
  const summarized = new Float64Array(size);
  let total = 0;
  for (const { matches, importance } of meanings) {
    total += importance;
    const best = new Float64Array(size);
    const bestFields = new Uint8Array(size);
    const bestPlaces = new Uint32Array(size);
    for (const [place, fit] of matches) {
      for (let i = starts[place] ?? 0; i < (starts[place + 1] ?? 0); i++) {
        const [at = 0, inFields = 0] = [commands[i], index.fields[i]];
        const value = fit * (values[inFields] ?? 0);
        if (value <= (best[at] ?? 0)) continue;
        best[at] = value;
        bestFields[at] = inFields;
        bestPlaces[at] = place;
      }
    }
    for (let at = 0; at < size; at++) {
      const [value = 0, inFields = 0] = [best[at], bestFields[at]];
      if (value === 0) continue;
      sums[at] = (sums[at] ?? 0) + value * importance;
      covered[at] = (covered[at] ?? 0) + importance;
      const said = importances[bestPlaces[at] ?? 0] ?? 0;
      if (inFields & fields.name) named[at] = (named[at] ?? 0) + said;
      if (inFields & fields.summary) summarized[at] = (summarized[at] ?? 0) + said;
    }
  }
  for (let at = 0; at < size; at++) {
    const sum = sums[at] ?? 0;
    if (sum === 0) continue;
    const unnamed = Math.max(0, (ofNames[at] ?? 0) - (named[at] ?? 0));
    const unsaid = Math.max(0, (ofSummaries[at] ?? 0) - (summarized[at] ?? 0));
    const share = (covered[at] ?? 0) / total;
    sums[at] = ((sum / total) * share) / (1 + unaskedCost * Math.min(unnamed, unsaid));
  }
  return sums;
}
