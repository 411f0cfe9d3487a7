/**
 * A JSON Web Token taken apart, before anything of it is believed: what is too long, of another form, or asks for what is
 * never done here is refused without a look at any key [W1.1].
 */
import { type Refusal, refuse } from '../http/refusal.ts';

export interface ReadToken {
  readonly kind: 'token';
  readonly text: string;
  readonly algorithm: string;
  readonly keyId: string | undefined;
  /** Not believed yet. */
  readonly claims: Claims;
}

export type Claims = { readonly [name: string]: unknown };

const maxTokenLength = 8_192;
const maxKeyIdLength = 256;

/** Whatever would change how a token is read, or bring along the key by which it is to be believed. */
const refusedHeaders = ['crit', 'b64', 'zip', 'enc', 'cty', 'jwk', 'jku', 'x5u', 'x5c'];
const types = ['jwt', 'at+jwt', 'application/jwt', 'application/at+jwt'];

export function readToken(text: string): ReadToken | Refusal {
  if (text.length > maxTokenLength)
    return refuseCredentials(`The token is longer than ${maxTokenLength} characters.`);
  const parts = text.split('.', 6);
  if (parts.length === 5) return refuseCredentials('The token is encrypted, which is not understood here.');
  const [header, claims] = parts.map(decode);
  if (parts.length !== 3 || !parts.every(isCanonical) || header === undefined || claims === undefined) {
    return refuseCredentials(
      'This is no token: it has three parts in base64url, parted by dots, of which two are JSON.',
    );
  }
  const { alg: algorithm, kid: keyId, typ: type = 'JWT' } = header;
  const refused = refusedHeaders.find((name) => Object.hasOwn(header, name));
  if (refused !== undefined)
    return refuseCredentials(`The header “${refused}” of the token is not understood here.`);
  if (typeof type !== 'string' || !types.includes(type.toLowerCase())) {
    return refuseCredentials('This token is none for access: its type (typ) must be “JWT” or “at+jwt”.');
  }
  if (typeof algorithm !== 'string')
    return refuseCredentials('The token does not say how it is signed (alg).');
  if (keyId !== undefined && !isKeyId(keyId)) {
    return refuseCredentials(`The name of the key (kid) is no text of 1 to ${maxKeyIdLength} characters.`);
  }
  return { kind: 'token', text, algorithm, keyId, claims };
}

export const refuseCredentials = (message: string): Refusal => refuse('invalid_token', message);

const isKeyId = (keyId: unknown): keyId is string =>
  typeof keyId === 'string' && keyId !== '' && keyId.length <= maxKeyIdLength;

/** One text for the same bytes: else a token could be changed, and stay valid. */
function isCanonical(part: string): boolean {
  return part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part;
}

/** Undefined where it is no object. */
function decode(part: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(utf8.decode(Buffer.from(part, 'base64url')));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
