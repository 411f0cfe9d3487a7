/** A marking of a frame: tokens in places, and active tasks. */

export interface Marking {
  /** Places, ascending, one entry per token. */
  readonly tokens: readonly number[];
  /** Active tasks, ascending, each once. */
  readonly busy: readonly number[];
}

export const markingKey = ({ tokens, busy }: Marking): string => `${tokens.join()}|${busy.join()}`;

/** Whether an ascending list contains it. */
export const has = (list: readonly number[], wanted: number): boolean => {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return list[low] === wanted;
};

/** Whether the small one is a subset of the big one. */
export const covers = (big: Marking, small: Marking): boolean =>
  includesAll(big.tokens, small.tokens) && includesAll(big.busy, small.busy);

const includesAll = (big: readonly number[], small: readonly number[]): boolean => {
  if (small.length > big.length) return false;
  let at = 0;
  for (let index = 0; index < small.length; index += 1) {
    while (at < big.length && big[at]! < small[index]!) at += 1;
    if (big[at] !== small[index]) return false;
    at += 1;
  }
  return true;
};

export const sizeOf = ({ tokens, busy }: Marking): number => tokens.length + busy.length;
