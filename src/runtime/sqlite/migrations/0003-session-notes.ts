/** Notes about the sessions of clients. The id is a digest; `watched` is a JSON list of texts. */
export const sessionNotes = `
CREATE TABLE session_notes (
  tenant TEXT NOT NULL,
  subject TEXT NOT NULL,
  id TEXT NOT NULL,
  watched TEXT NOT NULL,
  ended INTEGER NOT NULL,
  at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (tenant, subject, id)
);

CREATE INDEX session_notes_age ON session_notes (tenant, subject, at, id);
CREATE INDEX session_notes_expiry ON session_notes (expires_at);
`;
