/** Who is asking where nobody has credentials: an agent of whoever started the server, who may do everything [P7.3]. */
import type { Principal } from '../../operations/index.ts';
import { scopes } from '../../operations/offline.ts';

/** @param user name of whoever started the server; @param roles that they say they have */
export function developmentPrincipal(user: string, roles: readonly string[] = []): Principal {
  return { subject: user, tenant: 'default', scopes: new Set(scopes), roles, kind: 'agent' };
}
