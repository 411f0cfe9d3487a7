/** A marking of a frame: tokens in places, and active tasks. */
import { findPosition, isWithin, minus, plus } from '../or-join/bag.ts';

export interface Marking {
  /** Places, ascending, one entry per token. */
  readonly tokens: readonly number[];
  /** Active tasks, ascending, each once. */
  readonly busy: readonly number[];
}

/** Values by marking. */
export interface MarkingMap<T> {
  get(marking: Marking): T | undefined;
  /** The marking has no value yet. */
  add(marking: Marking, value: T): void;
  readonly size: () => number;
}

export const createMarkingMap = <T>(): MarkingMap<T> => {
  const byHash = new Map<number, { readonly marking: Marking; readonly value: T }[]>();
  let size = 0;
  return {
    get: (marking) => byHash.get(hashOf(marking))?.find((entry) => isSame(entry.marking, marking))?.value,
    add(marking, value) {
      const hash = hashOf(marking);
      const known = byHash.get(hash);
      if (known === undefined) byHash.set(hash, [{ marking, value }]);
      else known.push({ marking, value });
      size += 1;
    },
    size: () => size,
  };
};

const hashOf = ({ tokens, busy }: Marking): number => mix(mix(tokens.length, tokens), busy);

const mix = (seed: number, list: readonly number[]): number => {
  let hash = seed;
  for (let index = 0; index < list.length; index += 1) {
    hash = Math.imul(hash ^ list[index]!, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
};

const isSame = (a: Marking, b: Marking): boolean =>
  isSameList(a.tokens, b.tokens) && isSameList(a.busy, b.busy);

const isSameList = (a: readonly number[], b: readonly number[]): boolean => {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
};

/** Whether the small one is a subset of the big one. */
export const covers = (big: Marking, small: Marking): boolean =>
  isWithin(small.tokens, big.tokens) && isWithin(small.busy, big.busy);

export const sizeOf = ({ tokens, busy }: Marking): number => tokens.length + busy.length;

/** Number of changes up to which a copy is changed in place. */
const few = 8;

/** Both lists ascend. */
export const withNumbers = (list: readonly number[], more: readonly number[]): readonly number[] => {
  if (more.length > few) return plus(list, more);
  const copy = list.slice();
  for (const number of more) copy.splice(findPosition(copy, number), 0, number);
  return copy;
};

/** Without one occurrence of each. Both lists ascend. */
export const withoutNumbers = (list: readonly number[], less: readonly number[]): readonly number[] => {
  if (less.length > few) return minus(list, less);
  const copy = list.slice();
  for (const number of less) {
    const at = findPosition(copy, number);
    if (copy[at] === number) copy.splice(at, 1);
  }
  return copy;
};
