/** Files as texts, for the verbs: read with a limit, and every trouble told in words. */
import { closeSync, fstatSync, openSync, readdirSync, readSync, type Stats, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { SourceFile } from '../operations/index.ts';
import { decodeText, isDocumentName } from '../operations/offline.ts';
import type { Host } from './host.ts';

export type FileOutcome =
  | { readonly kind: 'file'; readonly file: SourceFile }
  | { readonly kind: 'trouble'; readonly message: string };

/** In bytes. */
const defaultMaxBytes = 2_097_152;
const standardInput = '-';

/** @param path as it was typed, and as it is shown; `-` is what is piped in */
export async function readSource(host: Host, path: string, maxBytes = defaultMaxBytes): Promise<FileOutcome> {
  try {
    const bytes =
      path === standardInput
        ? await host.readInput(maxBytes)
        : readBytes(resolve(host.folder, path), maxBytes);
    if (bytes === undefined) return trouble(path, `it is larger than ${Math.floor(maxBytes / 1_000_000)} MB`);
    const decoded = decodeText(bytes);
    return decoded.kind === 'trouble'
      ? trouble(path, decoded.reason)
      : { kind: 'file', file: { path, text: decoded.text } };
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

/** Undefined where there is nothing, or nothing that can be looked at; reading it then says why. */
function statusOf(host: Host, path: string): Stats | undefined {
  try {
    return path === '' ? undefined : statSync(resolve(host.folder, path), { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

export const isTestFile = (path: string): boolean => /\.test\.(ya?ml|json)$/i.test(basename(path));

/**
 * Documents in a folder and in those below it, by name. Hidden folders and packages of others are left out, and so are
 * links: they may lead out of the folder.
 */
export function listDocuments(host: Host, folder: string): readonly string[] {
  return readdirSync(resolve(host.folder, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
      if (entry.isDirectory()) return listDocuments(host, path);
      return isDocumentName(entry.name) && entry.isFile() ? [path] : [];
    });
}

/** @returns undefined where there are too many */
function readBytes(path: string, maxBytes: number): Uint8Array | undefined {
  const file = openSync(path, 'r');
  try {
    const status = fstatSync(file);
    if (status.isDirectory()) throw new Error('it is a folder');
    if (!status.isFile()) throw new Error('it is no ordinary file');
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

function trouble(path: string, reason: string): FileOutcome {
  const name = path === standardInput ? 'Standard input' : path === '' ? 'A file without a name' : path;
  return { kind: 'trouble', message: `${name} cannot be read: ${reason}.` };
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ELOOP: 'its links go round in a circle',
  EACCES: 'reading it is not allowed',
  EEXIST: 'it is there already',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
};

/** Why the file system refused, in words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return reasons[code] ?? error.message;
}
