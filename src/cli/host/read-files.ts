/** Reads files as texts with a size limit. Every failure is a message. */
import { closeSync, fstatSync, openSync, readdirSync, readSync, type Stats, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { SourceFile } from '../../operations/index.ts';
import {
  checkVisible,
  decodeText,
  isDataFolder,
  isDocumentName,
  isSkippedName,
} from '../../operations/offline.ts';
import type { Host } from './host.ts';

export type FileOutcome = { readonly kind: 'file'; readonly file: SourceFile } | Trouble;

interface Trouble {
  readonly kind: 'trouble';
  readonly message: string;
}

export type ContentOutcome = { readonly kind: 'content'; readonly bytes: Uint8Array } | Trouble;

/** Limit in bytes. */
const defaultMaxBytes = 2_097_152;
const standardInput = '-';

/** @param path as typed, and as displayed; `-` is standard input */
export async function readSource(host: Host, path: string, maxBytes = defaultMaxBytes): Promise<FileOutcome> {
  const content = await readContent(host, path, maxBytes);
  if (content.kind === 'trouble') return content;
  const decoded = decodeText(content.bytes);
  return decoded.kind === 'trouble'
    ? trouble(path, decoded.reason)
    : { kind: 'file', file: { path, text: decoded.text } };
}

/** The bytes of a file. @param path as typed; `-` is standard input */
export async function readContent(host: Host, path: string, maxBytes: number): Promise<ContentOutcome> {
  const problem = checkVisible(basename(path));
  if (problem !== undefined) return { kind: 'trouble', message: problem };
  try {
    const bytes =
      path === standardInput
        ? await host.readInput(maxBytes)
        : readBytes(resolve(host.folder, path), maxBytes);
    return bytes === undefined
      ? trouble(path, `it is larger than ${Math.floor(maxBytes / 1_000_000)} MB`)
      : { kind: 'content', bytes };
  } catch (error) {
    return trouble(path, reasonOf(error));
  }
}

export const isStandardInput = (path: string): boolean => path === standardInput;

export function isFolder(host: Host, path: string): boolean {
  return path !== standardInput && statusOf(host, path)?.isDirectory() === true;
}

export function isFile(host: Host, path: string): boolean {
  return statusOf(host, path)?.isFile() === true;
}

/** `undefined` if the path does not exist or cannot be inspected; reading it then reports why. */
function statusOf(host: Host, path: string): Stats | undefined {
  try {
    return path === '' ? undefined : statSync(resolve(host.folder, path), { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

export const isTestFile = (path: string): boolean => /\.test\.(ya?ml|json)$/i.test(basename(path));

/**
 * Documents in a folder and its subfolders, by name. Hidden folders, node_modules, data folders and symbolic links are
 * skipped: links may leave the folder.
 */
export function listDocuments(host: Host, folder: string, isInside = false): readonly string[] {
  const entries = readdirSync(resolve(host.folder, folder), { withFileTypes: true });
  if (isInside && isDataFolder(entries.map(({ name }) => name))) return [];
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (isSkippedName(entry.name)) return [];
      if (entry.isDirectory()) return listDocuments(host, path, true);
      return isDocumentName(entry.name) && entry.isFile() ? [path] : [];
    });
}

/** @returns `undefined` if there are too many bytes */
function readBytes(path: string, maxBytes: number): Uint8Array | undefined {
  const file = openSync(path, 'r');
  try {
    const status = fstatSync(file);
    if (status.isDirectory()) throw new Error('it is a folder');
    if (!status.isFile()) throw new Error('it is not a regular file');
    if (status.size > maxBytes) return undefined;
    const bytes = new Uint8Array(status.size);
    let used = 0;
    for (let read = -1; read !== 0 && used < bytes.length; used += read) {
      read = readSync(file, bytes, used, bytes.length - used, used);
    }
    return bytes.subarray(0, used);
  } finally {
    closeSync(file);
  }
}

function trouble(path: string, reason: string): Trouble {
  const name = path === standardInput ? 'Standard input' : path === '' ? 'A file with an empty name' : path;
  return { kind: 'trouble', message: `${name} cannot be read: ${reason}.` };
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  ELOOP: 'its symbolic links form a cycle',
  EACCES: 'permission denied',
  EEXIST: 'it already exists',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
};

/** The reason of a file system error as text. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return reasons[code] ?? error.message;
}
