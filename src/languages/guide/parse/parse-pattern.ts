/** Validates regular expressions in guides: they must run in linear time. */
import { createMatcher } from '../../../expression/index.ts';
import { describeLocated } from '../../document/describe.ts';
import type { Located } from '../../document/located.ts';
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import { type DocumentQuota, spendQuota } from './document-quota.ts';

const patterns: DocumentQuota = {
  what: 'The patterns of the guide',
  max: 100_000,
  unit: 'characters and steps',
  spent: new WeakMap(),
};

/** @returns whether the pattern can be used */
export function checkPattern(reporter: Reporter, located: Located, pattern: string, flags: string): boolean {
  if (!spendQuota(patterns, reporter, located, pattern.length)) return false;
  const matcher = createMatcher(pattern, flags);
  if (matcher.kind === 'matcher') return spendQuota(patterns, reporter, located, matcher.cost);
  report(reporter, located, {
    rule: 'bad-pattern',
    message: matcher.message,
    expected: 'a regular expression that runs in linear time',
    actual: describeLocated(located),
  });
  return false;
}
