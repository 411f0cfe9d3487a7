/** A folder as documents: every file that is meant to be one, read, or with why it could not be. */
import { createHash } from 'node:crypto';
import type { ReadResult, SourceFile } from '../../languages/language.ts';
import type { DocumentOrigin, DocumentPlace, LibraryDocument } from './library.ts';
import { type FoundFile, listFiles } from './list-files.ts';
import { readText } from './read-text.ts';

/** What a text is as a definition, with every mistake; null where it is meant to be something else. */
export type ReadSource = (file: SourceFile) => ReadResult | null;

/** A folder that is read, and what holds for all documents in it. */
export interface Root extends Omit<DocumentPlace, 'path'> {
  readonly directory: string;
  readonly origin: DocumentOrigin;
  readonly writable: boolean;
  /** A folder below that is no part of it; empty where there is none. */
  readonly except: string;
}

export interface FolderScan {
  readonly tenant: string | null;
  readonly documents: readonly LibraryDocument[];
  /** To be watched. */
  readonly folders: readonly string[];
  /** All of it could be looked at: what is not here is not there. */
  readonly complete: boolean;
}

/** Readings by path and content: whatever was read before is not read again. */
export type ReadResults = Map<string, ReadResult | null>;

export interface ScanOptions {
  readonly read: ReadSource;
  readonly limit: number;
  readonly before: ReadResults;
  /** Filled with the readings that were needed. */
  readonly used: ReadResults;
  /** Files that were read already, as a part of another folder. */
  readonly taken: Set<string>;
}

/** Files that are read at once. */
const filesAtOnce = 16;

export async function scanFolder(root: Root, options: ScanOptions): Promise<FolderScan> {
  const { files, folders, troubles } = await listFiles(root.directory, {
    limit: options.limit,
    except: root.except,
  });
  const documents: LibraryDocument[] = troubles.map(({ path, message }) => unreadable(root, path, message));
  const own = files.filter(({ absolute }) => !options.taken.has(absolute));
  for (const { absolute } of own) options.taken.add(absolute);
  for (let at = 0; at < own.length; at += filesAtOnce) {
    const batch = own.slice(at, at + filesAtOnce).map((file) => readDocument(root, file, options));
    for (const document of await Promise.all(batch)) if (document !== undefined) documents.push(document);
  }
  return { tenant: root.tenant, documents, folders, complete: troubles.length === 0 };
}

async function readDocument(
  root: Root,
  { path, absolute }: FoundFile,
  options: ScanOptions,
): Promise<LibraryDocument | undefined> {
  const outcome = await readText(absolute);
  if (outcome.kind === 'absent') return undefined;
  if (outcome.kind === 'trouble') return unreadable(root, path, outcome.message);
  const { text, changedAt } = outcome;
  const revision = revisionOf(text);
  const readResult = readResultOf({ path, text }, revision, options);
  if (readResult === null) return undefined;
  if (readResult === undefined) {
    return unreadable(root, path, 'The file cannot be read: Signalbox failed at it. Please report that.');
  }
  return {
    ...placeIn(root, path),
    language: readResult.language === '' ? null : readResult.language,
    source: text,
    revision,
    changedAt,
    writable: root.writable,
    readResult,
    violations: readResult.violations,
    warnings: readResult.warnings,
  };
}

/** Undefined where reading it fails, which is a fault of ours and must not hide the other documents. */
function readResultOf(
  file: SourceFile,
  revision: string,
  options: ScanOptions,
): ReadResult | null | undefined {
  // What is said of a file depends on its name, too: some names are never definitions.
  const key = `${revision} ${file.path}`;
  const known = options.used.get(key) ?? options.before.get(key);
  try {
    const readResult = known === undefined ? options.read(file) : known;
    options.used.set(key, readResult);
    return readResult;
  } catch {
    return undefined;
  }
}

function unreadable(root: Root, path: string, message: string): LibraryDocument {
  return {
    ...placeIn(root, path),
    language: null,
    source: '',
    revision: '',
    changedAt: 0,
    writable: false,
    readResult: null,
    violations: [
      {
        path: '',
        rule: 'unreadable',
        message,
        expected: 'a document that can be read',
        actual: 'one that cannot',
        line: 1,
        column: 1,
        endLine: 1,
        endColumn: 1,
        suggestion: null,
      },
    ],
    warnings: [],
  };
}

const placeIn = (
  { tenant, folder, origin }: Root,
  path: string,
): DocumentPlace & Pick<LibraryDocument, 'origin'> => ({ tenant, folder, path, origin });

export function revisionOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
