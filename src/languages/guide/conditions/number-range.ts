/** The range of numbers that comparisons allow. */
import type { Operator } from './atom.ts';

export interface NumberRange {
  readonly low: number;
  readonly high: number;
  /** Whether the bounds are included. */
  readonly withLow: boolean;
  readonly withHigh: boolean;
}

export const allNumbers: NumberRange = {
  low: Number.NEGATIVE_INFINITY,
  high: Number.POSITIVE_INFINITY,
  withLow: false,
  withHigh: false,
};

export type RangeOperator = 'gt' | 'gte' | 'lt' | 'lte';

export function isComparison(operator: Operator): operator is RangeOperator {
  return operator === 'gt' || operator === 'gte' || operator === 'lt' || operator === 'lte';
}

/** For a number, each operator is the negation of another. */
export const opposite: { readonly [comparison in RangeOperator]: RangeOperator } = {
  gt: 'lte',
  lte: 'gt',
  gte: 'lt',
  lt: 'gte',
};

export function narrowRange(range: NumberRange, comparison: RangeOperator, bound: number): NumberRange {
  const { low, high } = range;
  const withBound = comparison === 'gte' || comparison === 'lte';
  if (comparison === 'gt' || comparison === 'gte') {
    return bound < low || (bound === low && !range.withLow)
      ? range
      : { ...range, low: bound, withLow: withBound };
  }
  return bound > high || (bound === high && !range.withHigh)
    ? range
    : { ...range, high: bound, withHigh: withBound };
}

export function isEmptyRange({ low, high, withLow, withHigh }: NumberRange): boolean {
  return low > high || (low === high && !(withLow && withHigh));
}
