/**
 * What a client needs to know to be let in: whose tokens are believed, and for which scopes one may ask [W1.5]. The path of
 * what is protected stands behind that of the document, as RFC 9728 has it.
 */
import type { Scope } from '../../operations/index.ts';
import { scopes } from '../../operations/offline.ts';

/** What can be asked for a token: MCP, or everything else. */
export type ProtectedPath = '/mcp' | '/';

export interface ProtectedResource {
  readonly resource: string;
  /** Absent where nobody can be asked for tokens. */
  readonly authorization_servers?: readonly string[];
  readonly scopes_supported: readonly Scope[];
  readonly bearer_methods_supported: readonly ['header'];
  readonly resource_name: 'Signalbox';
}

/** One that gives out tokens: its name, and the scopes that they may have. */
export interface KnownIssuer {
  readonly issuer: string;
  readonly scopes: readonly Scope[];
}

/** @param base where others reach the server, without a slash at its end */
export function protectedResource(
  base: string,
  path: ProtectedPath,
  issuers: readonly KnownIssuer[],
): ProtectedResource {
  // Only an address can be asked for tokens; the others are names that two sides have agreed on.
  const servers = issuers.filter(({ issuer }) => issuer.startsWith('https://') && URL.canParse(issuer));
  const given = new Set(servers.flatMap((each) => each.scopes));
  // Whoever administers asks for that by name.
  const usual = scopes.filter((scope) => scope !== 'admin');
  return {
    resource: resourceAt(base, path),
    ...(servers.length === 0 ? {} : { authorization_servers: servers.map(({ issuer }) => issuer) }),
    scopes_supported: servers.length === 0 ? usual : usual.filter((scope) => given.has(scope)),
    bearer_methods_supported: ['header'],
    resource_name: 'Signalbox',
  };
}

const resourceAt = (base: string, path: ProtectedPath): string => (path === '/' ? base : `${base}${path}`);

/** Where the document about it is: a path of the address stands behind that of the document, too. */
export function metadataAddress(base: string, path: ProtectedPath): string {
  const { origin, pathname } = new URL(resourceAt(base, path));
  return `${origin}/.well-known/oauth-protected-resource${pathname.replace(/\/$/, '')}`;
}
