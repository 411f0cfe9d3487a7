/** What a simple type allows, in a few words: `a whole number from 1 to 10`. */
import { findBase } from './built-in-base.ts';
import { clip } from './mismatch-collector.ts';
import { primitives } from './primitive.ts';
import type { XsdFacets, XsdSimple } from './shape.ts';

const maxListed = 12;

export const describeSimple = (simple: XsdSimple): string => clip(describe(simple));

function describe(simple: XsdSimple): string {
  const { base, items, members, facets = {} } = simple;
  const { enumeration } = facets;
  if (enumeration !== undefined && enumeration.length <= maxListed) {
    const listed = enumeration.map((value) => `“${value}”`).join(', ');
    return enumeration.length === 1 ? listed : `one of ${listed}`;
  }
  const kind =
    items !== undefined
      ? 'a list of values'
      : members !== undefined
        ? 'a value of one of the types that it may have'
        : describeBase(base);
  const limits = describeFacets(
    { ...findBase(base)?.facets, ...facets },
    items !== undefined ? 'items' : /Binary$/.test(base) ? 'bytes' : 'characters',
  );
  return [kind, ...limits].join(' ');
}

function describeBase(base: string): string {
  const primitive = findBase(base)?.primitive;
  return primitive === undefined ? `a value of type ${base}` : primitives[primitive].description;
}

function describeFacets(facets: XsdFacets, unit: string): string[] {
  const { minInclusive, maxInclusive, minExclusive, maxExclusive, length, minLength, maxLength } = facets;
  const { totalDigits, fractionDigits, patterns, enumeration } = facets;
  const said: string[] = [];
  if (minInclusive !== undefined) said.push(`from ${minInclusive}`);
  if (minExclusive !== undefined) said.push(`above ${minExclusive}`);
  if (maxInclusive !== undefined)
    said.push(minInclusive === undefined ? `up to ${maxInclusive}` : `to ${maxInclusive}`);
  if (maxExclusive !== undefined) said.push(`below ${maxExclusive}`);
  if (length !== undefined) said.push(`of ${length} ${unit}`);
  if (minLength !== undefined) said.push(`of at least ${minLength} ${unit}`);
  if (maxLength !== undefined) said.push(`of at most ${maxLength} ${unit}`);
  if (totalDigits !== undefined) said.push(`with at most ${totalDigits} digits`);
  if (fractionDigits !== undefined) said.push(`with at most ${fractionDigits} digits behind the point`);
  if (patterns !== undefined)
    said.push(`like ${patterns.map((group) => `“${group.join('|')}”`).join(' and ')}`);
  if (enumeration !== undefined) said.push('that is listed in its type');
  return said;
}
