/** Parses names that refer to something. Reports an unknown name and reads it as the nearest existing one. */

import { describeLocated } from '../document/describe.ts';
import type { Located } from '../document/located.ts';
import { report } from '../document/report.ts';
import type { Proposal } from '../document/reporter.ts';
import { replaceScalar } from '../document/scalar-edits.ts';
import { findSimilar, joinNames } from '../document/similar-name.ts';
import type { GraphParseContext } from './graph-parse-context.ts';
import type { Pointer } from './schema.ts';

export interface PointerRules {
  readonly rule: string;
  /** “node”, “workflow”. */
  readonly what: string;
  /** Whether to keep an unknown name. */
  readonly keep?: boolean;
  /** The proposal if no name is similar. */
  readonly otherwise?: () => Proposal | undefined;
}

export function readPointer(
  { reporter, aliases }: GraphParseContext,
  located: Located,
  known: readonly string[],
  { rule, what, keep = false, otherwise }: PointerRules,
): Pointer | undefined {
  if (located.kind !== 'scalar' || located.value === null) {
    report(reporter, located, {
      rule: 'wrong-type',
      message: `This must be the name of a ${what}.`,
      expected: joinNames(known) || `a ${what}`,
      actual: describeLocated(located),
    });
    return undefined;
  }
  const name = String(located.value);
  if (known.includes(name)) return { name, scalar: located };
  const alias = aliases.get(name);
  if (alias !== undefined && known.includes(alias)) return { name: alias, scalar: located };
  const nearest = findSimilar(reporter, name, known);
  report(reporter, located, {
    rule,
    message: `The ${what} “${name}” does not exist.`,
    expected: joinNames(known) || `a ${what}`,
    actual: name === '' ? 'an empty text' : name,
    suggestion: () =>
      nearest === undefined
        ? otherwise?.()
        : { text: `Did you mean “${nearest}”?`, edits: replaceScalar(reporter.source, located, nearest) },
  });
  if (nearest !== undefined) return { name: nearest, scalar: located };
  return keep ? { name, scalar: located } : undefined;
}
