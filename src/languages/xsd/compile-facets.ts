/** Compiles facets: the restrictions of a simple type. */
import { compileXsdPattern } from './compile-xsd-pattern.ts';
import { countDigits } from './decimal.ts';
import type { ParsedValue, Primitive } from './primitive.ts';
import type { XsdFacets } from './shape.ts';

/** @param text the input after white space normalization */
export type FacetCheck = (parsed: ParsedValue, text: string) => boolean;

/** The cost of checking a text against facets, in steps. */
export interface FacetEffort {
  readonly perText: number;
  readonly perCharacter: number;
}

/** `undefined` if the cost is negligible. */
export function effortOf(
  { patterns, enumeration = [] }: XsdFacets,
  primitive: Primitive,
): FacetEffort | undefined {
  // Both are parsed for each comparison.
  const perText = isCompared(primitive) ? 10 * enumeration.length : 0;
  if (patterns === undefined && perText === 0) return undefined;
  const perCharacter = (patterns ?? []).flat().reduce((sum, pattern) => {
    const compiled = compileXsdPattern(pattern);
    return sum + (compiled.kind === 'pattern' ? compiled.size.states : 0);
  }, 0);
  return { perText, perCharacter };
}

/** @param parse reads values in facets, which have the restricted type */
export function compileFacets(
  facets: XsdFacets,
  primitive: Primitive,
  parse: (text: string) => ParsedValue | undefined,
): FacetCheck[] {
  return [
    ...patternChecks(facets),
    ...lengthChecks(facets, primitive),
    ...boundChecks(facets, primitive, parse),
    ...digitChecks(facets, primitive),
    ...enumerationChecks(facets, primitive, parse),
  ];
}

function patternChecks({ patterns = [] }: XsdFacets): FacetCheck[] {
  return patterns.map((group) => {
    const compiled = group.map(compileXsdPattern);
    return (_parsed, text) => compiled.some((pattern) => pattern.kind === 'pattern' && pattern.matches(text));
  });
}

function lengthChecks({ length, minLength, maxLength }: XsdFacets, { lengthOf }: Primitive): FacetCheck[] {
  if (lengthOf === undefined) return [];
  const checks: FacetCheck[] = [];
  if (length !== undefined) checks.push(({ canonical }) => lengthOf(canonical) === length);
  if (minLength !== undefined) checks.push(({ canonical }) => lengthOf(canonical) >= minLength);
  if (maxLength !== undefined) checks.push(({ canonical }) => lengthOf(canonical) <= maxLength);
  return checks;
}

/** If two values have no order, neither satisfies a bound set by the other. */
function boundChecks(
  facets: XsdFacets,
  { compare }: Primitive,
  parse: (text: string) => ParsedValue | undefined,
): FacetCheck[] {
  if (compare === undefined) return [];
  const checks: FacetCheck[] = [];
  const add = (bound: string | undefined, holds: (order: number) => boolean) => {
    const canonical = bound === undefined ? undefined : parse(bound)?.canonical;
    if (canonical === undefined) return;
    checks.push((parsed) => {
      const order = compare(parsed.canonical, canonical);
      return order !== undefined && holds(order);
    });
  };
  add(facets.minInclusive, (order) => order >= 0);
  add(facets.maxInclusive, (order) => order <= 0);
  add(facets.minExclusive, (order) => order > 0);
  add(facets.maxExclusive, (order) => order < 0);
  return checks;
}

function digitChecks({ totalDigits, fractionDigits }: XsdFacets, { decimal }: Primitive): FacetCheck[] {
  if (decimal === undefined) return [];
  const checks: FacetCheck[] = [];
  if (totalDigits !== undefined) checks.push(({ canonical }) => countDigits(canonical).total <= totalDigits);
  if (fractionDigits !== undefined)
    checks.push(({ canonical }) => countDigits(canonical).fraction <= fractionDigits);
  return checks;
}

/** Whether values can be equal although their canonical texts differ: times in different zones. */
const isCompared = ({ compare, decimal }: Primitive): boolean => compare !== undefined && decimal !== true;

function enumerationChecks(
  { enumeration }: XsdFacets,
  primitive: Primitive,
  parse: (text: string) => ParsedValue | undefined,
): FacetCheck[] {
  if (enumeration === undefined) return [];
  const listed = enumeration.flatMap((text) => parse(text) ?? []);
  const kinds = new Map(listed.map(({ canonical, value }) => [canonical, typeof value]));
  return [
    ({ canonical, value }) =>
      kinds.get(canonical) === typeof value ||
      (isCompared(primitive) && listed.some((each) => primitive.compare?.(each.canonical, canonical) === 0)),
  ];
}
