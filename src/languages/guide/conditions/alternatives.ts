/**
 * Ways in which something can come about, each a list of claims that are enough together. What is too much to be listed
 * is left out of account, so that there may seem to be more ways than there are, never fewer.
 */

/** Undefined where it is not known which. */
export type Alternatives<Claim> = readonly (readonly Claim[])[] | undefined;

/** More are not looked at, neither ways nor claims in one of them. */
const maxAlternatives = 64;
const maxClaims = 40;

/** One of them is enough. */
export function combineAny<Claim>(parts: readonly Alternatives<Claim>[]): Alternatives<Claim> {
  const alternatives: (readonly Claim[])[] = [];
  for (const part of parts) {
    if (part === undefined || alternatives.length + part.length > maxAlternatives) return undefined;
    alternatives.push(...part);
  }
  return alternatives;
}

/** All of them are needed. */
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
