/** Finds the stored state of a session of the principal; nothing if it was never stored, or has expired [P1.3]. */
import { z } from 'zod';
import { objectOf, orNull } from '../../languages/output-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { sessionField } from './session-field.ts';
import { sessionView, viewSession } from './session-view.ts';

const input = z.strictObject({ session: sessionField });

const output = objectOf({ note: orNull(sessionView, 'Null if it is not known.') });

export type FoundSession = z.infer<typeof output>;

export const findSession: Operation<z.infer<typeof input>, FoundSession> = {
  name: 'sessions.find',
  scope: 'workflows:query',
  writes: false,
  summary: 'Finds the stored state of a session.',
  input,
  output,
  async perform({ tenant, subject }, { session }, { store, clock }) {
    const note = await store.sessionNotes.find(tenant, subject, session);
    // It may exist a while longer, until it is cleaned up.
    const isKept = note !== undefined && note.expiresAt > clock.now();
    return { note: isKept ? viewSession(note) : null };
  },
};
