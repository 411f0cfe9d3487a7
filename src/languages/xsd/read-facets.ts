/** Reads the facets of a restriction and adds them to those of the base type. Errors are reported at their facet. */
import { findBase } from './built-in-base.ts';
import { stepsFor } from './compile-simple.ts';
import { compileXsdPattern } from './compile-xsd-pattern.ts';
import { type Primitive, primitives } from './primitive.ts';
import {
  attributeText,
  checkKnownAttributes,
  rawAttribute,
  reportUnknownElement,
  type SchemaContext,
  type SchemaNode,
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

/** The fixed cost of compiling a pattern. */
const stepsPerPattern = 2_000;
const stepsPerPart = 1_000;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export function readFacets(context: SchemaContext, nodes: readonly SchemaNode[], base: XsdSimple): XsdFacets {
  const facets: Mutable<XsdFacets> = { ...base.facets };
  const values: string[] = [];
  const patterns: string[] = [];
  const seen = new Set<string>();
  for (const node of nodes) {
    const { local } = node.element;
    if (!facetNames.includes(local)) {
      reportUnknownElement(context, node, facetNames);
      continue;
    }
    checkKnownAttributes(context, node, ['value', 'fixed']);
    const value = rawAttribute(node, 'value');
    if (value === undefined) {
      reportFacetValue(context, node, `“<${node.element.name}>” has no “value”.`, 'a value');
    } else if (!applies(local, base)) {
      const message = `“${local}” does not apply to a type derived from “${describeBase(base)}”.`;
      reportFacetValue(context, node, message, 'a facet of the type');
    } else if (local === 'enumeration') {
      if (isAllowed(context, node, value, base)) values.push(value);
    } else if (local === 'pattern') {
      if (isPattern(context, node, value)) patterns.push(value);
    } else if (seen.has(local)) {
      reportFacetValue(context, node, `“<${node.element.name}>” occurs twice in one restriction.`, 'once');
    } else {
      seen.add(local);
      readFacet(context, node, local, value, base, facets);
    }
  }
  if (values.length > 0) facets.enumeration = values;
  if (patterns.length > 0) facets.patterns = [...(base.facets?.patterns ?? []), patterns];
  checkTogether(context, nodes, facets);
  return facets;
}

function readFacet(
  context: SchemaContext,
  node: SchemaNode,
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
    if (text === base.facets?.[bound] || isAllowed(context, node, text, base)) facets[bound] = text;
  } else if (number !== undefined) {
    const count = Number(text);
    if (!/^\+?\d{1,15}$/.test(text) || (number === 'totalDigits' && count === 0)) {
      reportFacetValue(context, node, `“${number}” must be a whole number.`, 'a whole number');
    } else if (isLooser(number, count, base.facets?.[number])) {
      const message = `“${number}” allows more than the base type, which has ${base.facets?.[number]}.`;
      reportFacetValue(context, node, message, String(base.facets?.[number]));
    } else facets[number] = count;
  } else if (space === undefined) {
    reportFacetValue(context, node, `“whiteSpace” must be one of ${spaces.join(', ')}.`, spaces.join(', '));
  } else if (spaces.indexOf(space) < spaces.indexOf(spaceRuleOf(base))) {
    reportFacetValue(
      context,
      node,
      `The base type has “${spaceRuleOf(base)}”, which cannot be relaxed.`,
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

function isAllowed(context: SchemaContext, node: SchemaNode, value: string, base: XsdSimple): boolean {
  const codec = context.codecOf(base);
  if (!context.spend(1 + stepsFor(codec, value), node)) return false;
  if (codec.read(value) !== undefined) return true;
  const message = `“${value}” is not a value of the base type: ${codec.description}.`;
  reportFacetValue(context, node, message, codec.description);
  return false;
}

function isPattern(context: SchemaContext, node: SchemaNode, value: string): boolean {
  const compiled = context.spend(stepsPerPattern, node) ? compileXsdPattern(value) : undefined;
  if (compiled === undefined) return false;
  if (compiled.kind === 'pattern') return context.spend(stepsPerPart * compiled.size.written, node);
  const { message } = compiled;
  context.reportAt(node, {
    rule: 'bad-pattern',
    message,
    expected: 'a pattern of XML Schema',
    actual: value,
    attribute: 'value',
  });
  return false;
}

function checkTogether(context: SchemaContext, nodes: readonly SchemaNode[], facets: XsdFacets): void {
  const { minLength, maxLength, totalDigits, fractionDigits } = facets;
  const last = nodes.at(-1);
  if (last === undefined) return;
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength) {
    reportFacetValue(
      context,
      last,
      `“minLength” ${minLength} is more than “maxLength” ${maxLength}.`,
      `at most ${maxLength}`,
    );
  }
  if (totalDigits !== undefined && fractionDigits !== undefined && fractionDigits > totalDigits) {
    const message = `“fractionDigits” ${fractionDigits} is more than “totalDigits” ${totalDigits}.`;
    reportFacetValue(context, last, message, `at most ${totalDigits}`);
  }
}

const reportFacetValue = (
  context: SchemaContext,
  node: SchemaNode,
  message: string,
  expected: string,
): void =>
  context.reportAt(node, {
    rule: 'xsd-value',
    message,
    expected,
    actual: attributeText(node, 'value') ?? 'nothing',
    attribute: 'value',
  });
