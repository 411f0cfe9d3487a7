import type { XsdType, XsdTypes } from './shape.ts';

/** Types may be called as what every object has: “constructor”. */
export function findNamedType(types: XsdTypes, name: string): XsdType | undefined {
  return Object.hasOwn(types, name) ? types[name] : undefined;
}
