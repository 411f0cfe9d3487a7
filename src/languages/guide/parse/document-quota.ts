/** Limits the cost of one document: patterns and schemas must be compiled to find out whether they are valid. */
import type { Located } from '../../document/located.ts';
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import type { SourceText } from '../../document/source-text.ts';

/** A limit over a whole guide. */
export interface DocumentQuota {
  /** Begins a sentence: “The patterns of the guide”. */
  readonly what: string;
  readonly max: number;
  /** The counted unit: characters, values. */
  readonly unit: string;
  readonly spent: WeakMap<SourceText, number>;
}

/** @returns whether the part is within the limit; exceeding it is reported once */
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
    message: `${what} exceed the limit of ${max} ${unit} in total. Those from here on were not checked.`,
    expected: `at most ${max} ${unit}`,
    actual: 'more',
  });
  return false;
}
