/**
 * Parses a JSON Web Token before any verification: refuses tokens that are too long, malformed, or use unsupported
 * features, without reading any key [W1.1].
 */
import { type Refusal, refuse } from '../message/refusal.ts';

export interface ReadToken {
  readonly kind: 'token';
  readonly text: string;
  readonly algorithm: string;
  readonly keyId: string | undefined;
  /** Not verified yet. */
  readonly claims: Claims;
}

export type Claims = { readonly [name: string]: unknown };

const maxTokenLength = 8_192;
const maxKeyIdLength = 256;

/** Headers that change how a token is read, or that supply the key to verify it. */
const refusedHeaders = ['crit', 'b64', 'zip', 'enc', 'cty', 'jwk', 'jku', 'x5u', 'x5c'];
const types = ['jwt', 'at+jwt', 'application/jwt', 'application/at+jwt'];

export function readToken(text: string): ReadToken | Refusal {
  if (text.length > maxTokenLength)
    return refuseCredentials(`The token is longer than ${maxTokenLength} characters.`);
  const parts = text.split('.', 6);
  if (parts.length === 5)
    return refuseCredentials('The token is encrypted. Encrypted tokens are not supported.');
  const [header, claims] = parts.map(decode);
  if (parts.length !== 3 || !parts.every(isCanonical) || header === undefined || claims === undefined) {
    return refuseCredentials(
      'This is not a token: it must have three base64url parts separated by dots, the first two JSON.',
    );
  }
  const { alg: algorithm, kid: keyId, typ: type = 'JWT' } = header;
  const refused = refusedHeaders.find((name) => Object.hasOwn(header, name));
  if (refused !== undefined)
    return refuseCredentials(`The header “${refused}” of the token is not supported.`);
  if (typeof type !== 'string' || !types.includes(type.toLowerCase())) {
    return refuseCredentials('This is not an access token: its type (typ) must be “JWT” or “at+jwt”.');
  }
  if (typeof algorithm !== 'string')
    return refuseCredentials('The token does not name its signature algorithm (alg).');
  if (keyId !== undefined && !isKeyId(keyId)) {
    return refuseCredentials(
      `The key id (kid) of the token must be a text of 1 to ${maxKeyIdLength} characters.`,
    );
  }
  return { kind: 'token', text, algorithm, keyId, claims };
}

export const refuseCredentials = (message: string): Refusal => refuse('invalid_token', message);

const isKeyId = (keyId: unknown): keyId is string =>
  typeof keyId === 'string' && keyId !== '' && keyId.length <= maxKeyIdLength;

/** One encoding for the same bytes: otherwise a changed token could stay valid. */
function isCanonical(part: string): boolean {
  return part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part;
}

/** `undefined` if it is not an object. */
function decode(part: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(utf8.decode(Buffer.from(part, 'base64url')));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
