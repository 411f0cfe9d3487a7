/**
 * Caches verified tokens for a few seconds: agents send the same token with every request, and verifying a signature
 * is expensive. Never beyond the token's expiry; refused tokens are not cached.
 */
import { createHash } from 'node:crypto';
import type { Principal } from '../../operations/index.ts';
import type { Refusal } from '../message/refusal.ts';

export interface Verified {
  readonly kind: 'verified';
  readonly principal: Principal;
  /** Milliseconds since 1970; 0 if it must not be cached, since the key that signed it may be withdrawn. */
  readonly endsAt: number;
}

type Verify<Answer> = (token: string, base: string) => Promise<Answer>;

const maxCacheMs = 10_000;
const maxTokens = 5_000;

export function cacheVerifiedTokens(
  verify: Verify<Verified | Refusal>,
  now: () => number,
): Verify<Principal | Refusal> {
  // Oldest first.
  const verifiedTokens = new Map<string, { readonly principal: Principal; readonly until: number }>();
  return async (token, base) => {
    const name = createHash('sha256').update(base).update('\0').update(token).digest('base64');
    const known = verifiedTokens.get(name);
    if (known !== undefined && now() < known.until && known.until - now() <= maxCacheMs)
      return known.principal;
    verifiedTokens.delete(name);
    const answer = await verify(token, base);
    if (answer.kind !== 'verified') return answer;
    const { principal, endsAt } = answer;
    if (endsAt === 0) return principal;
    verifiedTokens.set(name, { principal, until: Math.min(endsAt, now() + maxCacheMs) });
    const [oldest] = verifiedTokens.keys();
    if (verifiedTokens.size > maxTokens && oldest !== undefined) verifiedTokens.delete(oldest);
    return principal;
  };
}
