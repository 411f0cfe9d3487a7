/** Notes about the sessions of clients, in memory. */
import { maxSessionNotes, type SessionNotes } from '../ports/session-note.ts';
import { compositeKey, jsonCopy, type OpenTables } from './memory-tables.ts';
import { byText } from './order.ts';

export const createSessionNotes = (open: OpenTables): SessionNotes => ({
  find: async (tenant, subject, id) => open().sessionNotes.get(compositeKey(tenant, subject, id)),
  async put(note) {
    const { sessionNotes } = open();
    const { tenant, subject, id } = note;
    const key = compositeKey(tenant, subject, id);
    const hasEnded = note.ended || sessionNotes.get(key)?.ended === true;
    const whole = jsonCopy({ ...note, ended: hasEnded });
    sessionNotes.set(key, whole);
    const others = [...sessionNotes.values()]
      .filter((other) => other.tenant === tenant && other.subject === subject && other.id !== id)
      .toSorted((a, b) => b.at - a.at || byText(b.id, a.id));
    for (const old of others.slice(maxSessionNotes - 1)) {
      sessionNotes.delete(compositeKey(tenant, subject, old.id));
    }
    return whole;
  },
});
