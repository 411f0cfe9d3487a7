/**
 * Stores the state of a session of the principal in place of the earlier one. Repeating it changes nothing. A session
 * that has ended stays ended, even if a late request stores more [P1.3].
 */
import { z } from 'zod';
import { objectOf } from '../../languages/output-fields.ts';
import { timestampField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { sessionField } from './session-field.ts';
import { sessionView, viewSession } from './session-view.ts';

const maxWatched = 1_000;
const maxUriLength = 2_000;
/** As JSON, in bytes. */
const maxBytes = 65_536;

const input = z.strictObject({
  session: sessionField,
  watched: z
    .array(z.string().min(1).max(maxUriLength))
    .max(maxWatched)
    .refine((uris) => Buffer.byteLength(JSON.stringify(uris)) <= maxBytes + 1, 'a list of at most 64 KiB')
    .describe('URIs that the session subscribes to.'),
  ended: z.boolean().describe('The session has ended and must not be created again.'),
  expiresAt: timestampField('When the state may be removed: not before the session expires.'),
});

const output = objectOf({ note: sessionView });

export const noteSession: Operation<z.infer<typeof input>, z.infer<typeof output>> = {
  name: 'sessions.note',
  scope: 'workflows:query',
  writes: true,
  summary: 'Stores the state of a session.',
  input,
  output,
  async perform({ tenant, subject }, { session, watched, ended, expiresAt }, { store, clock }) {
    const note = await store.sessionNotes.put({
      tenant,
      subject,
      id: session,
      watched,
      ended,
      at: clock.now(),
      expiresAt: Date.parse(expiresAt),
    });
    return { note: viewSession(note) };
  },
};
