/** The principal of the program itself, for operations before a caller is authenticated. */
import type { Principal } from '../../operations/index.ts';

export const appPrincipal: Principal = {
  subject: 'signalbox',
  tenant: 'default',
  scopes: new Set(['workflows:query']),
  roles: [],
  kind: 'service',
};
