/** The program itself, where it has to ask for something before it knows who is there. */
import type { Principal } from '../../operations/index.ts';

export const appPrincipal: Principal = {
  subject: 'signalbox',
  tenant: 'default',
  scopes: new Set(['workflows:query']),
  roles: [],
  kind: 'service',
};
