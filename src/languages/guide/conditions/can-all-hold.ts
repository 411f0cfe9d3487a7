/**
 * Decides whether claims about variables can be true together. Variables count as independent of each other. If the
 * answer is uncertain it is yes: a no is proof.
 */
import type { Atom, Operator } from './atom.ts';
import { isList } from './lenient-equals.ts';
import {
  allNumbers,
  isComparison,
  isEmptyRange,
  type NumberRange,
  narrowRange,
  opposite,
} from './number-range.ts';
import { type EquivalenceKind, emptyKinds, kindFits, kindsEqualTo } from './value-kind.ts';

/** An atom that must hold, or must not. */
export interface ConditionClaim {
  readonly atom: Atom;
  readonly wanted: boolean;
}

/** Remaining effort; at 0 the answer is uncertain. */
export interface SearchEffort {
  left: number;
}

export function canAllHold(claims: readonly ConditionClaim[], effort: SearchEffort): boolean {
  const names = new Set(claims.map(({ atom }) => atom.name));
  return [...names].every((name) => {
    const about = claims.filter(({ atom }) => atom.name === name);
    // Without a variable no atom holds.
    return name === null ? about.every(({ wanted }) => !wanted) : canHoldForOne(about, effort);
  });
}

function canHoldForOne(claims: readonly ConditionClaim[], effort: SearchEffort): boolean {
  effort.left -= claims.reduce((sum, { atom }) => sum + sizeOf(atom), 0);
  if (effort.left < 0) return true;
  if (hasOpposites(claims)) return false;
  const kinds = kindsLeftBy(claims);
  if (kinds !== undefined) return canBeOneOf(kinds, claims, effort);
  if (claims.some(({ atom, wanted }) => wanted && isComparison(atom.operator)))
    return canNumberHold(claims, effort);
  return canTextHold(claims);
}

function canBeOneOf(
  kinds: readonly EquivalenceKind[],
  claims: readonly ConditionClaim[],
  effort: SearchEffort,
): boolean {
  return kinds.some((kind) =>
    claims.every(({ atom, wanted }) => {
      effort.left -= sizeOf(atom);
      return effort.left < 0 || kindFits(kind, atom) !== !wanted;
    }),
  );
}

/** Number of claims and kinds to compare. */
function sizeOf({ operand }: Atom): number {
  if (operand === null || typeof operand !== 'object') return 1;
  return 1 + (isList(operand) ? operand : Object.keys(operand)).length;
}

/** The same claim is asserted and denied. */
function hasOpposites(claims: readonly ConditionClaim[]): boolean {
  const claimKey = ({ atom }: ConditionClaim): string => JSON.stringify([atom.operator, atom.operand]);
  const denied = new Set(claims.filter(({ wanted }) => !wanted).map(claimKey));
  return claims.some((claim) => claim.wanted && denied.has(claimKey(claim)));
}

/** The kinds of values that a claim allows, if it restricts them to some. */
function kindsLeftBy(claims: readonly ConditionClaim[]): readonly EquivalenceKind[] | undefined {
  for (const { atom, wanted } of claims) {
    const { operator, operand } = atom;
    if (operator === 'isSomething' && !wanted) return emptyKinds;
    if (operator === 'in' && wanted) return isList(operand) ? operand.flatMap(kindsEqualTo) : [];
    if (operator === (wanted ? 'equals' : 'not_equals')) return kindsEqualTo(operand);
  }
  return undefined;
}

/** A comparison holds only for numbers, and operators on texts and lists do not. */
function canNumberHold(claims: readonly ConditionClaim[], effort: SearchEffort): boolean {
  if (claims.some(({ atom, wanted }) => wanted && ofTexts.includes(atom.operator))) return false;
  const range = claims.reduce(narrowedBy, allNumbers);
  if (isEmptyRange(range)) return false;
  // An interval of more than one number always has some left, however many single values are excluded.
  return range.low < range.high || canBeOneOf([{ kind: 'exactly', value: range.low }], claims, effort);
}

const ofTexts: readonly Operator[] = ['contains', 'startsWith', 'endsWith', 'matches'];

function narrowedBy(range: NumberRange, { atom, wanted }: ConditionClaim): NumberRange {
  const { operator, operand } = atom;
  if (!isComparison(operator) || typeof operand !== 'number') return range;
  return narrowRange(range, wanted ? operator : opposite[operator], operand);
}

/** If a text has two prefixes, one is a prefix of the other; likewise for suffixes. */
function canTextHold(claims: readonly ConditionClaim[]): boolean {
  const wantedOf = (operator: Operator): readonly string[] =>
    claims.flatMap(({ atom, wanted }) =>
      wanted && atom.operator === operator && typeof atom.operand === 'string'
        ? [atom.operand.toLowerCase()]
        : [],
    );
  const starts = wantedOf('startsWith').map((part) => part.trimStart());
  const ends = wantedOf('endsWith').map((part) => part.trimEnd());
  return (
    areNested(starts, (longer, shorter) => longer.startsWith(shorter)) &&
    areNested(ends, (longer, shorter) => longer.endsWith(shorter))
  );
}

function areNested(parts: readonly string[], isIn: (longer: string, shorter: string) => boolean): boolean {
  const byLength = parts.toSorted((a, b) => b.length - a.length);
  const [longest = ''] = byLength;
  return byLength.every((part) => isIn(longest, part));
}
