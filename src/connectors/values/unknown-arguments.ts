/** Reports arguments that a call does not take, each with the nearest known name. */
import { findNearest } from '../../expression/index.ts';

export function unknownArguments(args: object, known: readonly string[]): string[] {
  return Object.keys(args)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = findNearest(name, known);
      const hint = meant === undefined ? `Use one of: ${known.join(', ')}.` : `Did you mean “${meant}”?`;
      return `Unknown argument “${name}”. ${hint}`;
    });
}
