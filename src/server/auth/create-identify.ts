/**
 * Authenticates a request by its credentials: a token, an API key, or otherwise a certificate. A request with two
 * credentials is ambiguous and refused [W1.1].
 */

import type { CertificateRule, Principal } from '../../operations/index.ts';
import type { Signalbox } from '../local/signalbox.ts';
import type { HttpRequest } from '../message/http-request.ts';
import type { Peer } from '../message/peer.ts';
import { type Refusal, refuse } from '../message/refusal.ts';
import type { Identify } from './identify.ts';
import { identifyCertificate } from './identify-certificate.ts';
import { identifyKey, keyPrefix } from './identify-key.ts';
import type { TokenVerifier } from './verify-token.ts';

export interface TrustedCredentials {
  readonly tokens: TokenVerifier;
  readonly certificates: readonly CertificateRule[];
}

export interface IdentifyOptions {
  /** The active configuration: it may change at any time. */
  readonly trusted: () => TrustedCredentials;
  readonly call: Signalbox['call'];
  /** Public address of the server, without a trailing slash. */
  readonly base: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The returned function rejects with OperationError if a key cannot be looked up. */
export function createIdentify({ trusted, call, base, now }: IdentifyOptions): Identify {
  return (request, peer): Promise<Principal | Refusal> | Refusal | Principal => {
    const presented = findCredentials(request);
    if (presented === undefined) return identifyPeer(peer, trusted().certificates, now());
    if (presented.kind === 'refusal') return presented;
    return presented.kind === 'key'
      ? identifyKey(presented.text, call)
      : trusted().tokens.verify(presented.text, base);
  };
}

interface PresentedCredentials {
  readonly kind: 'token' | 'key';
  readonly text: string;
}

function findCredentials({ headers, url }: HttpRequest): PresentedCredentials | Refusal | undefined {
  if (/[?&](?:access_token|api_key)=/i.test(url)) {
    return refuseAmbiguous(
      'Credentials must not be part of a URL, which many logs store. Send “Authorization: Bearer …”, and replace these credentials.',
    );
  }
  const authorization = headers.get('authorization');
  const key = headers.get('x-api-key');
  if (authorization !== null && key !== null) {
    return refuseAmbiguous(
      'The request has an Authorization header and an X-API-Key header. Send one of them.',
    );
  }
  // A header that was sent twice is joined with a comma, which credentials never contain.
  if (`${authorization ?? key ?? ''}`.includes(',')) {
    return refuseAmbiguous('The credentials header has more than one value. Send one.');
  }
  if (key !== null) return { kind: 'key', text: key };
  if (authorization === null) return undefined;
  const [, text] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
  if (text === undefined) {
    return refuse(
      'unauthenticated',
      'The Authorization header is malformed. Send “Authorization: Bearer …”, with a token or an API key.',
    );
  }
  return { kind: text.startsWith(keyPrefix) ? 'key' : 'token', text };
}

const refuseAmbiguous = (message: string): Refusal => refuse('invalid_request', message);

function identifyPeer(
  { certificate }: Peer,
  rules: readonly CertificateRule[],
  now: number,
): Principal | Refusal {
  if (certificate !== undefined) return identifyCertificate(certificate, rules, now);
  return refuse(
    'unauthenticated',
    'This server requires credentials. Send a token or an API key as “Authorization: Bearer …”.',
  );
}
