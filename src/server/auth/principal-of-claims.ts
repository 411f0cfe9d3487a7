/** Maps the claims of a verified token to a principal, within the rights of its issuer [W1.2]. */
import { type Issuer, ownerOfSubject, type Principal, reservedPrefix } from '../../operations/index.ts';
import type { Refusal } from '../message/refusal.ts';
import { type Claims, refuseCredentials } from './read-token.ts';

/** @param issuers all of them: a subject must not belong to another issuer */
export function principalOfClaims(
  issuer: Issuer,
  claims: Claims,
  issuers: readonly Issuer[],
): Principal | Refusal {
  const tenant = tenantOf(issuer, claims);
  if (tenant === undefined) {
    return refuseCredentials(
      `The claim “${issuer.tenantClaim}” of the token must name a tenant of its issuer.`,
    );
  }
  const { sub } = claims;
  if (typeof sub !== 'string' || !/^(?!\s)[^\p{C}\p{Zl}\p{Zp}]{1,200}(?<!\s)$/u.test(sub)) {
    return refuseCredentials(
      'The subject of the token (sub) must be a text of 1 to 200 printable characters.',
    );
  }
  const subject = `${issuer.subjectPrefix}${sub}`;
  if (reservedPrefix(subject) !== undefined || ownerOfSubject(subject, tenant, issuers) !== issuer) {
    return refuseCredentials('The subject of the token (sub) is reserved: its issuer may not use it.');
  }
  const { kind: asked = issuer.kinds[0] } = claims;
  const kind = issuer.kinds.find((each) => each === asked);
  if (kind === undefined) {
    return refuseCredentials(`The claim “kind” of the token must be one of: ${issuer.kinds.join(', ')}.`);
  }
  const scopeNames = new Set([...wordsIn(claims['scope']), ...wordsIn(claims['scp'])]);
  const roles = new Set(textsOf(claims['roles']));
  return {
    subject,
    tenant,
    scopes: new Set(issuer.scopes.filter((scope) => scopeNames.has(scope))),
    roles: issuer.roles.filter((role) => roles.has(role)),
    kind,
  };
}

function tenantOf({ tenants, tenantClaim }: Issuer, claims: Claims): string | undefined {
  if (tenantClaim === null) return tenants[0];
  const named = Object.hasOwn(claims, tenantClaim) ? claims[tenantClaim] : undefined;
  return tenants.find((tenant) => tenant === named);
}

/** A space-separated text, or a list. */
const wordsIn = (value: unknown): readonly string[] => textsOf(value).flatMap((text) => text.split(' '));

const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
