/**
 * Ways in which something can come about, each a list of claims that are enough together. What is too much to be listed
 * is left out of account, so that there may seem to be more ways than there are, never fewer.
 */

/** Undefined where it is not known which. */
export type Ways<Claim> = readonly (readonly Claim[])[] | undefined;

/** More are not looked at, neither ways nor claims in one of them. */
const mostWays = 64;
const mostClaims = 40;

/** One of them is enough. */
export function throughAny<Claim>(parts: readonly Ways<Claim>[]): Ways<Claim> {
  const ways: (readonly Claim[])[] = [];
  for (const part of parts) {
    if (part === undefined || ways.length + part.length > mostWays) return undefined;
    ways.push(...part);
  }
  return ways;
}

/** All of them are needed. */
export function throughAll<Claim>(
  parts: readonly Ways<Claim>[],
  areTogether: (claims: readonly Claim[]) => boolean,
): Ways<Claim> {
  let ways: readonly (readonly Claim[])[] = [[]];
  for (const part of parts) {
    if (part === undefined) continue;
    if (part.length === 0) return [];
    if (ways.length * part.length > mostWays) continue;
    const longer = ways.flatMap((way) => part.map((more) => [...way, ...more]));
    if (longer.some((way) => way.length > mostClaims)) continue;
    ways = longer.filter(areTogether);
  }
  return ways;
}
