/** Who shows a certificate: one SPIFFE id that the operator has declared; any other certificate makes nobody [W1.6]. */
import { type CertificateRule, isSpiffeId, matchesSpiffe, type Principal } from '../../operations/index.ts';
import type { PeerCertificate } from '../http/peer.ts';
import type { Refusal } from '../http/refusal.ts';
import { refuseCredentials } from './read-token.ts';

/** @param certificate one that TLS has verified already */
export function identifyCertificate(
  { uris, validUntil }: PeerCertificate,
  rules: readonly CertificateRule[],
  now: number,
): Principal | Refusal {
  // A connection may last longer than the certificate that it began with.
  if (now > validUntil) return refuseCredentials('The certificate has expired.');
  const [id = '', ...others] = uris;
  if (others.length > 0 || !isSpiffeId(id)) {
    return refuseCredentials('The certificate must name exactly one URI, and that a SPIFFE id.');
  }
  // The one that says most: an id itself before all patterns, and a longer pattern before a shorter one.
  const [rule] = rules
    .filter(({ spiffe }) => matchesSpiffe(spiffe, id))
    .toSorted(
      (one, other) =>
        Number(isSpiffeId(other.spiffe)) - Number(isSpiffeId(one.spiffe)) ||
        other.spiffe.length - one.spiffe.length,
    );
  if (rule === undefined) return refuseCredentials('The SPIFFE id of the certificate is not known here.');
  const { tenant, scopes, roles, kind } = rule;
  return { subject: id, tenant, scopes: new Set(scopes), roles, kind };
}
