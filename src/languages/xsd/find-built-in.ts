/** Finds the built-in types: those of XML Schema, and those of specifications. */
import { findBase } from './built-in-base.ts';
import type { XsdType } from './shape.ts';
import { specificationTypes } from './specification-types.ts';

/** The list types of XML Schema, with at least one item. */
const lists: ReadonlyMap<string, string> = new Map([
  ['NMTOKENS', 'NMTOKEN'],
  ['IDREFS', 'IDREF'],
  ['ENTITIES', 'ENTITY'],
]);

/** By its name without a prefix. */
export const findBuiltIn = (name: string): XsdType | undefined =>
  findSchemaType(name) ?? (Object.hasOwn(specificationTypes, name) ? specificationTypes[name] : undefined);

/** Only those of XML Schema. */
export function findSchemaType(name: string): XsdType | undefined {
  if (name === 'anyType') return { kind: 'any' };
  if (findBase(name) !== undefined) return { kind: 'simple', base: name };
  const base = lists.get(name);
  if (base === undefined) return undefined;
  const items: XsdType = { kind: 'simple', base };
  return { kind: 'simple', base: 'anySimpleType', items, facets: { minLength: 1 } };
}
