/** Has a key refused from now on. One that was revoked before stays so: done twice it is the same. */
import { z } from 'zod';
import type { ApiKey } from '../../runtime/index.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { objectOf } from '../contract/output-fields.ts';
import type { Services } from '../contract/services.ts';
import { keyNameField } from './key-fields.ts';
import { keyView, viewKey } from './key-view.ts';

const input = z.strictObject({ key: keyNameField.describe('Id or name of the key.') });

const output = objectOf({ key: keyView });

export type RevokedKey = z.infer<typeof output>;

export const revokeKey: Operation<z.infer<typeof input>, RevokedKey> = {
  name: 'keys.revoke',
  scope: 'admin',
  writes: true,
  summary: 'Has a key of a program refused from now on.',
  input,
  output,
  targetOf: (_, { key }) => key.id,
  async perform({ tenant }, { key: named }, services) {
    const { store, clock } = services;
    const key = await findKey(services, tenant, named);
    const revoked = key === undefined ? undefined : await store.apiKeys.revoke(tenant, key.id, clock.now());
    if (revoked === undefined) throw keyNotFound(named);
    return { key: viewKey(revoked, clock.now()) };
  },
};

async function findKey({ store }: Services, tenant: string, named: string): Promise<ApiKey | undefined> {
  const key = await store.apiKeys.find(named);
  return key?.tenant === tenant ? key : store.apiKeys.findNamed(tenant, named);
}

function keyNotFound(named: string): OperationError {
  return new OperationError({
    code: 'key_not_found',
    message: `There is no key “${named}”.`,
    suggestedAction: 'List them with “keys.list”.',
    context: { key: named },
  });
}
