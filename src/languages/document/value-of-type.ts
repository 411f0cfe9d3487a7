/** Checks values against types, converts values, and creates sample values. */
import { isDate, type Json, type Type } from '../../expression/index.ts';

export function isOfType(value: Json, type: Type): boolean {
  switch (type.kind) {
    case 'any':
      return true;
    case 'null':
      return value === null;
    case 'bool':
      return typeof value === 'boolean';
    case 'int':
      return Number.isInteger(value);
    case 'number':
    case 'duration':
      return typeof value === 'number';
    case 'string':
      return typeof value === 'string';
    case 'date':
      return typeof value === 'string' && isDate(value);
    case 'list':
      return Array.isArray(value) && value.every((item) => isOfType(item, type.of));
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
  }
}

/** Converts a value of another type to the intended one: `"7"` to 7, `yes` to true. Undefined if there is none. */
export function convertToType(value: Json, type: Type): Json | undefined {
  if (isOfType(value, type)) return value;
  if (type.kind === 'string' && (typeof value === 'number' || typeof value === 'boolean'))
    return String(value);
  if (typeof value !== 'string') return type.kind === 'list' && value !== null ? [value] : undefined;
  const text = value.trim();
  switch (type.kind) {
    case 'bool':
      if (/^(true|yes|on)$/i.test(text)) return true;
      return /^(false|no|off)$/i.test(text) ? false : undefined;
    case 'int':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
    case 'number':
      return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) && Number.isFinite(Number(text))
        ? Number(text)
        : undefined;
    default:
      return undefined;
  }
}

/** A value of the type, for proposals and for simulation without data. */
export function exampleOfType(name: string, type: Type): Json {
  switch (type.kind) {
    case 'bool':
      return true;
    case 'int':
    case 'number':
    case 'duration':
      return 1;
    case 'date':
      return '2026-01-15';
    case 'list':
      return [];
    case 'object':
      return Object.fromEntries(
        type.fields.map((field) => [field.name, exampleOfType(field.name, field.type)]),
      );
    case 'null':
      return null;
    default:
      return `${name}-1`;
  }
}
