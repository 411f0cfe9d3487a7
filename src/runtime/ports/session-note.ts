/** A note about the session of a client, so that it can be restored in the same state, or not at all. */
export interface SessionNote {
  readonly tenant: string;
  readonly subject: string;
  /** SHA-256 of the id of the session, in hexadecimal: a reader of the store cannot use the session. */
  readonly id: string;
  /** URIs of the resources that it subscribes to. */
  readonly watched: readonly string[];
  /** The session has ended and must not be restored. */
  readonly ended: boolean;
  /** When the note was written. */
  readonly at: number;
  /** When it may be removed. */
  readonly expiresAt: number;
}

export interface SessionNotes {
  find(tenant: string, subject: string, id: string): Promise<SessionNote | undefined>;
  /**
   * Replaces an existing note, except that an ended session stays ended. If the subject has more than
   * `maxSessionNotes` then, the oldest are removed. @returns the stored note
   */
  put(note: SessionNote): Promise<SessionNote>;
}

/** Per subject. */
export const maxSessionNotes = 1_000;
