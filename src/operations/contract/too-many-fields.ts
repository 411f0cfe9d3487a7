/**
 * Rejects objects with more fields than any schema has, before each field is checked and reported. Checking all of them
 * would block other requests.
 */
import { z } from 'zod';
import { phrase } from '../../languages/index.ts';
import type { OperationViolation } from './operation-error.ts';

const maxFields = 1_000;

/** Checks the input itself, and its fields that contain named values. */
export function tooManyFields(schema: z.ZodType, input: unknown): readonly OperationViolation[] {
  if (!(schema instanceof z.ZodObject) || !isRecord(input)) return [];
  if (isCrowded(input)) return [crowded('')];
  return namedFieldsOf(schema).flatMap((name) => (isCrowded(input[name]) ? [crowded(name)] : []));
}

const namedFields = new WeakMap<z.ZodObject, readonly string[]>();

/** Found once: every call of every operation asks. */
function namedFieldsOf(schema: z.ZodObject): readonly string[] {
  const names =
    namedFields.get(schema) ?? Object.keys(schema.shape).filter((name) => isNamed(schema.shape[name]));
  namedFields.set(schema, names);
  return names;
}

/** Fields that contain any JSON are only limited by size. */
function isNamed(field: unknown): boolean {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return isNamed(field.unwrap());
  return field instanceof z.ZodRecord;
}

const isCrowded = (value: unknown): boolean => isRecord(value) && Object.keys(value).length > maxFields;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function crowded(path: string): OperationViolation {
  const expected = `an object of at most ${maxFields} fields`;
  return {
    path,
    rule: 'too-many-fields',
    message: phrase`${path === '' ? 'The input' : { field: path }} must be ${expected}.`,
    expected,
    actual: 'more',
  };
}
