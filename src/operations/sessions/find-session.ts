/** What was noted of a session of the principal's own; nothing of one that was never noted, or long ago [P1.3]. */
import { z } from 'zod';
import type { Operation } from '../contract/operation.ts';
import { objectOf, orNull } from '../contract/output-fields.ts';
import { sessionField } from './session-field.ts';
import { sessionView, viewSession } from './session-view.ts';

const input = z.strictObject({ session: sessionField });

const output = objectOf({ note: orNull(sessionView, 'Null where nothing is known of it.') });

export type FoundSession = z.infer<typeof output>;

export const findSession: Operation<z.infer<typeof input>, FoundSession> = {
  name: 'sessions.find',
  scope: 'workflows:query',
  writes: false,
  isInternal: true,
  summary: 'Finds what was noted of a session.',
  input,
  output,
  async perform({ tenant, subject }, { session }, { store, clock }) {
    const note = await store.sessionNotes.find(tenant, subject, session);
    // It may be there a while longer, until somebody tidies up.
    const isKept = note !== undefined && note.expiresAt > clock.now();
    return { note: isKept ? viewSession(note) : null };
  },
};
