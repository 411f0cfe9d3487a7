/** Describes a simple type: `a whole number from 1 to 10`. */
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
        ? 'a value of one of its member types'
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
  const limits: string[] = [];
  if (minInclusive !== undefined) limits.push(`from ${minInclusive}`);
  if (minExclusive !== undefined) limits.push(`above ${minExclusive}`);
  if (maxInclusive !== undefined)
    limits.push(minInclusive === undefined ? `up to ${maxInclusive}` : `to ${maxInclusive}`);
  if (maxExclusive !== undefined) limits.push(`below ${maxExclusive}`);
  if (length !== undefined) limits.push(`of ${length} ${unit}`);
  if (minLength !== undefined) limits.push(`of at least ${minLength} ${unit}`);
  if (maxLength !== undefined) limits.push(`of at most ${maxLength} ${unit}`);
  if (totalDigits !== undefined) limits.push(`with at most ${totalDigits} digits`);
  if (fractionDigits !== undefined) limits.push(`with at most ${fractionDigits} fraction digits`);
  if (patterns !== undefined)
    limits.push(`matching ${patterns.map((group) => `“${group.join('|')}”`).join(' and ')}`);
  if (enumeration !== undefined) limits.push('that is listed in its type');
  return limits;
}
