/** Fields of a name that no object here can have: they would be gone without a word once the input was checked. */
import type { OperationViolation } from './operation-error.ts';

const name = '__proto__';
/** Whoever sends more of them learns nothing from reading them all. */
const maxPaths = 20;

/** @param input not nested too deeply; what stands at its root is held against the known fields anyway */
export function droppedNames(input: unknown): readonly OperationViolation[] {
  // Hardly anybody sends one: names are only put together where there is one.
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
  message: `“${path}” has a name that no field can have.`,
  expected: 'another name',
  actual: name,
});
