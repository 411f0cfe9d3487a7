/** Names in messages, within the limits of a report. */
import { findNearest } from '../../expression/index.ts';
import type { Reporter } from './reporter.ts';

/** The most similar known name; undefined also if the error is only counted, because the search is expensive. */
export function findSimilar(
  reporter: Pick<Reporter, 'isFull'>,
  name: string,
  known: readonly string[],
): string | undefined {
  return reporter.isFull() ? undefined : findNearest(name, known);
}

const maxNames = 30;

/** The first names of the author, who may have any number. */
export const joinNames = (names: readonly string[]): string =>
  [...names.slice(0, maxNames), ...(names.length > maxNames ? ['…'] : [])].join(', ');
