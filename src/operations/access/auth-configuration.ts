/** Types of the auth configuration: token issuers and client certificates that the operator trusts [W1.2, W1.6]. */
import type { Principal, Scope } from '../contract/principal.ts';

export interface AuthConfiguration {
  readonly issuers: readonly Issuer[];
  readonly certificates: readonly CertificateRule[];
}

/** A token issuer, and the maximum rights of its tokens. */
export interface Issuer {
  /** Exact value of `iss` in its tokens. */
  readonly name: string;
  /** Further issuer names that it signs under, with the same key. */
  readonly otherNames?: readonly string[];
  readonly key: IssuerKey;
  readonly audience: Audience;
  readonly tenants: readonly string[];
  /** The claim that names one of the tenants; null if there is one tenant, independent of the token. */
  readonly tenantClaim: string | null;
  readonly scopes: readonly Scope[];
  readonly roles: readonly string[];
  /** The first is the default for tokens that name no kind. */
  readonly kinds: readonly [PrincipalKind, ...PrincipalKind[]];
  /** Prefix of every subject, so that subjects of different issuers differ. */
  readonly subjectPrefix: string;
}

export const namesOfIssuer = ({ name, otherNames = [] }: Issuer): readonly string[] => [name, ...otherNames];

/** Accepted audiences. A token must name one of them. */
export interface Audience {
  readonly names: readonly string[];
  /** Also accept the address of this server as audience. */
  readonly withServer: boolean;
}

export type IssuerKey =
  /** Shared secret for HS256. */
  | { readonly kind: 'secret'; readonly secret: string }
  /** The issuer publishes the keys that verify its signatures. */
  | { readonly kind: 'jwks'; readonly url: string; readonly algorithms: readonly SigningAlgorithm[] };

/** A SPIFFE id and the rights of its holder. */
export interface CertificateRule {
  /** `spiffe://example.org/agents/invoice`; a trailing `/*` matches everything below. */
  readonly spiffe: string;
  readonly tenant: string;
  readonly scopes: readonly Scope[];
  readonly roles: readonly string[];
  readonly kind: PrincipalKind;
}

export type PrincipalKind = Principal['kind'];

export const principalKinds = ['person', 'agent', 'service'] as const satisfies readonly PrincipalKind[];

/** Asymmetric algorithms: a verifier cannot sign. */
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

/** Minimum length of a secret, so that it cannot be guessed. */
export const minSecretBytes = 32;
