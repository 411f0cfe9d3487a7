/**
 * Where the socket of a data folder is. Whoever can open it may do everything, so it lies in a folder that only its
 * user can enter: the data folder itself where that is such a one and its path is short enough, else one for sockets.
 */
import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { OperationError } from '../../operations/index.ts';

/** In bytes: the shortest limit of the systems that we know, and room for the sign of one that is not ready. */
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

/** Throws OperationError where somebody else may be listening there. Absence is told by whoever connects. */
export async function checkSocket(socket: string): Promise<void> {
  if (isWindows) return socket.startsWith(pipes) ? undefined : Promise.reject(unsafe(socket, 'is no pipe'));
  const found = await lstat(socket).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw unsafe(socket, `cannot be looked at (${error.code})`);
  });
  if (found === undefined) return;
  if (!found.isSocket()) throw unsafe(socket, 'is not a socket');
  const problem = problemOfOwner(found) ?? (await problemOfFolder(dirname(socket)));
  if (problem !== undefined) throw unsafe(socket, problem);
}

/** Undefined where only this user can enter it. */
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
    message: `The way to the process that owns the data folder is not safe: “${path}” ${problem}.`,
    suggestedAction:
      'Run every Signalbox of one data folder as the same user. Let only that user use the data folder (chmod 700), or set TMPDIR to a folder of that user.',
    context: { path },
  });
}
