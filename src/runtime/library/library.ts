/** The workflows that there are: documents of watched folders, read; names come from here, content by hash from the store. */
import type { Reading, Workflow } from '../../languages/language.ts';

export interface Library {
  /** Every workflow that a tenant sees, valid or not, by id. */
  list(tenant: string): Promise<readonly LibraryEntry[]>;
  find(tenant: string, id: string): Promise<LibraryEntry | undefined>;
  documents(tenant: string): Promise<readonly LibraryDocument[]>;
  /** Reads the folders again now. */
  refresh(): Promise<void>;
  /** Writes a document of the tenant; `expected` is the revision it must have now, null where it must not exist. */
  write(tenant: string, order: WriteOrder): Promise<WriteResult>;
  close(): Promise<void>;
}

/** One workflow of a document. A broken document without a readable workflow has one entry, named after the file. */
export interface LibraryEntry {
  /** Unique in a tenant: the name, or `domain.name` where two documents use one name. */
  readonly id: string;
  readonly document: LibraryDocument;
  /** Null where nothing could be read. */
  readonly workflow: Workflow | null;
}

export interface LibraryDocument {
  /** Relative to its folder, with `/`. */
  readonly path: string;
  /** Whose it is; null where it is shared by all and read-only for tenants. */
  readonly tenant: string | null;
  readonly language: string | null;
  readonly source: string;
  /** SHA-256 of the source. */
  readonly revision: string;
  readonly changedAt: number;
  readonly reading: Reading | null;
  readonly violations: Reading['violations'];
  readonly warnings: Reading['violations'];
}

export interface WriteOrder {
  readonly path: string;
  /** Null deletes. */
  readonly source: string | null;
  readonly expected: string | null;
  /** Renames: the path that it has from now on. */
  readonly to?: string;
}

export type WriteResult =
  | { readonly kind: 'written'; readonly document: LibraryDocument | null }
  | { readonly kind: 'changed-meanwhile'; readonly revision: string | null }
  | { readonly kind: 'read-only'; readonly message: string }
  | { readonly kind: 'bad-path'; readonly message: string };
