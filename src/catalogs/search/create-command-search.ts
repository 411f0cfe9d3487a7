/** Ranked search over thousands of commands that forgives typos. The work for a query is bounded, whatever it is. */
import { createIdLookup, isWrittenAsId } from './command-ids.ts';
import { indexCommands, type SearchedCommand } from './command-index.ts';
import { createExpansion } from './expand-word.ts';
import { readQuery } from './read-query.ts';
import { scoreCommands } from './score-commands.ts';

export interface CommandSearch {
  /**
   * The best first. An id that is typed as one (`github issues:create`, `github.issues_create`) finds its command alone.
   * @param limit at most so many
   * @param fits by its place: whether a command is wanted. Default: all
   */
  find(query: string, limit: number, fits?: (at: number) => boolean): readonly FoundCommand[];
}

export interface FoundCommand {
  /** Its place in the list of commands. */
  readonly at: number;
  /** From 0 to 1, which is an exact id. */
  readonly score: number;
}

/** Of a query. */
const maxLetters = 200;

export function createCommandSearch(commands: readonly SearchedCommand[]): CommandSearch {
  const index = indexCommands(commands);
  const findIds = createIdLookup(commands);
  const expand = createExpansion(index);
  const shares = Float32Array.from(commands, shareOf);
  return {
    find(text, limit, fits = () => true) {
      const query = text.slice(0, maxLetters);
      const exact = findIds(query)
        .filter(fits)
        .map((at) => ({ at, score: 1 }));
      if (exact.length > 0 && isWrittenAsId(query)) return exact.slice(0, limit);
      const scores = scoreCommands(index, readQuery(query, index).map(expand));
      for (const [at, share] of shares.entries()) scores[at] = (scores[at] ?? 0) * share;
      for (const { at } of exact) scores[at] = 0;
      const scoreOf = (at: number): number => scores[at] ?? 0;
      const others = [...scores.keys()]
        .filter((at) => scoreOf(at) > 0 && fits(at))
        .sort((a, b) => scoreOf(b) - scoreOf(a) || a - b)
        .slice(0, limit)
        .map((at) => ({ at, score: scoreOf(at) }));
      return [...exact, ...others].slice(0, limit);
    },
  };
}

const deprecatedShare = 0.5;
const segmentCost = 0.01;
const writeShare = 0.97;

/** Of commands that fit equally, those that read are first, and collections before what is in them. */
function shareOf({ entry }: SearchedCommand): number {
  const depth = 1 / (1 + segmentCost * Math.min(20, entry.path.split('/').length));
  return depth * (entry.deprecated ? deprecatedShare : 1) * (entry.method === 'GET' ? 1 : writeShare);
}
