/** The facets of a restriction, added to those of the type that is restricted. Mistakes are told at their facet. */
import { findBase } from './built-in-base.ts';
import { compilePattern } from './compile-pattern.ts';
import { looksFor } from './compile-simple.ts';
import { type Primitive, primitives } from './primitive.ts';
import {
  attributeOf,
  checkAttributes,
  rawOf,
  type SchemaContext,
  type Site,
  tellUnknown,
} from './schema-context.ts';
import type { XsdFacets, XsdSimple } from './shape.ts';

const lengths = ['length', 'minLength', 'maxLength'] as const;
const bounds = ['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'] as const;
const digits = ['totalDigits', 'fractionDigits'] as const;
const spaces = ['preserve', 'replace', 'collapse'] as const;
export const facetNames: readonly string[] = [
  ...lengths,
  ...bounds,
  ...digits,
  'whiteSpace',
  'pattern',
  'enumeration',
];

/** What it takes to compile a pattern, beside its parts. */
const looksPerPattern = 2_000;
const looksPerPart = 1_000;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export function readFacets(context: SchemaContext, sites: readonly Site[], base: XsdSimple): XsdFacets {
  const facets: Mutable<XsdFacets> = { ...base.facets };
  const values: string[] = [];
  const patterns: string[] = [];
  const seen = new Set<string>();
  for (const site of sites) {
    const { local } = site.element;
    if (!facetNames.includes(local)) {
      tellUnknown(context, site, facetNames);
      continue;
    }
    checkAttributes(context, site, ['value', 'fixed']);
    const value = rawOf(site, 'value');
    if (value === undefined) {
      tellValue(context, site, `“<${site.element.name}>” has no “value”.`, 'a value');
    } else if (!applies(local, base)) {
      const message = `“${local}” says nothing about a type that comes from “${describeBase(base)}”.`;
      tellValue(context, site, message, 'a facet that the type has');
    } else if (local === 'enumeration') {
      if (isAllowed(context, site, value, base)) values.push(value);
    } else if (local === 'pattern') {
      if (isPattern(context, site, value)) patterns.push(value);
    } else if (seen.has(local)) {
      tellValue(context, site, `“<${site.element.name}>” stands twice in one restriction.`, 'once');
    } else {
      seen.add(local);
      readFacet(context, site, local, value, base, facets);
    }
  }
  if (values.length > 0) facets.enumeration = values;
  if (patterns.length > 0) facets.patterns = [...(base.facets?.patterns ?? []), patterns];
  checkTogether(context, sites, facets);
  return facets;
}

function readFacet(
  context: SchemaContext,
  site: Site,
  local: string,
  value: string,
  base: XsdSimple,
  facets: Mutable<XsdFacets>,
): void {
  const text = value.trim();
  const bound = bounds.find((name) => name === local);
  const number = [...lengths, ...digits].find((name) => name === local);
  const space = spaces.find((name) => name === text);
  if (bound !== undefined) {
    if (text === base.facets?.[bound] || isAllowed(context, site, text, base)) facets[bound] = text;
  } else if (number !== undefined) {
    const count = Number(text);
    if (!/^\+?\d{1,15}$/.test(text) || (number === 'totalDigits' && count === 0)) {
      tellValue(context, site, `“${number}” is to be a whole number.`, 'a whole number');
    } else if (isLooser(number, count, base.facets?.[number])) {
      const message = `“${number}” allows more than the type that is restricted, which says ${base.facets?.[number]}.`;
      tellValue(context, site, message, String(base.facets?.[number]));
    } else facets[number] = count;
  } else if (space === undefined) {
    tellValue(context, site, `“whiteSpace” is one of ${spaces.join(', ')}.`, spaces.join(', '));
  } else if (spaces.indexOf(space) < spaces.indexOf(spaceRuleOf(base))) {
    tellValue(
      context,
      site,
      `The type that is restricted says “${spaceRuleOf(base)}”, and that cannot be undone.`,
      spaceRuleOf(base),
    );
  } else facets.whiteSpace = space;
}

function isLooser(
  name: (typeof lengths | typeof digits)[number],
  value: number,
  before: number | undefined,
): boolean {
  if (before === undefined) return false;
  if (name === 'length') return value !== before;
  return name === 'minLength' ? value < before : value > before;
}

const spaceRuleOf = ({ base, facets }: XsdSimple): (typeof spaces)[number] =>
  facets?.whiteSpace ?? findBase(base)?.whiteSpace ?? 'preserve';

function applies(facet: string, { base, items, members }: XsdSimple): boolean {
  if (facet === 'pattern' || facet === 'enumeration') return true;
  if (members !== undefined) return false;
  if (items !== undefined) return facet === 'whiteSpace' || lengths.some((name) => name === facet);
  const primitive: Primitive = primitives[findBase(base)?.primitive ?? 'string'];
  if (lengths.some((name) => name === facet)) return primitive.lengthOf !== undefined;
  if (bounds.some((name) => name === facet)) return primitive.compare !== undefined;
  return facet === 'whiteSpace' || primitive.decimal === true;
}

const describeBase = ({ base, items, members }: XsdSimple): string =>
  items !== undefined ? 'a list' : members !== undefined ? 'a union' : base;

function isAllowed(context: SchemaContext, site: Site, value: string, base: XsdSimple): boolean {
  const codec = context.codecOf(base);
  if (!context.spend(1 + looksFor(codec, value), site)) return false;
  if (codec.read(value) !== undefined) return true;
  const message = `“${value}” is no value of the type that is restricted: ${codec.words}.`;
  tellValue(context, site, message, codec.words);
  return false;
}

function isPattern(context: SchemaContext, site: Site, value: string): boolean {
  const compiled = context.spend(looksPerPattern, site) ? compilePattern(value) : undefined;
  if (compiled === undefined) return false;
  if (compiled.kind === 'pattern') return context.spend(looksPerPart * compiled.size.written, site);
  const { message } = compiled;
  context.tell(site, {
    rule: 'bad-pattern',
    message,
    expected: 'a pattern of XML Schema',
    actual: value,
    attribute: 'value',
  });
  return false;
}

function checkTogether(context: SchemaContext, sites: readonly Site[], facets: XsdFacets): void {
  const { minLength, maxLength, totalDigits, fractionDigits } = facets;
  const last = sites.at(-1);
  if (last === undefined) return;
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength) {
    tellValue(
      context,
      last,
      `“minLength” ${minLength} is more than “maxLength” ${maxLength}.`,
      `at most ${maxLength}`,
    );
  }
  if (totalDigits !== undefined && fractionDigits !== undefined && fractionDigits > totalDigits) {
    const message = `“fractionDigits” ${fractionDigits} is more than “totalDigits” ${totalDigits}.`;
    tellValue(context, last, message, `at most ${totalDigits}`);
  }
}

const tellValue = (context: SchemaContext, site: Site, message: string, expected: string): void =>
  context.tell(site, {
    rule: 'xsd-value',
    message,
    expected,
    actual: attributeOf(site, 'value') ?? 'nothing',
    attribute: 'value',
  });
