/**
 * The library of workflows: documents of watched folders. Names come from the library, content by hash from the
 * store.
 */
import type { ReadResult, Workflow } from '../../languages/workflow.ts';
import type { Revision } from '../ports/content.ts';

export interface Library {
  /** Every workflow that a tenant can see, valid or not, by id. */
  list(tenant: string): Promise<readonly LibraryEntry[]>;
  /** By its id; otherwise by another unique name: an alias, `name@version`, `alias@version`. */
  find(tenant: string, id: string): Promise<LibraryEntry | undefined>;
  documents(tenant: string): Promise<readonly LibraryDocument[]>;
  /** The place of a document that the tenant saves under a path, whether it exists or not. */
  documentPlace(tenant: string, path: string): DocumentPlace;
  /**
   * Whether a document that the tenant saves has priority over the given one, for workflows that override each other.
   */
  outranks(tenant: string, document: LibraryDocument): boolean;
  /** Earlier states of a document, newest first; also of a deleted one. Never those of another tenant. */
  revisions(tenant: string, place: DocumentPlace, limit: number): Promise<readonly Revision[]>;
  /** The source of a document at a revision. */
  sourceAt(tenant: string, place: DocumentPlace, revision: string): Promise<string | undefined>;
  /** Changes whenever a document that the tenant can see changes, and after every opening. */
  edition(tenant: string): string;
  /** Resolves at the next change of a document that the tenant can see, when the signal is aborted, or on close. */
  nextEdition(tenant: string, signal: AbortSignal): Promise<void>;
  /** Reads the folders again now. */
  refresh(): Promise<void>;
  /** Changes a document of the tenant; durable when it resolves. Throws StoreError if the disk fails. */
  write(tenant: string, request: WriteRequest): Promise<WriteResult>;
  close(): Promise<void>;
}

/** One workflow of a document. A document without a readable workflow has one entry, named after the file. */
export interface LibraryEntry {
  /**
   * Unique in a tenant: the name, or `domain.name` if two documents use one name; `name@version` if it is superseded.
   */
  readonly id: string;
  readonly document: LibraryDocument;
  /** `null` if nothing could be read. */
  readonly workflow: Workflow | null;
  /** The newest version, which starts new runs instead of this one; `null` if this is the newest or only one. */
  readonly supersededBy: Newest | null;
}

export interface Newest {
  readonly id: string;
  readonly version: string;
}

export interface DocumentPlace {
  /** The owner; `null` if all tenants share it. */
  readonly tenant: string | null;
  /** The name of its folder, for display; empty for the one that documents are saved in. */
  readonly folder: string;
  /** Relative to its folder, with `/`. */
  readonly path: string;
}

/** The origin of a document, for display. */
export interface DocumentOrigin {
  readonly kind: SourceKind | 'tenant';
  /** Of the folder, of the tenant, or the address of the repository; without credentials. */
  readonly name: string;
}

/** Who provides a folder: the program, the user, the project, the operator, or a repository. */
export type SourceKind = 'bundled' | 'user' | 'project' | 'configured' | 'git';

export interface LibraryDocument extends DocumentPlace {
  readonly origin: DocumentOrigin;
  /** `null` if none was recognized. */
  readonly language: string | null;
  readonly source: string;
  /** SHA-256 of the source; empty if the file cannot be read. */
  readonly revision: string;
  readonly changedAt: number;
  /** Whether it may be saved, renamed and deleted. */
  readonly writable: boolean;
  readonly readResult: ReadResult | null;
  readonly violations: ReadResult['violations'];
  readonly warnings: ReadResult['violations'];
}

export type WriteRequest =
  /** `expected` is the current revision of the document; `null` if it must not exist. */
  | (WriteTarget & { readonly kind: 'save'; readonly source: string; readonly expected: string | null })
  | (WriteTarget & { readonly kind: 'rename'; readonly to: string; readonly expected: string })
  | (WriteTarget & { readonly kind: 'delete'; readonly expected: string });

interface WriteTarget {
  readonly path: string;
  /** Subject of the caller. */
  readonly by: string;
}

export type WriteResult =
  /** The document as it is now; `null` if it was deleted. */
  | { readonly kind: 'written'; readonly document: LibraryDocument | null }
  /** Its current revision; `null` if it does not exist. */
  | { readonly kind: 'changed-meanwhile'; readonly revision: string | null }
  /** A document with the new path exists already. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'too-large'; readonly message: string }
  | { readonly kind: 'read-only'; readonly message: string }
  | { readonly kind: 'bad-path'; readonly message: string };
