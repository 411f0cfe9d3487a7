/** Shows an API key to administrators: everything but its secret, which is not stored. */
import { z } from 'zod';
import { listOf, namedObject, orNull, text, timestamp } from '../../languages/output-fields.ts';
import type { ApiKey } from '../../runtime/index.ts';
import { isoTime, timeOrNull } from '../contract/iso-time.ts';

export const keyView = namedObject('KeyView', 'An API key, which a program sends instead of a token.', {
  id: text('The public part of the key.'),
  name: text('Its name.'),
  subject: text('Its subject: `key:` and its name.'),
  scopes: listOf(text(), 'Its scopes.'),
  roles: listOf(text(), 'Its roles.'),
  kind: z.enum(['person', 'agent', 'service']).describe('Its kind of principal.'),
  state: z.enum(['in_force', 'expired', 'revoked']).describe('Whether it is accepted.'),
  createdAt: timestamp(),
  createdBy: text(
    'The person responsible for it: its creator, or the creator of the key that it was created with.',
  ),
  expiresAt: orNull(timestamp(), 'When it expires; null if never.'),
  revokedAt: orNull(timestamp(), 'When it was revoked; null if it was not.'),
  usedAt: orNull(timestamp(), 'When it was last used, within some minutes; null if never.'),
});

export type KeyView = z.infer<typeof keyView>;

export function viewKey(key: ApiKey, now: number): KeyView {
  const { id, name, scopes, roles, kind, createdBy } = key;
  return {
    id,
    name,
    subject: subjectOf(key),
    scopes,
    roles,
    kind,
    state: stateOf(key, now),
    createdAt: isoTime(key.createdAt),
    createdBy,
    expiresAt: timeOrNull(key.expiresAt),
    revokedAt: timeOrNull(key.revokedAt),
    usedAt: timeOrNull(key.usedAt),
  };
}

export const subjectOf = ({ name }: Pick<ApiKey, 'name'>): string => `${beginning}${name}`;

/** `undefined` if the subject is not a key. */
export const keyNameOf = (subject: string): string | undefined =>
  subject.startsWith(beginning) ? subject.slice(beginning.length) : undefined;

const beginning = 'key:';

export function stateOf({ revokedAt, expiresAt }: ApiKey, now: number): KeyView['state'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'in_force';
}
