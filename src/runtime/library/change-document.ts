/** One change of a document in its folder: refused where the path is bad or the document is not as expected. */
import { join } from 'node:path';
import { StoreError } from '../ports/store.ts';
import { deleteFile, renameFile, saveFile, staysInside } from './change-file.ts';
import { checkPath } from './check-path.ts';
import type { WriteOrder, WriteResult } from './library.ts';
import { largestDocument, readText } from './read-text.ts';
import { reasonOf } from './reason-of.ts';
import { revisionOf } from './scan-folder.ts';

export type Change =
  | { readonly kind: 'changed'; readonly revision: string }
  | Exclude<WriteResult, { readonly kind: 'written' }>;

/** @param isForeign whether a path is that of a document which may only be read */
export async function changeDocument(
  folder: string,
  order: WriteOrder,
  isForeign: (path: string) => boolean,
): Promise<Change> {
  for (const path of order.kind === 'rename' ? [order.path, order.to] : [order.path]) {
    const message = checkPath(path);
    if (message !== undefined) return { kind: 'bad-path', message };
    if (!(await staysInside(folder, path))) {
      return {
        kind: 'bad-path',
        message: `“${path}” is a link, or leads through one: links are not written through.`,
      };
    }
  }
  const current = await readText(join(folder, order.path));
  if (current.kind === 'trouble') return { kind: 'bad-path', message: `${order.path}: ${current.message}` };
  const revision = current.kind === 'text' ? revisionOf(current.text) : null;
  if (revision === null && order.expected !== null && isForeign(order.path)) {
    return {
      kind: 'read-only',
      message: `${order.path} is in a folder that is shared, and can only be read.`,
    };
  }
  if (revision !== order.expected) return { kind: 'changed-meanwhile', revision };
  // It is as it is asked to be: nothing is written, and nobody is told of a change.
  if (order.kind === 'save' && revision === revisionOf(order.source)) return { kind: 'changed', revision };
  if (order.kind === 'rename' && (await readText(join(folder, order.to))).kind !== 'absent') {
    return { kind: 'taken' };
  }
  return perform(folder, order);
}

async function perform(folder: string, order: WriteOrder): Promise<Change> {
  try {
    switch (order.kind) {
      case 'save':
        if (Buffer.byteLength(order.source) > largestDocument) {
          return { kind: 'too-large', message: 'The document is larger than 1 MiB.' };
        }
        await saveFile(folder, order.path, order.source);
        return { kind: 'changed', revision: revisionOf(order.source) };
      case 'rename':
        await renameFile(folder, order.path, order.to);
        return { kind: 'changed', revision: order.expected };
      case 'delete':
        await deleteFile(folder, order.path);
        return { kind: 'changed', revision: '' };
    }
  } catch (error) {
    const reason = reasonOf(error);
    if (reason.kind === 'forbidden') {
      return { kind: 'read-only', message: `${order.path} cannot be written: ${reason.text}.` };
    }
    throw new StoreError(
      reason.kind === 'full' ? 'disk-full' : 'input-output',
      `${order.path} could not be written: ${reason.text}. It is as it was.`,
      reason.kind === 'full',
      { cause: error },
    );
  }
}
