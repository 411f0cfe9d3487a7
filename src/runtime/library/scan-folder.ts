/** Reads a folder of documents: every file that is meant to be one, parsed, or with the reason why it could not be. */
import { createHash } from 'node:crypto';
import type { ReadResult, SourceFile } from '../../languages/workflow.ts';
import { checkVisible, showInvisible } from './invisible-characters.ts';
import type { DocumentOrigin, DocumentPlace, LibraryDocument } from './library.ts';
import { type FoundFile, listFile, listFiles } from './list-files.ts';
import { readText } from './read-text.ts';

/** Parses a text as a definition, with every error; `null` if it is meant to be something else. */
export type ReadSource = (file: SourceFile) => ReadResult | null | Promise<ReadResult | null>;

/** A folder to read, and what all its documents share. */
export interface Root extends Omit<DocumentPlace, 'path'> {
  readonly directory: string;
  /** The directory is a single file. */
  readonly isFile: boolean;
  readonly origin: DocumentOrigin;
  readonly writable: boolean;
  /** A subfolder that is excluded; empty if there is none. */
  readonly except: string;
}

export interface FolderScan {
  readonly tenant: string | null;
  readonly documents: readonly LibraryDocument[];
  /** To be watched. */
  readonly folders: readonly string[];
  /** The whole folder could be read: a document that is not listed does not exist. */
  readonly complete: boolean;
}

/** Results by path and content: what was parsed before is not parsed again. */
export type ReadResults = Map<string, ReadResult | null>;

export interface ScanOptions {
  readonly read: ReadSource;
  readonly limit: number;
  readonly before: ReadResults;
  /** Filled with the results that were used. */
  readonly used: ReadResults;
  /** Files that were read already as part of another folder. */
  readonly taken: Set<string>;
}

/** Files that are read concurrently. */
const filesAtOnce = 16;

export async function scanFolder(root: Root, options: ScanOptions): Promise<FolderScan> {
  const { files, folders, troubles } = root.isFile
    ? await listFile(root.directory)
    : await listFiles(root.directory, { limit: options.limit, except: root.except });
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
  const readResult = await readResultOf({ path, text }, revision, options);
  if (readResult === null) return undefined;
  const problem = checkVisible(path);
  if (problem !== undefined) return unreadable(root, path, problem);
  if (readResult === undefined) {
    return unreadable(root, path, 'The file cannot be read because of an internal error. Please report it.');
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

/** `undefined` if parsing throws, which is an internal error and must not hide the other documents. */
async function readResultOf(
  file: SourceFile,
  revision: string,
  options: ScanOptions,
): Promise<ReadResult | null | undefined> {
  // The result also depends on the file name: some names are never definitions.
  const key = `${revision} ${file.path}`;
  const known = options.used.get(key) ?? options.before.get(key);
  try {
    const readResult = known === undefined ? await options.read(file) : known;
    options.used.set(key, readResult);
    return readResult;
  } catch {
    return undefined;
  }
}

function unreadable(root: Root, path: string, message: string): LibraryDocument {
  return {
    ...placeIn(root, showInvisible(path)),
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
        message: showInvisible(message),
        expected: 'a readable document',
        actual: 'an unreadable one',
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
