/** Arguments that a call does not take, each with the one that was most likely meant. */
import { findNearest } from '../expression/index.ts';

export function unknownArguments(args: object, known: readonly string[]): string[] {
  return Object.keys(args)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = findNearest(name, known);
      const hint = meant === undefined ? `It takes ${known.join(', ')}.` : `Did you mean “${meant}”?`;
      return `There is no argument “${name}”. ${hint}`;
    });
}
