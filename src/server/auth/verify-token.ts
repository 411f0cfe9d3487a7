/**
 * Verifies a token and returns its principal. The token names its issuer, and then only the keys and algorithms of
 * that issuer are accepted: an issuer with a secret never matches a public key, or vice versa [W1.1].
 */
import { createSecretKey } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import { type Issuer, namesOfIssuer, type Principal } from '../../operations/index.ts';
import { type Refusal, refuse } from '../message/refusal.ts';
import { cacheVerifiedTokens, type Verified } from './cache-verified-tokens.ts';
import { principalOfClaims } from './principal-of-claims.ts';
import type { PublishedKeys } from './published-keys.ts';
import { type ReadToken, readToken, refuseCredentials } from './read-token.ts';

export interface TokenVerifier {
  /** @param base public address of this server, without a trailing slash */
  verify(token: string, base: string): Promise<Principal | Refusal>;
}

export interface TokenVerifierOptions {
  readonly issuers: readonly Issuer[];
  /** Tolerated clock difference to issuers, in milliseconds. */
  readonly skew: number;
  readonly now: () => number;
  /** For an issuer that publishes its keys there. */
  readonly keysAt: (url: string) => PublishedKeys;
}

export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const { issuers, now, skew } = options;
  const byName = new Map(
    issuers.flatMap((issuer) => {
      const trust = trustFor(issuer, options);
      return namesOfIssuer(issuer).map((name) => [name, trust] as const);
    }),
  );
  const verify = async (text: string, base: string): Promise<Verified | Refusal> => {
    const token = readToken(text);
    if (token.kind === 'refusal') return token;
    const { iss } = token.claims;
    const trust = typeof iss === 'string' ? byName.get(iss) : undefined;
    if (trust === undefined)
      return refuseCredentials('The issuer of the token (iss) is unknown to this server.');
    const { issuer, algorithms } = trust;
    if (!algorithms.includes(token.algorithm)) {
      return refuseCredentials(
        `The token must be signed with an algorithm of its issuer: ${algorithms.join(', ')} (alg).`,
      );
    }
    const key = await trust.findKey(token);
    if (key.kind !== 'key') return key;
    const audience = audienceOf(issuer, base);
    try {
      const { payload } = await jwtVerify(text, key.key, {
        algorithms: [...algorithms],
        issuer: [...namesOfIssuer(issuer)],
        audience,
        clockTolerance: skew / 1_000,
        currentDate: new Date(now()),
        requiredClaims: ['iss', 'sub', 'aud', 'exp'],
      });
      const refusal = checkTimes(payload, now() + skew);
      if (refusal !== undefined) return refusal;
      const principal = principalOfClaims(issuer, payload, issuers);
      if (principal.kind === 'refusal') return principal;
      const endsAt = issuer.key.kind === 'secret' ? (payload.exp ?? 0) * 1_000 + skew : 0;
      return { kind: 'verified', principal, endsAt };
    } catch (error) {
      return refuseCredentials(explain(error, audience));
    }
  };
  return { verify: cacheVerifiedTokens(verify, now) };
}

/** Accepted audiences of a token of this issuer. */
export function audienceOf({ audience }: Pick<Issuer, 'audience'>, base: string): string[] {
  const { names, withServer } = audience;
  return [...names, ...(withServer ? [`${base}/mcp`, base, `${base}/`] : [])];
}

interface Trust {
  readonly issuer: Issuer;
  readonly algorithms: readonly string[];
  readonly findKey: (token: ReadToken) => Promise<TrustedKey | Refusal>;
}

interface TrustedKey {
  readonly kind: 'key';
  readonly key: Parameters<typeof jwtVerify>[1] & object;
}

function trustFor(issuer: Issuer, { keysAt }: TokenVerifierOptions): Trust {
  const { key } = issuer;
  if (key.kind === 'secret') {
    const secret = { kind: 'key', key: createSecretKey(key.secret, 'utf8') } as const;
    return { issuer, algorithms: ['HS256'], findKey: async () => secret };
  }
  const published = keysAt(key.url);
  return {
    issuer,
    algorithms: key.algorithms,
    async findKey({ algorithm, keyId }) {
      const found = await published.find({ alg: algorithm, kid: keyId });
      switch (found.kind) {
        case 'key':
          return found;
        case 'unavailable':
          return refuse(
            'issuer_unavailable',
            'The keys of the token’s issuer are currently unavailable, so the token cannot be verified. Try again later.',
            { context: { retryAfterMs: found.retryAfterMs } },
          );
        case 'ambiguous':
          return refuseCredentials(
            'Its issuer has several keys, and the token does not name the one that signed it (kid).',
          );
        case 'unknown':
          return refuseCredentials('The token is signed with a key that its issuer does not publish.');
        case 'unusable':
          return refuseCredentials('The token is signed with a key that is not usable.');
      }
    },
  };
}

/** Times must be finite, and not in the future for `iat`. */
function checkTimes({ iat, exp }: JWTPayload, latest: number): Refusal | undefined {
  if (!Number.isFinite(exp)) return refuseCredentials('The expiry of the token (exp) is not a time.');
  if (iat !== undefined && !(iat * 1_000 <= latest)) {
    return refuseCredentials('The token was issued in the future (iat). Check the clock of its issuer.');
  }
  return undefined;
}

/** The kind of problem, for an honest client; it depends on claims only after the signature was verified. */
function explain(error: unknown, audience: readonly string[]): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired (exp). Get a new one.';
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return 'The signature of the token does not match the key of its issuer.';
  }
  if (!(error instanceof errors.JWTClaimValidationFailed)) return 'The token cannot be verified.';
  const { claim, reason } = error;
  if (reason === 'missing') return `The token lacks the claim “${claim}”.`;
  if (reason === 'invalid') return `The claim “${claim}” of the token has the wrong format.`;
  if (claim === 'nbf') return 'The token is not valid yet (nbf). Check the clocks of both sides.';
  if (claim !== 'aud') return `The claim “${claim}” of the token has the wrong value.`;
  const expected = audience.map((each) => `“${each}”`).join(', ');
  return `The token is for another audience: aud must be one of ${expected}.`;
}
