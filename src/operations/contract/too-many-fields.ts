/**
 * Objects with more fields than anything here has. Looked at before each field is checked and told about by itself, which
 * would take long enough to keep others waiting.
 */
import { z } from 'zod';
import type { OperationViolation } from './operation-error.ts';

const maxFields = 1_000;

/** Of the input itself, and of its fields that hold named values. */
export function tooManyFields(schema: z.ZodType, input: unknown): readonly OperationViolation[] {
  if (!(schema instanceof z.ZodObject) || !isRecord(input)) return [];
  if (isCrowded(input)) return [crowded('')];
  return Object.entries(schema.shape).flatMap(([name, field]) =>
    isNamed(field) && isCrowded(input[name]) ? [crowded(name)] : [],
  );
}

/** Fields that hold any JSON are bounded by their size alone. */
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
    message: `${path === '' ? 'The input' : `“${path}”`} must be ${expected}.`,
    expected,
    actual: 'more',
  };
}
