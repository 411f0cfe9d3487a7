/** Who shows an API key. Nothing of it is remembered: a key is refused from the moment that it is revoked [W1.3]. */
import { createHash } from 'node:crypto';
import type { IdentifiedKey, Principal } from '../../operations/index.ts';
import type { Refusal } from '../http/refusal.ts';
import type { Signalbox } from '../local/signalbox.ts';
import { appPrincipal } from './app-principal.ts';
import { refuseCredentials } from './read-token.ts';

export const keyPrefix = 'sbx_';

const keyPattern = /^sbx_([A-Za-z0-9]{12})_([A-Za-z0-9_-]{43})$/;

/** Rejects with OperationError. */
export async function identifyKey(key: string, call: Signalbox['call']): Promise<Principal | Refusal> {
  const [, id, secret] = keyPattern.exec(key) ?? [];
  if (id === undefined || secret === undefined) {
    return refuseCredentials(
      `This is no API key: one looks like “${keyPrefix}…_…”, and is sent as it was shown.`,
    );
  }
  const hash = createHash('sha256').update(secret).digest('hex');
  // What the operation gives is what its own type says.
  const { principal } = (await call(appPrincipal, 'keys.identify', {
    id,
    hash,
  })) as unknown as IdentifiedKey;
  if (principal === null)
    return refuseCredentials('This API key is not known here: it was revoked, has ended, or never was.');
  const { subject, tenant, scopes, roles, kind } = principal;
  return {
    subject,
    tenant,
    scopes: new Set(scopes),
    roles,
    kind,
  };
}
