/** For tests: valid and forged tokens of all kinds, and a verifier with a fixed clock. */
import { createHmac, generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto';
import type { CertificateRule, Issuer, Principal } from '../../src/operations/index.ts';
import { createIdentify } from '../../src/server/auth/create-identify.ts';
import type { PublishedKeys } from '../../src/server/auth/published-keys.ts';
import { createTokenVerifier } from '../../src/server/auth/verify-token.ts';
import type { Signalbox } from '../../src/server/local/signalbox.ts';
import type { PeerCertificate } from '../../src/server/message/peer.ts';
import type { Refusal } from '../../src/server/message/refusal.ts';

export const base = 'https://flows.example.com';
export const secret = 'thirty-two-bytes-or-more-are-a-secret';

/** A whole second. */
export const noon = Date.UTC(2026, 1, 21, 12);
export const seconds = noon / 1_000;

export function issuerOf(changes: Partial<Issuer> = {}): Issuer {
  return {
    name: 'zai-controller',
    key: { kind: 'secret', secret },
    audience: { names: ['yawl-mcp'], withServer: false },
    tenants: ['default'],
    tenantClaim: null,
    scopes: ['workflows:launch', 'workflows:query'],
    roles: [],
    kinds: ['agent'],
    subjectPrefix: '',
    ...changes,
  };
}

export type Fields = Readonly<Record<string, unknown>>;

export const goodClaims: Fields = {
  iss: 'zai-controller',
  sub: 'z.ai-invoice-processor',
  aud: 'yawl-mcp',
  scope: 'workflows:launch workflows:query',
  iat: seconds,
  exp: seconds + 3_600,
};

/** The data to sign. */
export type Signer = (input: string) => Buffer;

/** Nothing is validated, on purpose. @param header an object, or raw text */
export function craftToken(header: Fields | string, claims: Fields | string, signer: Signer): string {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${signer(input).toString('base64url')}`;
}

export const encode = (part: Fields | string): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

export const hmac =
  (key: string | Buffer, hash = 'sha256'): Signer =>
  (input) =>
    createHmac(hash, key).update(input).digest();

/** Signed with the shared secret. */
export const sharedSecretToken = (
  changes: Fields = {},
  header: Fields = { alg: 'HS256', typ: 'JWT' },
): string => craftToken(header, { ...goodClaims, ...changes }, hmac(secret));

export interface Pair {
  readonly alg: string;
  readonly publicKey: KeyObject;
  /** As an issuer publishes it. */
  readonly jwk: JsonWebKey & { readonly kid: string };
  readonly signer: Signer;
}

const hashes: Readonly<Record<string, string>> = { RS256: 'sha256', ES256: 'sha256', PS256: 'sha256' };

export function makePair(alg: 'RS256' | 'ES256' | 'EdDSA', kid: string): Pair {
  const { publicKey, privateKey } = generate(alg);
  const encoding = alg === 'ES256' ? ({ dsaEncoding: 'ieee-p1363' } as const) : {};
  return {
    alg,
    publicKey,
    jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' },
    signer: (input) => sign(hashes[alg], Buffer.from(input), { key: privateKey, ...encoding }),
  };
}

function generate(alg: string): { publicKey: KeyObject; privateKey: KeyObject } {
  if (alg === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return alg === 'ES256'
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : generateKeyPairSync('ed25519');
}

/** Signed with a key pair, as its issuer would. */
export const keyPairToken = (pair: Pair, changes: Fields = {}, header: Fields = {}): string =>
  craftToken({ alg: pair.alg, kid: pair.jwk.kid, ...header }, { ...goodClaims, ...changes }, pair.signer);

export interface TokenFixtureOptions {
  readonly issuers?: readonly Issuer[];
  readonly certificates?: readonly CertificateRule[];
  readonly keysAt?: (url: string) => PublishedKeys;
  readonly call?: Signalbox['call'];
  readonly now?: () => number;
  readonly skew?: number;
}

export interface TokenFixture {
  /** @param headers of the request; @param path of the request, with its query */
  ask(
    headers: Headers | Readonly<Record<string, string>>,
    path?: string,
    certificate?: PeerCertificate,
  ): Promise<Principal | Refusal>;
  /** With a token. */
  show(token: string): Promise<Principal | Refusal>;
}

export function openTokenFixture({
  issuers = [issuerOf()],
  certificates = [],
  keysAt = () => ({ find: async () => ({ kind: 'unknown' }) }),
  call = () => Promise.reject(new Error('Nobody was to be asked.')),
  now = () => noon,
  skew = 60_000,
}: TokenFixtureOptions = {}): TokenFixture {
  const tokens = createTokenVerifier({ issuers, skew, now, keysAt });
  const identify = createIdentify({ trusted: () => ({ tokens, certificates }), call, base, now });
  const ask: TokenFixture['ask'] = async (headers, path = '/mcp', certificate) =>
    identify(new Request(`http://localhost${path}`, { method: 'POST', headers }), {
      address: '127.0.0.1',
      isSecure: true,
      ...(certificate === undefined ? {} : { certificate }),
    });
  return { ask, show: (token) => ask({ authorization: `Bearer ${token}` }) };
}

/** `invalid_token: The token has expired…`, or `subject`. */
export function describeOutcome(found: Principal | Refusal): string {
  return found.kind === 'refusal' ? `${found.error.details.code}: ${found.error.message}` : found.subject;
}
