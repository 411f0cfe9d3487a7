/** A key as those who administer see it: everything but its secret, which nobody has any more. */
import { z } from 'zod';
import type { ApiKey } from '../../runtime/index.ts';
import { listOf, namedObject, orNull, text, timestamp } from '../contract/output-fields.ts';
import { isoTime, timeOrNull } from '../runs/run-summary.ts';

export const keyView = namedObject('KeyView', 'A key that a program shows instead of a token.', {
  id: text('The public part of the key.'),
  name: text('What people call it.'),
  subject: text('Who its bearer is: `key:` and its name.'),
  scopes: listOf(text(), 'What its bearer may do.'),
  roles: listOf(text(), 'Roles of its bearer.'),
  kind: z.enum(['person', 'agent', 'service']).describe('What its bearer is.'),
  state: z.enum(['in_force', 'expired', 'revoked']).describe('Whether it is believed.'),
  createdAt: timestamp(),
  createdBy: text('Who answers for it: whoever made it, or made the key with which it was made.'),
  expiresAt: orNull(timestamp(), 'When it ends; null where it does not end by itself.'),
  revokedAt: orNull(timestamp(), 'Since when it is refused; null while it is not.'),
  usedAt: orNull(timestamp(), 'When it was shown last, within some minutes; null where it never was.'),
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

/** Undefined where it is no subject of a key. */
export const keyNameOf = (subject: string): string | undefined =>
  subject.startsWith(beginning) ? subject.slice(beginning.length) : undefined;

const beginning = 'key:';

export function stateOf({ revokedAt, expiresAt }: ApiKey, now: number): KeyView['state'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'in_force';
}
