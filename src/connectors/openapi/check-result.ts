/** Compares a result with the type that its document declares. Shows no values: they may be anything. */
import { anyType, describeType, type Type } from '../../expression/index.ts';
import type { Json } from '../../kernel/index.ts';
import { isOfType, partOf } from '../../languages/index.ts';

export interface Difference {
  /** Empty for the result itself. */
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}

const maxDifferences = 50;

export function checkResult(value: Json, type: Type): readonly Difference[] {
  const differences: Difference[] = [];
  const walk = (part: Json | undefined, expected: Type, path: string): void => {
    if (differences.length >= maxDifferences) return;
    if (part === undefined || !isOfKind(part, expected)) {
      differences.push({ path, expected: describeType(expected), found: describeValue(part) });
    } else if (expected.kind === 'list') {
      for (const [at, item] of (part as readonly Json[]).entries()) walk(item, expected.of, `${path}[${at}]`);
    } else if (expected.kind === 'object') {
      walkFields(part, expected, path);
    }
  };
  const walkFields = (part: Json, expected: Extract<Type, { kind: 'object' }>, path: string): void => {
    for (const { name, type: of, optional } of expected.fields) {
      const field = partOf(part, name);
      if (field !== undefined || !optional) walk(field, of, path === '' ? name : `${path}.${name}`);
    }
    const known = new Set(expected.fields.map(({ name }) => name));
    const others = expected.open ? [] : Object.keys(part ?? {}).filter((name) => !known.has(name));
    if (others.length > 0)
      differences.push({ path, expected: 'no other fields', found: `${others.length} more` });
  };
  walk(value, type, '');
  return differences.slice(0, maxDifferences);
}

/** Without what it contains. */
const isOfKind = (value: Json, type: Type): boolean =>
  isOfType(value, type.kind === 'list' ? { kind: 'list', of: anyType } : type);

function describeValue(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'true or false';
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'string') return 'a text';
  return Array.isArray(value) ? 'a list' : 'an object';
}
