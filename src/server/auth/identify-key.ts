/** Authenticates an API key. Nothing is kept here, and the store forgets a key with its revocation: it is refused at once [W1.3]. */
import { createHash } from 'node:crypto';
import type { IdentifiedKey, Principal } from '../../operations/index.ts';
import type { Signalbox } from '../local/signalbox.ts';
import type { Refusal } from '../message/refusal.ts';
import { appPrincipal } from './app-principal.ts';
import { refuseCredentials } from './read-token.ts';

export const keyPrefix = 'sbx_';

const keyPattern = /^sbx_([A-Za-z0-9]{12})_([A-Za-z0-9_-]{43})$/;

/** Rejects with OperationError. */
export async function identifyKey(key: string, call: Signalbox['call']): Promise<Principal | Refusal> {
  const [, id, secret] = keyPattern.exec(key) ?? [];
  if (id === undefined || secret === undefined) {
    return refuseCredentials(
      `This is not an API key. Keys look like “${keyPrefix}…_…”; send it exactly as it was shown.`,
    );
  }
  const hash = createHash('sha256').update(secret).digest('hex');
  // The operation's own type guarantees the shape.
  const { principal } = (await call(appPrincipal, 'keys.identify', {
    id,
    hash,
  })) as unknown as IdentifiedKey;
  if (principal === null)
    return refuseCredentials(
      'This API key is unknown to this server: it was revoked, has expired, or never existed.',
    );
  const { subject, tenant, scopes, roles, kind } = principal;
  return {
    subject,
    tenant,
    scopes: new Set(scopes),
    roles,
    kind,
  };
}
