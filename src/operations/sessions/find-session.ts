/** What was noted of a session of the principal's own; nothing of one that was never noted, or long ago [P1.3]. */
import { z } from 'zod';
import type { Operation } from '../contract/operation.ts';
import { sessionField } from './session-field.ts';
import { type SessionView, viewSession } from './session-view.ts';

const input = z.strictObject({ session: sessionField });

export interface FoundSession {
  readonly note: SessionView | null;
}

export const findSession: Operation<z.infer<typeof input>, FoundSession> = {
  name: 'sessions.find',
  scope: 'workflows:query',
  writes: false,
  input,
  async perform({ tenant, subject }, { session }, { store, clock }) {
    const note = await store.sessionNotes.find(tenant, subject, session);
    // It may be there a while longer, until somebody tidies up.
    const isKept = note !== undefined && note.expiresAt > clock.now();
    return { note: isKept ? viewSession(note) : null };
  },
};
