/** Finds fields whose names no object can have. Input validation would drop them silently. */
import { phrase } from '../../languages/index.ts';
import type { OperationViolation } from './operation-error.ts';

const name = '__proto__';
/** Limit for the report: a longer list does not help the caller. */
const maxPaths = 20;

/** @param input not nested too deeply; fields at its root are validated against the known fields anyway */
export function droppedNames(input: unknown): readonly OperationViolation[] {
  // Such fields are rare: paths are only built if there is one.
  if (!holdsOne(input)) return [];
  const paths: string[] = [];
  for (const [field, value] of entriesOf(input)) collect(value, field, paths);
  return paths.map(violationOf);
}

function holdsOne(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, name) || Object.values(value).some(holdsOne);
}

function collect(value: unknown, path: string, paths: string[]): void {
  for (const [key, inner] of entriesOf(value)) {
    if (paths.length >= maxPaths) return;
    const at = `${path}.${key.slice(0, 100)}`;
    if (key === name) paths.push(at);
    else collect(inner, at, paths);
  }
}

const entriesOf = (value: unknown): readonly [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const violationOf = (path: string): OperationViolation => ({
  path,
  rule: 'reserved-name',
  message: phrase`${{ field: path }} is not a valid field name.`,
  expected: 'another name',
  actual: name,
});
