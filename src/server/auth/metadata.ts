/**
 * The metadata of protected resources: the trusted issuers and the available scopes [W1.5]. As RFC 9728 requires, the
 * path of the resource follows the path of the document.
 */
import type { Scope } from '../../operations/index.ts';
import { isUsualScope, parseUrl, scopes } from '../../operations/offline.ts';

/** The protected resources: MCP, or everything else. */
export type ProtectedPath = '/mcp' | '/';

export interface ProtectedResource {
  readonly resource: string;
  /** Absent if no issuer can be asked for tokens. */
  readonly authorization_servers?: readonly string[];
  readonly scopes_supported: readonly Scope[];
  readonly bearer_methods_supported: readonly ['header'];
  readonly resource_name: 'Signalbox';
}

/** An issuer of tokens: its name, and the scopes that its tokens may have. */
export interface KnownIssuer {
  readonly issuer: string;
  readonly scopes: readonly Scope[];
}

/** @param base public address of the server, without a trailing slash */
export function protectedResource(
  base: string,
  path: ProtectedPath,
  issuers: readonly KnownIssuer[],
): ProtectedResource {
  // Only issuers with an address can be asked for tokens; the other names are agreed between both sides.
  const servers = issuers.filter(
    ({ issuer }) => issuer.startsWith('https://') && parseUrl(issuer) !== undefined,
  );
  const given = new Set(servers.flatMap((each) => each.scopes));
  // The others are requested by name.
  const usual = scopes.filter(isUsualScope);
  return {
    resource: resourceAt(base, path),
    ...(servers.length === 0 ? {} : { authorization_servers: servers.map(({ issuer }) => issuer) }),
    scopes_supported: servers.length === 0 ? usual : usual.filter((scope) => given.has(scope)),
    bearer_methods_supported: ['header'],
    resource_name: 'Signalbox',
  };
}

const resourceAt = (base: string, path: ProtectedPath): string => (path === '/' ? base : `${base}${path}`);

/** Address of the metadata document: the path of the base address follows the path of the document, too. */
export function metadataAddress(base: string, path: ProtectedPath): string {
  const { origin, pathname } = new URL(resourceAt(base, path));
  return `${origin}/.well-known/oauth-protected-resource${pathname.replace(/\/$/, '')}`;
}
