/** Collects what does not fit, with its path. */
import type { Json } from '../../kernel/index.ts';
import type { Misshape } from './shape.ts';

export interface Misshapes {
  readonly problems: readonly Misshape[];
  add(path: string, message: string, expected: string, actual: string): void;
}

/** More would help nobody; one that is there already says that it does not fit. */
const mostProblems = 100;

export function createMisshapes(): Misshapes {
  const problems: Misshape[] = [];
  return {
    problems,
    add(path, message, expected, actual) {
      if (problems.length < mostProblems) problems.push({ path, message, expected, actual });
    },
  };
}

/** `order.lines`, `order.@currency`, `order["a.b"]`. */
export const pathTo = (path: string, key: string): string => {
  if (path === '') return key;
  return /^[@#]?[\p{L}\p{N}_-]+$/u.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
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
