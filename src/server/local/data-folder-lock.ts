/**
 * The role of this process at a data folder: it owns the folder, or is attached to the process that does. Only the
 * lock decides the owner; the socket is the connection to it.
 */
import { realpath } from 'node:fs/promises';
import {
  type App,
  type FolderLock,
  lockFolder,
  OperationError,
  openApp,
  type Registry,
  type Settings,
} from '../../operations/index.ts';
import { callOperation } from '../pipeline/pipeline.ts';
import { type Attachment, attach } from './attachment.ts';
import { formatIgnoredSettings } from './format-ignored-settings.ts';
import { checkSocket, chooseSocket } from './local-address.ts';
import { type OwnerSocket, openOwnerSocket } from './open-owner-socket.ts';
import { readOwnerNote, removeOwnerNote, writeOwnerNote } from './owner-note.ts';
import type { SignalboxEnvironment } from './signalbox.ts';

export type DataFolderLock = OwnedDataFolder | AttachedDataFolder;

export interface OwnedDataFolder {
  readonly kind: 'owner';
  readonly app: App;
  readonly ownerSocket: OwnerSocket;
  readonly lock: FolderLock;
}

interface AttachedDataFolder {
  readonly kind: 'attached';
  readonly attachment: Attachment;
  /** Settings that were named here but are not effective, as text; empty if there are none. */
  readonly ignored: string;
}

export interface DataFolderLockOptions {
  readonly settings: Settings;
  readonly environment: SignalboxEnvironment;
  readonly registry: Registry;
}

/** One attempt. @returns `undefined` if the owner of the folder cannot be reached (yet) */
export async function acquireOwnership(options: DataFolderLockOptions): Promise<DataFolderLock | undefined> {
  const lock = lockFolder(options.settings.data);
  return lock === undefined ? attachToOwner(options) : ownFolder(lock, options);
}

async function ownFolder(lock: FolderLock, options: DataFolderLockOptions): Promise<OwnedDataFolder> {
  const { settings, environment, registry } = options;
  const { version } = environment;
  let app: App | undefined;
  try {
    const socket = await chooseSocket(await realpath(settings.data));
    const { workflows, connectors, services } = settings;
    await writeOwnerNote(settings.data, {
      pid: process.pid,
      version,
      socket,
      places: { workflows, connectors, services },
    });
    const opened = await openApp(settings, environment);
    app = opened;
    const ownerSocket = await openOwnerSocket({
      socket,
      version,
      perform: ({ principal, operation, input }, signal) => {
        // Other processes now rely on it.
        opened.wake();
        return callOperation(registry, opened.services, principal, operation, input, signal);
      },
    });
    return { kind: 'owner', app, ownerSocket, lock };
  } catch (error) {
    await app
      ?.close()
      .catch((later: unknown) => app?.report('The data folder was not closed cleanly.', later));
    await removeOwnerNote(settings.data).catch(() => undefined);
    lock.release();
    throw error instanceof OperationError ? error : unusable(settings.data, error);
  }
}

async function attachToOwner({
  settings,
  environment,
}: DataFolderLockOptions): Promise<AttachedDataFolder | undefined> {
  const note = await readOwnerNote(settings.data);
  if (note === undefined) return undefined;
  await checkSocket(note.socket);
  const attachment = await attach({ socket: note.socket, version: environment.version });
  if (attachment === undefined) return undefined;
  return {
    kind: 'attached',
    attachment,
    ignored: formatIgnoredSettings(note, settings, environment.named ?? []),
  };
}

/** In this order: refuse connections, close everything, and only then release the folder. */
export async function releaseOwnership(folderLock: DataFolderLock, folder: string): Promise<void> {
  if (folderLock.kind === 'attached') {
    folderLock.attachment.close();
    await folderLock.attachment.lost;
    return;
  }
  try {
    await folderLock.ownerSocket.close();
    await folderLock.app.close();
  } finally {
    await removeOwnerNote(folder).catch(() => undefined);
    folderLock.lock.release();
  }
}

function unusable(folder: string, cause: unknown): OperationError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const [reason, suggestedAction] = reasons[code] ?? [
    'internal error',
    'Report it, with the output of “signalbox doctor”.',
  ];
  return new OperationError(
    {
      code: Object.hasOwn(reasons, code) ? 'store_unavailable' : 'internal_error',
      message: `The data folder “${folder}” cannot be used: ${reason}.`,
      suggestedAction,
      context: { path: folder },
    },
    { cause },
  );
}

const notWritable = [
  'it is not writable',
  'Choose another with --data or SIGNALBOX_DATA, or make it writable for this user.',
] as const;
const full = ['the disk is full', 'Free some space, and try again.'] as const;

/** Reason and suggested action by system error. */
const reasons: { readonly [code: string]: readonly [reason: string, action: string] } = {
  EROFS: notWritable,
  EACCES: notWritable,
  EPERM: notWritable,
  ENOSPC: full,
  EDQUOT: full,
};

export async function folderBusy(folder: string): Promise<OperationError> {
  const note = await readOwnerNote(folder);
  const owner = note === undefined ? 'another process' : `process ${note.pid} (Signalbox ${note.version})`;
  return new OperationError({
    code: 'data_folder_busy',
    message: `The data folder “${folder}” is in use by ${owner}, which does not answer.`,
    retryable: true,
    suggestedAction:
      note === undefined
        ? 'Wait until it has started, or end it, and try again.'
        : `Wait until it has started, or end it (kill ${note.pid}), and try again.`,
    context: { path: folder, ...(note === undefined ? {} : { pid: note.pid }) },
  });
}
