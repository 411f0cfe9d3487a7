import type { XsdType, XsdTypes } from './shape.ts';

/** Types can have the name of an object member: “constructor”. */
export function findNamedType(types: XsdTypes, name: string): XsdType | undefined {
  return Object.hasOwn(types, name) ? types[name] : undefined;
}
