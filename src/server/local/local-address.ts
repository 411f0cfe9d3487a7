/**
 * The address of the socket of a data folder. Every process that can open it has all rights, so it is in a folder
 * that only its user can access: the data folder itself if it is private and its path is short enough, otherwise a
 * folder for sockets.
 */
import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { OperationError } from '../../operations/index.ts';

/** In bytes: the smallest limit of the supported systems, minus room for the suffix of a socket that is not ready. */
const maxPathBytes = 102;

const isWindows = process.platform === 'win32';
const pipes = '\\\\.\\pipe\\';

/** @param folder the data folder, by its real path */
export async function chooseSocket(folder: string, temporary = tmpdir()): Promise<string> {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  if (isWindows) return `${pipes}signalbox-${hash}`;
  const inside = join(folder, 'signalbox.sock');
  if (Buffer.byteLength(inside) <= maxPathBytes && (await problemOfFolder(folder)) === undefined)
    return inside;
  const sockets = join(temporary, `signalbox-${process.getuid?.()}`);
  await mkdir(sockets, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const problem = await problemOfFolder(sockets);
  if (problem !== undefined) throw unsafe(sockets, problem);
  const apart = join(sockets, `${hash}.sock`);
  if (Buffer.byteLength(apart) <= maxPathBytes) return apart;
  throw unsafe(apart, 'is too long for a socket');
}

/** Throws OperationError if another user may be listening there. A missing socket is reported when connecting. */
export async function checkSocket(socket: string): Promise<void> {
  if (isWindows)
    return socket.startsWith(pipes) ? undefined : Promise.reject(unsafe(socket, 'is not a pipe'));
  const found = await lstat(socket).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw unsafe(socket, `cannot be read (${error.code})`);
  });
  if (found === undefined) return;
  if (!found.isSocket()) throw unsafe(socket, 'is not a socket');
  const problem = problemOfOwner(found) ?? (await problemOfFolder(dirname(socket)));
  if (problem !== undefined) throw unsafe(socket, problem);
}

/** `undefined` if only this user can access it. */
async function problemOfFolder(folder: string): Promise<string | undefined> {
  const found = await lstat(folder);
  return found.isDirectory() ? problemOfOwner(found) : 'is not a folder';
}

function problemOfOwner({ uid, mode }: { readonly uid: number; readonly mode: number }): string | undefined {
  if (uid !== process.getuid?.()) return 'belongs to another user';
  return (mode & 0o077) === 0 ? undefined : 'can be used by other users';
}

function unsafe(path: string, problem: string): OperationError {
  return new OperationError({
    code: 'unsafe_folder',
    message: `The socket of the process that owns the data folder is not safe: “${path}” ${problem}.`,
    suggestedAction:
      'Run all Signalbox processes of one data folder as the same user. Restrict the data folder to that user (chmod 700), or set TMPDIR to a folder of that user.',
    context: { path },
  });
}
