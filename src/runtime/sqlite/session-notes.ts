/** Notes about the sessions of clients. */
import { maxSessionNotes, type SessionNote } from '../ports/session-note.ts';
import type { Connection } from './connection.ts';

interface NoteRow extends Pick<SessionNote, 'tenant' | 'subject' | 'id' | 'at' | 'expiresAt'> {
  readonly watched: string;
  readonly ended: 0 | 1;
}

export function prepareSessionNotes(connection: Connection) {
  const columns = 'tenant, subject, id, watched, ended, at, expires_at AS expiresAt';
  const selectNote = connection.prepare<[string, string, string], NoteRow>(
    `SELECT ${columns} FROM session_notes WHERE tenant = ? AND subject = ? AND id = ?`,
  );
  const writeNote = connection.prepare<[string, string, string, string, number, number, number]>(
    `INSERT INTO session_notes (tenant, subject, id, watched, ended, at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET watched = excluded.watched, ended = max(ended, excluded.ended),
       at = excluded.at, expires_at = excluded.expires_at`,
  );
  const deleteOldest = connection.prepare<[string, string, string, number]>(
    `DELETE FROM session_notes WHERE rowid IN
       (SELECT rowid FROM session_notes WHERE tenant = ? AND subject = ? AND id <> ?
        ORDER BY at DESC, id DESC LIMIT -1 OFFSET ?)`,
  );
  const deleteExpired = connection.prepare<[number, number]>(
    `DELETE FROM session_notes WHERE rowid IN
       (SELECT rowid FROM session_notes WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
  );

  const find = (tenant: string, subject: string, id: string): SessionNote | undefined => {
    const row = selectNote.get(tenant, subject, id);
    if (row === undefined) return undefined;
    return { ...row, watched: JSON.parse(row.watched) as readonly string[], ended: row.ended === 1 };
  };

  return {
    find,
    put: connection.transaction((note: SessionNote): SessionNote => {
      const { tenant, subject, id, watched, ended, at, expiresAt } = note;
      writeNote.run(tenant, subject, id, JSON.stringify(watched), ended ? 1 : 0, at, expiresAt);
      deleteOldest.run(tenant, subject, id, maxSessionNotes - 1);
      return find(tenant, subject, id) ?? note;
    }).immediate,
    forget: (now: number, limit: number): number => deleteExpired.run(now, limit).changes,
  };
}
