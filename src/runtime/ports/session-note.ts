/** What is remembered of the session of a client, so that it can be made anew as it was, or not at all. */
export interface SessionNote {
  readonly tenant: string;
  readonly subject: string;
  /** SHA-256 of the session's id, in hexadecimal: whoever reads the store cannot use the session. */
  readonly id: string;
  /** URIs of what it wants to be told about. */
  readonly watched: readonly string[];
  /** It is over, and must not be made anew. */
  readonly ended: boolean;
  /** When this was noted. */
  readonly at: number;
  /** When it may be forgotten. */
  readonly expiresAt: number;
}

export interface SessionNotes {
  find(tenant: string, subject: string, id: string): Promise<SessionNote | undefined>;
  /**
   * Replaces the note that was there, but for one thing: what has ended stays so. Of a subject that has more than
   * `mostSessionNotes` then, those that were noted longest ago are removed. @returns the note as it is kept
   */
  put(note: SessionNote): Promise<SessionNote>;
}

/** Of one subject. */
export const maxSessionNotes = 1_000;
