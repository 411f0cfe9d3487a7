/** The workflows that there are: documents of watched folders, read; names come from here, content by hash from the store. */
import type { ReadResult, Workflow } from '../../languages/language.ts';
import type { Revision } from '../ports/content.ts';

export interface Library {
  /** Every workflow that a tenant sees, valid or not, by id. */
  list(tenant: string): Promise<readonly LibraryEntry[]>;
  /** By its id; else by another name that only it has: an alias, `name@version`, `alias@version`. */
  find(tenant: string, id: string): Promise<LibraryEntry | undefined>;
  documents(tenant: string): Promise<readonly LibraryDocument[]>;
  /** Where a document that the tenant saves under a path is, or would be. */
  documentPlace(tenant: string, path: string): DocumentPlace;
  /** Whether what the tenant saves counts before a document, where workflows of one name override each other. */
  outranks(tenant: string, document: LibraryDocument): boolean;
  /** States that a document had, newest first; also of one that is gone. None of another tenant's. */
  revisions(tenant: string, place: DocumentPlace, limit: number): Promise<readonly Revision[]>;
  /** What a document held at a revision. */
  sourceAt(tenant: string, place: DocumentPlace, revision: string): Promise<string | undefined>;
  /** Another one whenever a document that the tenant sees has changed, and after every opening. */
  edition(tenant: string): string;
  /** Resolves at the next change of a document that the tenant sees, when the signal is aborted, or when this is closed. */
  nextEdition(tenant: string, signal: AbortSignal): Promise<void>;
  /** Reads the folders again now. */
  refresh(): Promise<void>;
  /** Changes a document of the tenant; done on the disk when it resolves. Throws StoreError where the disk cannot work. */
  write(tenant: string, request: WriteRequest): Promise<WriteResult>;
  close(): Promise<void>;
}

/** One workflow of a document. A broken document without a readable workflow has one entry, named after the file. */
export interface LibraryEntry {
  /** Unique in a tenant: the name, or `domain.name` where two documents use one name; `name@version` where it is superseded. */
  readonly id: string;
  readonly document: LibraryDocument;
  /** Null where nothing could be read. */
  readonly workflow: Workflow | null;
  /** The newest version, which starts new runs instead of this one; null where that is this one, or it has no others. */
  readonly supersededBy: Newest | null;
}

export interface Newest {
  readonly id: string;
  readonly version: string;
}

export interface DocumentPlace {
  /** Whose it is; null where it is shared by all. */
  readonly tenant: string | null;
  /** Which of the folders it is in: a name for people; empty for the one that documents are saved in. */
  readonly folder: string;
  /** Relative to its folder, with `/`. */
  readonly path: string;
}

/** Where a document comes from, for people. */
export interface DocumentOrigin {
  readonly kind: SourceKind | 'tenant';
  /** Of the folder, of the tenant, or the address of the repository; never with credentials. */
  readonly name: string;
}

/** Whose a folder is: what comes with the program, the user's, the project's, the operator's, or a repository. */
export type SourceKind = 'bundled' | 'user' | 'project' | 'configured' | 'git';

export interface LibraryDocument extends DocumentPlace {
  readonly origin: DocumentOrigin;
  /** Null where none was recognised. */
  readonly language: string | null;
  readonly source: string;
  /** SHA-256 of the source; empty where the file cannot be read. */
  readonly revision: string;
  readonly changedAt: number;
  /** Whether it may be saved, renamed and deleted. */
  readonly writable: boolean;
  readonly readResult: ReadResult | null;
  readonly violations: ReadResult['violations'];
  readonly warnings: ReadResult['violations'];
}

export type WriteRequest =
  /** `expected` is the revision that the document must have now; null where it must not exist. */
  | (WriteTarget & { readonly kind: 'save'; readonly source: string; readonly expected: string | null })
  | (WriteTarget & { readonly kind: 'rename'; readonly to: string; readonly expected: string })
  | (WriteTarget & { readonly kind: 'delete'; readonly expected: string });

interface WriteTarget {
  readonly path: string;
  /** Subject of whoever asks. */
  readonly by: string;
}

export type WriteResult =
  /** The document as it is read now; null where it is gone. */
  | { readonly kind: 'written'; readonly document: LibraryDocument | null }
  /** The revision that it has; null where it is not there. */
  | { readonly kind: 'changed-meanwhile'; readonly revision: string | null }
  /** There is a document of the new path already. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'too-large'; readonly message: string }
  | { readonly kind: 'read-only'; readonly message: string }
  | { readonly kind: 'bad-path'; readonly message: string };
