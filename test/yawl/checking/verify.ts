/** Reads and verifies a specification, and lists the findings with their positions. */

import type { Violation } from '../../../src/languages/document/violation.ts';
import type { QueryEngine, QueryVerdict } from '../../../src/languages/query-engine.ts';
import type { ServiceDirectory } from '../../../src/languages/workflow.ts';
import {
  type CheckOptions,
  checkSpecification,
} from '../../../src/languages/yawl/check/check-specification.ts';
import { parseSpecificationSet } from '../../../src/languages/yawl/parse/parse-specification-set.ts';

export interface Verified {
  readonly violations: readonly Violation[];
  readonly warnings: readonly Violation[];
  readonly checked: ReadonlyMap<string, QueryVerdict>;
}

/** Accepts every query, and reports that it reads what it names as `/Net/variable`. */
export const acceptAllQueries: QueryEngine = {
  check: (queries) =>
    queries.map((query) => ({
      kind: 'accepted',
      paths: [...query.matchAll(/\/(\w+)\/(\w+)/g)].map(([, root = '', name = '']) => [root, name]),
    })),
  evaluate: () => [],
};

export function verify(
  text: string,
  options: Partial<Pick<CheckOptions, 'queries'>> & { readonly services?: ServiceDirectory } = {},
): Verified {
  const { document, violations, warnings } = parseSpecificationSet({ path: 'sample.yawl', text });
  const checked = new Map<string, QueryVerdict>();
  for (const specification of document?.specifications ?? []) {
    const { queries = acceptAllQueries, services = null } = options;
    const found = checkSpecification(specification, { queries, services, violations, warnings });
    for (const [query, verdict] of found) checked.set(query, verdict);
  }
  return { violations: violations.violations(), warnings: warnings.violations(), checked };
}

/** An expected finding: its text, and the text at its position. */
export interface ExpectedFinding {
  readonly kind: 'error' | 'warning';
  readonly rule: string;
  readonly message: string;
  /** The position is the start of this text, which must be unique. */
  readonly at: string;
}

export interface ActualFinding extends Omit<ExpectedFinding, 'at'> {
  readonly line: number;
  readonly column: number;
}

const byPlace = (a: ActualFinding, b: ActualFinding): number =>
  a.line - b.line || a.column - b.column || a.message.localeCompare(b.message);

export function foundIn(text: string, options: Parameters<typeof verify>[1] = {}): readonly ActualFinding[] {
  const { violations, warnings } = verify(text, options);
  const toFinding =
    (kind: ActualFinding['kind']) =>
    ({ rule, message, line, column }: Violation): ActualFinding => ({ kind, rule, message, line, column });
  return [...violations.map(toFinding('error')), ...warnings.map(toFinding('warning'))].sort(byPlace);
}

export function expectedIn(text: string, expected: readonly ExpectedFinding[]): readonly ActualFinding[] {
  return expected
    .map(({ at, ...told }) => {
      const start = text.indexOf(at);
      if (start < 0 || text.includes(at, start + 1)) throw new Error(`“${at}” is not there once`);
      const before = text.slice(0, start).split('\n');
      return { ...told, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    })
    .sort(byPlace);
}
