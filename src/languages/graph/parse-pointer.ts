/** Names that point to something. One that points nowhere is reported, and read as the nearest that exists. */

import { findNearest } from '../../expression/index.ts';
import { describeLocated } from '../document/describe.ts';
import type { Located } from '../document/located.ts';
import { report } from '../document/report.ts';
import type { Proposal } from '../document/reporter.ts';
import { replaceScalar } from '../document/scalar-edits.ts';
import type { GraphParseContext } from './graph-parse-context.ts';
import type { Pointer } from './schema.ts';

export interface PointerRules {
  readonly rule: string;
  /** “node”, “workflow”. */
  readonly what: string;
  /** Keep the name although nothing bears it. */
  readonly keep?: boolean;
  /** What to do where no name comes near. */
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
      message: `This should be the name of a ${what}.`,
      expected: known.join(', ') || `a ${what}`,
      actual: describeLocated(located),
    });
    return undefined;
  }
  const name = String(located.value);
  if (known.includes(name)) return { name, scalar: located };
  const alias = aliases.get(name);
  if (alias !== undefined && known.includes(alias)) return { name: alias, scalar: located };
  const nearest = findNearest(name, known);
  report(reporter, located, {
    rule,
    message: `There is no ${what} “${name}” here.`,
    expected: known.join(', ') || `a ${what}`,
    actual: name === '' ? 'an empty text' : name,
    suggestion:
      nearest === undefined
        ? otherwise?.()
        : { text: `Did you mean “${nearest}”?`, edits: replaceScalar(reporter.source, located, nearest) },
  });
  if (nearest !== undefined) return { name: nearest, scalar: located };
  return keep ? { name, scalar: located } : undefined;
}
