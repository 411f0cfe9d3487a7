import { anyType, type Type } from '../../expression/index.ts';
import { findNamedType } from '../xsd/find-named-type.ts';
import type { Shape } from '../xsd/shape.ts';

/** The type of a value from its shape, for callers that do not know XML Schema. */
export function typeOfShape({ type, types }: Shape): Type {
  if (type.kind === 'named') {
    const found = findNamedType(types, type.name);
    return found === undefined || found.kind === 'named' ? anyType : typeOfShape({ type: found, types });
  }
  if (type.kind === 'complex') {
    return type.content.kind === 'elements' ? { kind: 'object', fields: [], open: true } : anyType;
  }
  return type.kind === 'simple' && type.items === undefined && type.members === undefined
    ? (simple[type.base] ?? { kind: 'string' })
    : anyType;
}

const int: Type = { kind: 'int' };
const number: Type = { kind: 'number' };

/** Every other simple type is a string. */
const simple: Readonly<Record<string, Type>> = {
  boolean: { kind: 'bool' },
  date: { kind: 'date' },
  dateTime: { kind: 'date' },
  decimal: number,
  float: number,
  double: number,
  integer: int,
  int,
  long: int,
  short: int,
  byte: int,
  nonNegativeInteger: int,
  positiveInteger: int,
  nonPositiveInteger: int,
  negativeInteger: int,
  unsignedLong: int,
  unsignedInt: int,
  unsignedShort: int,
  unsignedByte: int,
};
