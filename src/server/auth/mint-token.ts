/** Makes a token that this server believes, within what its issuer may give [W1.7]. */
import { SignJWT } from 'jose';
import type { Issuer, Principal } from '../../operations/index.ts';
import { principalOfClaims } from './principal-of-claims.ts';
import { audienceOf } from './verify-token.ts';

export interface TokenWish {
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
  wish: TokenWish,
): Promise<Minted> {
  if (issuer.key.kind === 'jwks') {
    const problem = `The issuer “${issuer.name}” signs with a key that only it has: ask it for a token.`;
    return { kind: 'refused', problems: [problem] };
  }
  const { tenants, tenantClaim, roles, kinds } = issuer;
  const audiences = base === undefined ? issuer.audience.names : audienceOf(issuer, base);
  const { scopes = issuer.scopes.filter((scope) => scope !== 'admin') } = wish;
  const tenant = wish.tenant ?? (tenants.length === 1 ? tenants[0] : undefined);
  const audience = wish.audience ?? audiences[0];
  const problems = [
    ...beyond(name, 'scope', scopes, issuer.scopes),
    ...beyond(name, 'role', wish.roles, roles),
    ...beyond(name, 'kind', [wish.kind ?? kinds[0]], kinds),
    ...(tenant === undefined
      ? [
          `The issuer “${name}” has several tenants: say which with --tenant. There are: ${tenants.join(', ')}.`,
        ]
      : beyond(name, 'tenant', [tenant], tenants)),
    ...(audience === undefined
      ? ['Where the server will be reached is not known yet: say whom the token is for with --audience.']
      : beyond(name, 'audience', [audience], audiences)),
  ];
  const end = Math.floor((now + wish.life) / 1_000);
  const claims = {
    iss: name,
    sub: wish.subject,
    aud: audience ?? '',
    scope: scopes.join(' '),
    ...(wish.roles.length === 0 ? {} : { roles: [...wish.roles] }),
    ...(wish.kind === undefined ? {} : { kind: wish.kind }),
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

function beyond(
  issuer: string,
  what: string,
  wished: readonly string[],
  allowed: readonly string[],
): readonly string[] {
  const all = allowed.length === 0 ? 'none' : allowed.join(', ');
  return wished
    .filter((each) => !allowed.includes(each))
    .map((each) => `The issuer “${issuer}” may not give the ${what} “${each}”. It may give: ${all}.`);
}
