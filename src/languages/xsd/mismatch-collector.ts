/** Collects what does not fit, with its path, and stops what would look at too much. */
import type { Json } from '../../kernel/index.ts';
import type { Mismatch } from './shape.ts';

export interface MismatchCollector {
  readonly problems: readonly Mismatch[];
  /** How many there were, also of those that are not listed. */
  readonly count: number;
  /** Another one would not be listed: nothing more need be looked at. */
  readonly isFull: boolean;
  add(path: string, message: string, expected: string, actual: string): void;
  /** False where more was looked at than any honest value needs, which is told. */
  spend(steps: number, path: string): boolean;
}

/** More would help nobody; one that is there already says that it does not fit. */
const maxProblems = 100;
/** Parts of types held against parts of a value. */
const maxSteps = 5_000_000;
/** Beyond, nobody reads on: names and patterns may be long, and many. */
const maxTextLength = 500;

export function createMismatchCollector(): MismatchCollector {
  const problems: Mismatch[] = [];
  let count = 0;
  let left = maxSteps;
  const add: MismatchCollector['add'] = (path, message, expected, actual) => {
    count += 1;
    if (problems.length < maxProblems) problems.push({ path, message, expected, actual });
  };
  return {
    problems,
    get count() {
      return count;
    },
    get isFull() {
      return left < 0 || problems.length >= maxProblems;
    },
    add,
    spend(steps, path) {
      if (left < 0) return false;
      left -= steps;
      if (left >= 0) return true;
      const message = `“${path}” is too much for its type: there are too many ways in which it could fit. Give less at once.`;
      add(path, message, 'a smaller value', 'a larger one');
      return false;
    },
  };
}

export const clip = (text: string): string =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;

/** `order.lines`, `order.@currency`, `order["a.b"]`. */
export const childPath = (path: string, key: string): string => {
  if (path === '') return clip(key);
  return /^[@#]?[\p{L}\p{N}_-]+$/u.test(key)
    ? `${path}.${clip(key)}`
    : `${path}[${JSON.stringify(clip(key))}]`;
};

/** What a value is, never what it says. */
export function describeKind(value: Json): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return value === '' ? 'an empty text' : 'a text';
    case 'number':
      return Number.isInteger(value) ? 'a whole number' : 'a number';
    case 'boolean':
      return 'true or false';
    default:
      return 'an object';
  }
}
