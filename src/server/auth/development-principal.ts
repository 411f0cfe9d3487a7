/**
 * The principal of all requests if no credentials are configured: an agent of the user who started the server, with
 * all rights [P7.3].
 */
import type { Principal } from '../../operations/index.ts';
import { scopes } from '../../operations/offline.ts';

/** @param user name of the user who started the server; @param roles that they claim */
export function developmentPrincipal(user: string, roles: readonly string[] = []): Principal {
  return { subject: user, tenant: 'default', scopes: new Set(scopes), roles, kind: 'agent' };
}
