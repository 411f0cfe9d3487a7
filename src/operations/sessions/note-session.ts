/**
 * Remembers a session of the principal's own, in the place of what was noted of it before. Done twice it is the same;
 * and one that has ended stays so, whoever notes something of it late [P1.3].
 */
import { z } from 'zod';
import { timestampField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { objectOf } from '../contract/output-fields.ts';
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
    .describe('URIs of what the session wants to be told about.'),
  ended: z.boolean().describe('The session is over, and must not be made anew.'),
  expiresAt: timestampField('When the note may be forgotten: not before the session is over by itself.'),
});

const output = objectOf({ note: sessionView });

export const noteSession: Operation<z.infer<typeof input>, z.infer<typeof output>> = {
  name: 'sessions.note',
  scope: 'workflows:query',
  writes: true,
  isInternal: true,
  summary: 'Remembers a session.',
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
