/** What may be spent on one document: patterns and schemas have to be compiled before anybody knows whether they can be. */
import type { Located } from '../../document/located.ts';
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import type { SourceText } from '../../document/source-text.ts';

/** What there is a bound for, over all of a guide. */
export interface DocumentQuota {
  /** As a sentence begins: “The patterns of the guide”. */
  readonly what: string;
  readonly max: number;
  /** Of what: characters, values. */
  readonly unit: string;
  readonly spent: WeakMap<SourceText, number>;
}

/** @returns whether it may be looked at; where it may not, that is told once */
export function spendQuota(
  { what, max, unit, spent }: DocumentQuota,
  reporter: Reporter,
  located: Located,
  amount: number,
): boolean {
  const before = spent.get(reporter.source) ?? 0;
  if (before > max) return false;
  spent.set(reporter.source, before + amount);
  if (before + amount <= max) return true;
  report(reporter, located, {
    rule: 'limit',
    message: `${what} are too much together: they may have ${max} ${unit}. Those from here on were not looked at.`,
    expected: `at most ${max} ${unit}`,
    actual: 'more',
  });
  return false;
}
