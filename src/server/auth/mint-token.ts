/** Creates a token that this server accepts, within the rights of its issuer [W1.7]. */
import { SignJWT } from 'jose';
import type { Issuer, Principal } from '../../operations/index.ts';
import { isUsualScope } from '../../operations/offline.ts';
import { principalOfClaims } from './principal-of-claims.ts';
import { audienceOf } from './verify-token.ts';

export interface TokenRequest {
  readonly subject: string;
  /** Default: all scopes of the issuer except the operator scope. */
  readonly scopes?: readonly string[] | undefined;
  readonly tenant?: string | undefined;
  readonly roles: readonly string[];
  readonly kind?: string | undefined;
  readonly audience?: string | undefined;
  /** In milliseconds. */
  readonly life: number;
}

export interface MintOptions {
  readonly issuer: Issuer;
  /** The name it signs with. Default: its first name. */
  readonly name?: string;
  /** All issuers. */
  readonly issuers: readonly Issuer[];
  /** Public address of the server; `undefined` if unknown. */
  readonly base: string | undefined;
  readonly now: number;
}

export type Minted =
  | {
      readonly kind: 'token';
      readonly token: string;
      /** The principal of the token. */
      readonly principal: Principal;
      /** When it expires. */
      readonly end: number;
    }
  /** As text. */
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

export async function mintToken(
  { issuer, issuers, base, now, name = issuer.name }: MintOptions,
  tokenRequest: TokenRequest,
): Promise<Minted> {
  if (issuer.key.kind === 'jwks') {
    const problem = `Only the issuer “${issuer.name}” has its signing key. Request the token from it.`;
    return { kind: 'refused', problems: [problem] };
  }
  const { tenants, tenantClaim, roles, kinds } = issuer;
  const audiences = base === undefined ? issuer.audience.names : audienceOf(issuer, base);
  const { scopes = issuer.scopes.filter(isUsualScope) } = tokenRequest;
  const tenant = tokenRequest.tenant ?? (tenants.length === 1 ? tenants[0] : undefined);
  const audience = tokenRequest.audience ?? audiences[0];
  const problems = [
    ...describeDisallowed(name, 'scope', scopes, issuer.scopes),
    ...describeDisallowed(name, 'role', tokenRequest.roles, roles),
    ...describeDisallowed(name, 'kind', [tokenRequest.kind ?? kinds[0]], kinds),
    ...(tenant === undefined
      ? [`The issuer “${name}” has several tenants. Choose one with --tenant: ${tenants.join(', ')}.`]
      : describeDisallowed(name, 'tenant', [tenant], tenants)),
    ...(audience === undefined
      ? ['The address of the server is not known yet. Set the audience of the token with --audience.']
      : describeDisallowed(name, 'audience', [audience], audiences)),
  ];
  const end = Math.floor((now + tokenRequest.life) / 1_000);
  const claims = {
    iss: name,
    sub: tokenRequest.subject,
    aud: audience ?? '',
    scope: scopes.join(' '),
    ...(tokenRequest.roles.length === 0 ? {} : { roles: [...tokenRequest.roles] }),
    ...(tokenRequest.kind === undefined ? {} : { kind: tokenRequest.kind }),
    ...(tenantClaim === null ? {} : { [tenantClaim]: tenant }),
    iat: Math.floor(now / 1_000),
    exp: end,
  };
  if (problems.length > 0) return { kind: 'refused', problems };
  const principal = principalOfClaims(issuer, claims, issuers);
  if (principal.kind === 'refusal') return { kind: 'refused', problems: [principal.error.message] };
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(Buffer.from(issuer.key.secret));
  return { kind: 'token', token, principal, end: end * 1_000 };
}

function describeDisallowed(
  issuer: string,
  what: string,
  requested: readonly string[],
  allowed: readonly string[],
): readonly string[] {
  const all = allowed.length === 0 ? 'none' : allowed.join(', ');
  return requested
    .filter((each) => !allowed.includes(each))
    .map((each) => `The issuer “${issuer}” may not grant the ${what} “${each}”. It may grant: ${all}.`);
}
