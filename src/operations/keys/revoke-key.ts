/** Revokes an API key. Revoking it again changes nothing. */

import { z } from 'zod';
import { objectOf } from '../../languages/output-fields.ts';
import type { ApiKey } from '../../runtime/index.ts';
import { auditEntriesOf } from '../audit/audit-call.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { keyNameField } from './key-fields.ts';
import { keyView, subjectOf, viewKey } from './key-view.ts';

const input = z.strictObject({ key: keyNameField.describe('Id or name of the key.') });

const output = objectOf({ key: keyView });

export type RevokedKey = z.infer<typeof output>;

const name = 'keys.revoke';

export const revokeKey: Operation<z.infer<typeof input>, RevokedKey> = {
  name,
  scope: 'admin',
  writes: true,
  summary: 'Revokes an API key of a program.',
  rest: { method: 'DELETE', path: '/v1/keys/{key}', tag: 'service' },
  verb: { name: 'key revoke' },
  input,
  output,
  async perform(principal, { key: named }, services) {
    const { store, clock } = services;
    const { tenant } = principal;
    const key = await findKey(services, tenant, named);
    if (key === undefined) throw keyNotFound(named);
    const entries = auditEntriesOf(services, principal, name, key.id);
    const revoked = (await store.apiKeys.revoke(tenant, key.id, clock.now(), entries)) ?? key;
    // Of several keys with its name, only the newest can be active.
    const newest = await store.apiKeys.findNamed(tenant, key.name);
    if (newest === undefined || newest.id === key.id) {
      await endSubscriptions(services, principal, subjectOf(key));
    }
    return { key: viewKey(revoked, clock.now()) };
  },
};

/** Clients with this key are no longer admitted, and no longer notified. */
async function endSubscriptions(services: Services, principal: Principal, subject: string): Promise<void> {
  const { store } = services;
  const { tenant } = principal;
  for (;;) {
    const found = await store.subscriptions.search(tenant, { subject }, { limit: pageSize });
    for (const { id } of found) {
      const audit = auditEntriesOf(services, principal, 'subscriptions.delete', id);
      await store.subscriptions.remove(tenant, id, { audit, receipts: [] });
    }
    if (found.length < pageSize) return;
  }
}

const pageSize = 100;

async function findKey({ store }: Services, tenant: string, named: string): Promise<ApiKey | undefined> {
  const key = await store.apiKeys.find(named);
  return key?.tenant === tenant ? key : store.apiKeys.findNamed(tenant, named);
}

function keyNotFound(named: string): OperationError {
  return new OperationError({
    code: 'key_not_found',
    message: `The key “${named}” does not exist.`,
    context: { key: named },
  });
}
