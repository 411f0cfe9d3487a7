/** Identifies the owner of an API key; none if it is unknown, revoked or expired, or its secret does not match. */
import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { listOf, objectOf, orNull, text } from '../../languages/output-fields.ts';
import { type ApiKey, StoreError } from '../../runtime/index.ts';
import type { Operation } from '../contract/operation.ts';
import { type Scope, scopes } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { keyIdField } from './key-fields.ts';
import { mayHaveKeys } from './key-tenants.ts';
import { stateOf, subjectOf } from './key-view.ts';

const input = z.strictObject({
  id: keyIdField,
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'a SHA-256 in hexadecimal')
    .describe('SHA-256 of the secret part, in hexadecimal.'),
});

const bearer = objectOf({
  subject: text(),
  tenant: text(),
  scopes: listOf(z.enum(scopes)),
  roles: listOf(text()),
  kind: z.enum(['person', 'agent', 'service']),
});

const output = objectOf({ principal: orNull(bearer, 'Null if no principal has it.') });

export type IdentifiedKey = z.infer<typeof output>;

/** Minimum interval between stored times of use, in milliseconds. */
const between = 60_000;
/** An unknown key is compared with this, so that it takes as long as a known one. */
const nothing = '0'.repeat(64);

export const identifyKey: Operation<z.infer<typeof input>, IdentifiedKey> = {
  name: 'keys.identify',
  scope: 'workflows:query',
  writes: false,
  summary: 'Identifies the owner of an API key.',
  input,
  output,
  async perform(_, { id, hash }, services) {
    const key = await services.store.apiKeys.find(id);
    const isSame = timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(key?.hash ?? nothing, 'hex'));
    const now = services.clock.now();
    const isOurs = key !== undefined && isSame && mayHaveKeys(services, key.tenant);
    if (!isOurs || stateOf(key, now) !== 'in_force') return { principal: null };
    await noteUse(services, key, now);
    const { tenant, roles, kind } = key;
    const given = key.scopes.filter((scope): scope is Scope => scopes.some((known) => known === scope));
    return { principal: { subject: subjectOf(key), tenant, scopes: given, roles, kind } };
  },
};

/** If the time of use cannot be stored, the key is accepted anyway. */
async function noteUse({ store }: Services, { id, usedAt }: ApiKey, now: number): Promise<void> {
  if (usedAt !== null && now < usedAt + between) return;
  try {
    await store.apiKeys.noteUse(id, now);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
}
