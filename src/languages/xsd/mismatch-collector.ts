/** Collects mismatches with their paths, and stops work at a limit. */
import type { Effort, Json } from '../../kernel/index.ts';
import type { Mismatch } from './shape.ts';

export interface MismatchCollector {
  readonly problems: readonly Mismatch[];
  /** The total, including those that are not listed. */
  readonly count: number;
  /** Further mismatches would not be listed, so checking can stop. */
  readonly isFull: boolean;
  /** Whether a text does not stand for a boolean or a whole number. */
  readonly isStrict: boolean;
  add(path: string, message: string, expected: string, actual: string): void;
  /** False at the limit of steps, which is reported. */
  spend(steps: number, path: string): boolean;
}

/** Limit on listed mismatches. */
const maxProblems = 100;
/** Limit on comparisons of parts of types with parts of a value. */
const maxSteps = 5_000_000;
/** Longer texts are cut: names and patterns can be long, and many. */
const maxTextLength = 500;

/** @param effort of an event, which counts down as well */
export function createMismatchCollector(effort?: Effort, isStrict = false): MismatchCollector {
  const problems: Mismatch[] = [];
  let count = 0;
  let left = maxSteps;
  const add: MismatchCollector['add'] = (path, message, expected, actual) => {
    count += 1;
    if (problems.length < maxProblems) problems.push({ path, message, expected, actual });
  };
  return {
    problems,
    isStrict,
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
      if (effort !== undefined) effort.left -= steps;
      if (left >= 0) return true;
      const message = `“${path}” is too large for its type: it has too many possible matches. Use a smaller value.`;
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

/** The kind of a value, never its content. */
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
