/** Authenticates a client certificate: it must contain one SPIFFE id that the operator has configured [W1.6]. */
import { type CertificateRule, isSpiffeId, matchesSpiffe, type Principal } from '../../operations/index.ts';
import type { PeerCertificate } from '../message/peer.ts';
import type { Refusal } from '../message/refusal.ts';
import { refuseCredentials } from './read-token.ts';

/** @param certificate already verified by TLS */
export function identifyCertificate(
  { uris, validUntil }: PeerCertificate,
  rules: readonly CertificateRule[],
  now: number,
): Principal | Refusal {
  // A connection may outlive its certificate.
  if (now > validUntil) return refuseCredentials('The certificate has expired.');
  const [id = '', ...others] = uris;
  if (others.length > 0 || !isSpiffeId(id)) {
    return refuseCredentials('The certificate must contain exactly one URI, and it must be a SPIFFE id.');
  }
  // The most specific one: an exact id before patterns, and a longer pattern before a shorter one.
  const [rule] = rules
    .filter(({ spiffe }) => matchesSpiffe(spiffe, id))
    .toSorted(
      (one, other) =>
        Number(isSpiffeId(other.spiffe)) - Number(isSpiffeId(one.spiffe)) ||
        other.spiffe.length - one.spiffe.length,
    );
  if (rule === undefined)
    return refuseCredentials('The SPIFFE id of the certificate is unknown to this server.');
  const { tenant, scopes, roles, kind } = rule;
  return { subject: id, tenant, scopes: new Set(scopes), roles, kind };
}
