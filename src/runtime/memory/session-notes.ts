/** What is remembered of the sessions of clients. */
import { mostSessionNotes, type SessionNotes } from '../ports/session-note.ts';
import { byText } from './order.ts';
import { kept, keyOf, type OpenShelves } from './shelves.ts';

export const createSessionNotes = (open: OpenShelves): SessionNotes => ({
  find: async (tenant, subject, id) => open().sessionNotes.get(keyOf(tenant, subject, id)),
  async put(note) {
    const { sessionNotes } = open();
    const { tenant, subject, id } = note;
    const key = keyOf(tenant, subject, id);
    const hasEnded = note.ended || sessionNotes.get(key)?.ended === true;
    const whole = kept({ ...note, ended: hasEnded });
    sessionNotes.set(key, whole);
    const others = [...sessionNotes.values()]
      .filter((other) => other.tenant === tenant && other.subject === subject && other.id !== id)
      .toSorted((a, b) => b.at - a.at || byText(b.id, a.id));
    for (const old of others.slice(mostSessionNotes - 1)) {
      sessionNotes.delete(keyOf(tenant, subject, old.id));
    }
    return whole;
  },
});
