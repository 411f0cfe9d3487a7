/** Makes a token that this server believes, within what its issuer may give [W1.7]. */
import { SignJWT } from 'jose';
import type { Issuer, Principal } from '../../operations/index.ts';
import { principalOfClaims } from './principal-of-claims.ts';
import { audienceOf } from './verify-token.ts';

export interface TokenRequest {
  readonly subject: string;
  /** Everything that the issuer may give but the scope of operators, where absent. */
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
  /** Under which it signs; its first name where absent. */
  readonly name?: string;
  /** All that there are. */
  readonly issuers: readonly Issuer[];
  /** Where others reach the server; undefined where that is not known. */
  readonly base: string | undefined;
  readonly now: number;
}

export type Minted =
  | {
      readonly kind: 'token';
      readonly token: string;
      /** Who shows it. */
      readonly principal: Principal;
      /** When it ends. */
      readonly end: number;
    }
  /** In words. */
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

export async function mintToken(
  { issuer, issuers, base, now, name = issuer.name }: MintOptions,
  tokenRequest: TokenRequest,
): Promise<Minted> {
  if (issuer.key.kind === 'jwks') {
    const problem = `The issuer “${issuer.name}” signs with a key that only it has: ask it for a token.`;
    return { kind: 'refused', problems: [problem] };
  }
  const { tenants, tenantClaim, roles, kinds } = issuer;
  const audiences = base === undefined ? issuer.audience.names : audienceOf(issuer, base);
  const { scopes = issuer.scopes.filter((scope) => scope !== 'admin') } = tokenRequest;
  const tenant = tokenRequest.tenant ?? (tenants.length === 1 ? tenants[0] : undefined);
  const audience = tokenRequest.audience ?? audiences[0];
  const problems = [
    ...describeDisallowed(name, 'scope', scopes, issuer.scopes),
    ...describeDisallowed(name, 'role', tokenRequest.roles, roles),
    ...describeDisallowed(name, 'kind', [tokenRequest.kind ?? kinds[0]], kinds),
    ...(tenant === undefined
      ? [
          `The issuer “${name}” has several tenants: say which with --tenant. There are: ${tenants.join(', ')}.`,
        ]
      : describeDisallowed(name, 'tenant', [tenant], tenants)),
    ...(audience === undefined
      ? ['Where the server will be reached is not known yet: say whom the token is for with --audience.']
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
    .map((each) => `The issuer “${issuer}” may not give the ${what} “${each}”. It may give: ${all}.`);
}
