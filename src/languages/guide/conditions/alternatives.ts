/**
 * Alternatives under which a condition or a rule holds: each is a list of claims that suffice together. Claims beyond
 * the limits are ignored, so the result may allow more than is possible, never less.
 */

/** `undefined` if the alternatives are unknown. */
export type Alternatives<Claim> = readonly (readonly Claim[])[] | undefined;

/** Limits on the number of alternatives, and on the claims in each. */
const maxAlternatives = 64;
const maxClaims = 40;

/** At least one part must hold. */
export function combineAny<Claim>(parts: readonly Alternatives<Claim>[]): Alternatives<Claim> {
  const alternatives: (readonly Claim[])[] = [];
  for (const part of parts) {
    if (part === undefined || alternatives.length + part.length > maxAlternatives) return undefined;
    alternatives.push(...part);
  }
  return alternatives;
}

/** All parts must hold. */
export function combineAll<Claim>(
  parts: readonly Alternatives<Claim>[],
  areCompatible: (claims: readonly Claim[]) => boolean,
): Alternatives<Claim> {
  let alternatives: readonly (readonly Claim[])[] = [[]];
  for (const part of parts) {
    if (part === undefined) continue;
    if (part.length === 0) return [];
    if (alternatives.length * part.length > maxAlternatives) continue;
    const longer = alternatives.flatMap((alternative) => part.map((more) => [...alternative, ...more]));
    if (longer.some((alternative) => alternative.length > maxClaims)) continue;
    alternatives = longer.filter(areCompatible);
  }
  return alternatives;
}
