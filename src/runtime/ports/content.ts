/** Content that is stored by its hash: it never changes, and is stored once per tenant. */
export type ContentKind = 'definition' | 'program' | 'payload';

export interface Content {
  readonly kind: ContentKind;
  /** SHA-256 of the text, in hexadecimal. */
  readonly hash: string;
  readonly text: string;
}

export interface Contents {
  find(tenant: string, kind: ContentKind, hash: string): Promise<string | undefined>;
  /** Does nothing if it exists. */
  put(tenant: string, content: Content, at: number): Promise<void>;
  /** Size of the content of the tenant, in bytes of UTF-8. */
  bytes(tenant: string): Promise<number>;
}

/** One state of a document that was found in a folder, or saved by a user. */
export interface Revision {
  readonly document: string;
  /** Empty if the document was deleted. */
  readonly hash: string;
  readonly at: number;
  /** Subject; empty if it was found in a folder. */
  readonly by: string;
}

export interface AddedRevision extends Revision {
  readonly tenant: string;
  /** Stored as the definition with that hash. */
  readonly text?: string;
}

export interface Revisions {
  /** In one commit. Skips those whose document has that hash as its newest. */
  add(revisions: readonly AddedRevision[]): Promise<void>;
  /** Newest first. */
  list(tenant: string, document: string, limit: number): Promise<readonly Revision[]>;
}
