/** Who is believed, as the operator has said: issuers of tokens, and certificates of clients [W1.2, W1.6]. */
import type { Principal, Scope } from '../contract/principal.ts';

export interface AuthConfiguration {
  readonly issuers: readonly Issuer[];
  readonly certificates: readonly CertificateRule[];
}

/** One who gives out tokens, and the most that these may say. */
export interface Issuer {
  /** What the tokens say in `iss`, exactly. */
  readonly name: string;
  /** Under which it signs as well, with the same key. */
  readonly otherNames?: readonly string[];
  readonly key: IssuerKey;
  readonly audience: Audience;
  readonly tenants: readonly string[];
  /** The claim that names one of the tenants; null where there is one tenant, whatever the tokens say. */
  readonly tenantClaim: string | null;
  readonly scopes: readonly Scope[];
  readonly roles: readonly string[];
  /** The first is what somebody is whose token does not say. */
  readonly kinds: readonly [PrincipalKind, ...PrincipalKind[]];
  /** Stands before every subject, so that nobody of another issuer has the same. */
  readonly subjectPrefix: string;
}

export const namesOfIssuer = ({ name, otherNames = [] }: Issuer): readonly string[] => [name, ...otherNames];

/** Whom tokens have to be meant for: one of these. */
export interface Audience {
  readonly names: readonly string[];
  /** Also whoever is called by the address of this server. */
  readonly withServer: boolean;
}

export type IssuerKey =
  /** Both sides have it; HS256. */
  | { readonly kind: 'secret'; readonly secret: string }
  /** The issuer publishes the keys by which its signatures are checked. */
  | { readonly kind: 'jwks'; readonly url: string; readonly algorithms: readonly SigningAlgorithm[] };

/** A SPIFFE id, and what whoever has it may do. */
export interface CertificateRule {
  /** `spiffe://example.org/agents/invoice`; with `/*` at its end, whatever is below. */
  readonly spiffe: string;
  readonly tenant: string;
  readonly scopes: readonly Scope[];
  readonly roles: readonly string[];
  readonly kind: PrincipalKind;
}

export type PrincipalKind = Principal['kind'];

export const principalKinds = ['person', 'agent', 'service'] as const satisfies readonly PrincipalKind[];

/** With a key of two halves: whoever can check a signature cannot make one. */
export const signingAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const;

export type SigningAlgorithm = (typeof signingAlgorithms)[number];

/** Bytes that a secret needs, so that nobody finds it by trying. */
export const minSecretBytes = 32;
