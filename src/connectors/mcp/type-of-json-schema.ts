/**
 * Derives the type of a value from a tool's schema. Unions and unknown constructs yield no type: only certain facts
 * are checked.
 */
import { anyType, type Type, type TypeField } from '../../expression/index.ts';

const maxDepth = 8;
const maxFields = 200;

type Schema = { readonly [keyword: string]: unknown };

/** Other schemas, including references and combinations, yield nothing. */
export function typeOfJsonSchema(schema: unknown, depth = 0): Type {
  if (!isSchema(schema) || depth > maxDepth) return anyType;
  if (combining.some((keyword) => Object.hasOwn(schema, keyword))) return anyType;
  switch (schema['type']) {
    case 'boolean':
      return { kind: 'bool' };
    case 'integer':
      return { kind: 'int' };
    case 'number':
    case 'null':
      return { kind: schema['type'] };
    case 'string':
      return { kind: schema['format'] === 'date' || schema['format'] === 'date-time' ? 'date' : 'string' };
    case 'array':
      return { kind: 'list', of: typeOfJsonSchema(schema['items'], depth + 1) };
    case 'object':
      return {
        kind: 'object',
        fields: fieldsOf(schema, depth),
        open: schema['additionalProperties'] !== false,
      };
    default:
      return anyType;
  }
}

const combining = ['$ref', '$dynamicRef', 'anyOf', 'oneOf', 'allOf', 'not', 'if'];

/** The fields that an object lists. */
export function fieldsOf(schema: unknown, depth = 0): readonly TypeField[] {
  const properties = isSchema(schema) ? schema['properties'] : undefined;
  if (!isSchema(schema) || !isSchema(properties)) return [];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(properties)
    .slice(0, maxFields)
    .map(([name, property]) => ({
      name,
      type: typeOfJsonSchema(property, depth + 1),
      optional: !required.includes(name),
    }));
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
