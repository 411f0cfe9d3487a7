/**
 * Creates an API key that a program sends instead of a token [W1.3]. Only this answer contains its secret; the store
 * keeps only a hash. A key has no rights that its creator lacks, and its creator is responsible for it.
 */

import { randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import { parseDuration } from '../../expression/index.ts';
import { phrase } from '../../languages/index.ts';
import { objectOf, text } from '../../languages/output-fields.ts';
import type { ApiKey } from '../../runtime/index.ts';
import { auditEntriesOf } from '../audit/audit-call.ts';
import { sha256 } from '../contract/canonical-json.ts';
import { timestampField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { type Principal, scopes } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { keyNameField, keyText } from './key-fields.ts';
import { refuseOtherTenant } from './key-tenants.ts';
import { keyNameOf, keyView, viewKey } from './key-view.ts';

const input = z.strictObject({
  name: keyNameField,
  scopes: z
    .array(z.enum(scopes))
    .min(1)
    .max(scopes.length)
    .describe('Scopes of the key. You must have them yourself.'),
  roles: z
    .array(z.string().min(1).max(200))
    .max(100)
    .default([])
    .describe('Roles of the key. You must have them yourself.'),
  kind: z
    .enum(['person', 'agent', 'service'])
    .default('service')
    .describe('Kind of principal. Only people create keys for people.'),
  expiresAt: timestampField('When it expires. Default: never, unless “ttl” is given.').optional(),
  ttl: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('How long it is valid, in place of “expiresAt”: 30 days, 12h.'),
});

const output = objectOf({
  key: keyView,
  secret: text('The whole key, shown only once. Anyone who has it may do what the key may.'),
});

export type CreatedKey = z.infer<typeof output>;

type Input = z.infer<typeof input>;

const idLength = 12;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const name = 'keys.create';

export const createKey: Operation<Input, CreatedKey> = {
  name,
  scope: 'admin',
  writes: true,
  summary: 'Creates an API key for a program; its secret is shown only once.',
  rest: { method: 'POST', path: '/v1/keys', tag: 'service', status: 201, location: '/v1/keys/{key.id}' },
  verb: { name: 'key create' },
  input,
  output,
  async perform(principal, given, services) {
    const { store, clock } = services;
    refuseOtherTenant(services, principal.tenant);
    refuseMoreRights(principal, given);
    const now = clock.now();
    const secret = randomBytes(32).toString('base64url');
    const key: ApiKey = {
      tenant: principal.tenant,
      id: Array.from({ length: idLength }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
      name: given.name,
      hash: sha256(secret),
      scopes: [...new Set(given.scopes)],
      roles: [...new Set(given.roles)],
      kind: given.kind,
      createdAt: now,
      createdBy: await creatorOf(services, principal),
      expiresAt: endOf(given, now),
      revokedAt: null,
      usedAt: null,
    };
    const entries = auditEntriesOf(services, principal, name, key.id);
    if (!(await store.apiKeys.add(key, entries))) throw nameTaken(given.name);
    return { key: viewKey(key, now), secret: keyText(key.id, secret) };
  },
};

/** Keys created with keys belong to the creator of the first: they all count as one person. */
async function creatorOf({ store }: Services, { tenant, subject }: Principal): Promise<string> {
  const own = keyNameOf(subject);
  // Of several keys with its name, the newest is the valid one.
  const key = own === undefined ? undefined : await store.apiKeys.findNamed(tenant, own);
  return key?.createdBy ?? subject;
}

function refuseMoreRights({ scopes: own, roles, kind }: Principal, given: Input): void {
  const missing = [
    ...given.scopes.filter((scope) => !own.has(scope)).map((scope) => `the scope “${scope}”`),
    ...given.roles.filter((role) => !roles.includes(role)).map((role) => `the role “${role}”`),
  ];
  if (missing.length > 0) {
    throw new OperationError({
      code: 'right_not_held',
      message: `You cannot create a key with rights that you do not have: ${missing.join(', ')}.`,
    });
  }
  if (given.kind === 'person' && kind !== 'person') {
    throw new OperationError({
      code: 'person_required',
      message: 'Only a person can create a key for a person.',
      suggestedAction: 'Choose the kind “agent” or “service”, or ask a person to create it.',
    });
  }
}

function endOf({ expiresAt, ttl }: Input, now: number): number | null {
  if (expiresAt !== undefined && ttl !== undefined)
    throw badEnd('expiresAt', 'Send “expiresAt” or “ttl”, not both.');
  if (ttl !== undefined) {
    const duration = parseDuration(ttl);
    if (duration === undefined || duration <= 0 || duration > maxLifetime) {
      throw badEnd('ttl', '“ttl” must be a duration such as “30 days”, of at most a hundred years.');
    }
    return now + duration;
  }
  if (expiresAt === undefined) return null;
  const end = Date.parse(expiresAt);
  if (end <= now) throw badEnd('expiresAt', '“expiresAt” must be in the future.');
  return end;
}

const maxLifetime = 36_500 * 86_400_000;

function badEnd(path: string, message: string): OperationError {
  return new OperationError({
    code: 'invalid_input',
    message,
    violations: [
      { path, rule: 'invalid-value', message, expected: 'a time in the future', actual: 'another' },
    ],
  });
}

function nameTaken(taken: string): OperationError {
  return new OperationError({
    code: 'key_name_taken',
    message: `An active key with the name “${taken}” already exists.`,
    suggestedAction: phrase`Choose another name, or revoke that key first with ${{ operation: 'keys.revoke' }}.`,
    context: { name: taken },
  });
}
