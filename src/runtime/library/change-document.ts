/**
 * Changes one document in its folder. Refuses an invalid path and a document whose revision is not the expected one.
 */
import { join } from 'node:path';
import { StoreError } from '../ports/store.ts';
import { deleteFile, isInsideFolder, renameFile, saveFile } from './change-file.ts';
import { checkPath } from './check-path.ts';
import { fileErrorReason } from './file-error-reason.ts';
import type { WriteRequest, WriteResult } from './library.ts';
import { maxDocumentBytes, readText } from './read-text.ts';
import { revisionOf } from './scan-folder.ts';

export type DocumentChange =
  | { readonly kind: 'changed'; readonly revision: string }
  | Exclude<WriteResult, { readonly kind: 'written' }>;

/** @param isForeign whether a path is that of a read-only document */
export async function changeDocument(
  folder: string,
  request: WriteRequest,
  isForeign: (path: string) => boolean,
): Promise<DocumentChange> {
  for (const path of request.kind === 'rename' ? [request.path, request.to] : [request.path]) {
    const message = checkPath(path);
    if (message !== undefined) return { kind: 'bad-path', message };
    if (!(await isInsideFolder(folder, path))) {
      return {
        kind: 'bad-path',
        message: `“${path}” is a symbolic link, or contains one. Signalbox does not write through links.`,
      };
    }
  }
  const current = await readText(join(folder, request.path));
  if (current.kind === 'trouble') return { kind: 'bad-path', message: `${request.path}: ${current.message}` };
  const revision = current.kind === 'text' ? revisionOf(current.text) : null;
  if (revision === null && request.expected !== null && isForeign(request.path)) {
    return {
      kind: 'read-only',
      message: `${request.path} is in a shared, read-only folder.`,
    };
  }
  if (revision !== request.expected) return { kind: 'changed-meanwhile', revision };
  // The document has this content already: nothing is written, and no change is reported.
  if (request.kind === 'save' && revision === revisionOf(request.source))
    return { kind: 'changed', revision };
  if (request.kind === 'rename' && (await readText(join(folder, request.to))).kind !== 'absent') {
    return { kind: 'taken' };
  }
  return perform(folder, request);
}

async function perform(folder: string, request: WriteRequest): Promise<DocumentChange> {
  try {
    switch (request.kind) {
      case 'save':
        if (Buffer.byteLength(request.source) > maxDocumentBytes) {
          return { kind: 'too-large', message: 'The document is larger than 1 MiB.' };
        }
        await saveFile(folder, request.path, request.source);
        return { kind: 'changed', revision: revisionOf(request.source) };
      case 'rename':
        await renameFile(folder, request.path, request.to);
        return { kind: 'changed', revision: request.expected };
      case 'delete':
        await deleteFile(folder, request.path);
        return { kind: 'changed', revision: '' };
    }
  } catch (error) {
    const reason = fileErrorReason(error);
    if (reason.kind === 'forbidden') {
      return { kind: 'read-only', message: `${request.path} cannot be written: ${reason.text}.` };
    }
    throw new StoreError(
      reason.kind === 'full' ? 'disk-full' : 'input-output',
      `${request.path} could not be written: ${reason.text}. It is unchanged.`,
      reason.kind === 'full',
      { cause: error },
    );
  }
}
