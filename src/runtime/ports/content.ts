/** What is kept by the hash of its content: it never changes, and is kept once per tenant. */
export type ContentKind = 'definition' | 'program' | 'payload';

export interface Content {
  readonly kind: ContentKind;
  /** SHA-256 of the text, in hexadecimal. */
  readonly hash: string;
  readonly text: string;
}

export interface Contents {
  find(tenant: string, kind: ContentKind, hash: string): Promise<string | undefined>;
  /** Does nothing where it is there. */
  put(tenant: string, content: Content, at: number): Promise<void>;
  /** How much is kept of the tenant, in bytes of UTF-8. */
  bytes(tenant: string): Promise<number>;
}

/** One state of a document that a folder held, or that somebody saved. */
export interface Revision {
  readonly document: string;
  /** Empty where the document was gone. */
  readonly hash: string;
  readonly at: number;
  /** Subject; empty where it was found in a folder. */
  readonly by: string;
}

export interface Revisions {
  /** Does nothing where the newest one has that hash. */
  add(tenant: string, revision: Revision): Promise<void>;
  /** Newest first. */
  list(tenant: string, document: string, limit: number): Promise<readonly Revision[]>;
}
