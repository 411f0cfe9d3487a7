/**
 * The place of this process at a data folder: it owns the folder, or it is attached to the process that does. The lock
 * alone decides who owns it; the socket is only the way to whoever does.
 */
import { realpath } from 'node:fs/promises';
import {
  type FolderLock,
  type House,
  lockFolder,
  OperationError,
  openHouse,
  type Registry,
  type Settings,
} from '../../operations/index.ts';
import { type Attachment, attach } from './attachment.ts';
import { callHouse } from './call-house.ts';
import { checkSocket, chooseSocket } from './local-address.ts';
import { type Door, openDoor } from './open-door.ts';
import { readOwnerNote, removeOwnerNote, writeOwnerNote } from './owner-note.ts';
import type { SignalboxSurroundings } from './signalbox.ts';
import { tellIgnored } from './tell-ignored.ts';

export type Seat = OwnerSeat | AttachedSeat;

export interface OwnerSeat {
  readonly kind: 'owner';
  readonly house: House;
  readonly door: Door;
  readonly lock: FolderLock;
}

interface AttachedSeat {
  readonly kind: 'attached';
  readonly attachment: Attachment;
  /** What was named here and is not in force, in words; empty where all is as it was named. */
  readonly ignored: string;
}

export interface SeatOptions {
  readonly settings: Settings;
  readonly surroundings: SignalboxSurroundings;
  readonly registry: Registry;
}

/** One try. @returns undefined where the folder is owned by somebody who cannot be reached (yet) */
export async function takeSeat(options: SeatOptions): Promise<Seat | undefined> {
  const lock = lockFolder(options.settings.data);
  return lock === undefined ? attachToOwner(options) : ownFolder(lock, options);
}

async function ownFolder(lock: FolderLock, options: SeatOptions): Promise<OwnerSeat> {
  const { settings, surroundings, registry } = options;
  const { version } = surroundings;
  let house: House | undefined;
  try {
    const socket = await chooseSocket(await realpath(settings.data));
    const { workflows, connectors, services } = settings;
    await writeOwnerNote(settings.data, {
      pid: process.pid,
      version,
      socket,
      places: { workflows, connectors, services },
    });
    const opened = await openHouse(settings, surroundings);
    house = opened;
    const door = await openDoor({
      socket,
      version,
      perform: ({ principal, operation, input }, signal) => {
        // Others rely on it now.
        opened.wake();
        return callHouse(registry, opened, principal, operation, input, signal);
      },
    });
    return { kind: 'owner', house, door, lock };
  } catch (error) {
    await house
      ?.close()
      .catch((later: unknown) => house?.report('The data folder was not closed well.', later));
    await removeOwnerNote(settings.data).catch(() => undefined);
    lock.release();
    throw error instanceof OperationError ? error : unusable(settings.data, error);
  }
}

async function attachToOwner({ settings, surroundings }: SeatOptions): Promise<AttachedSeat | undefined> {
  const note = await readOwnerNote(settings.data);
  if (note === undefined) return undefined;
  await checkSocket(note.socket);
  const attachment = await attach({ socket: note.socket, version: surroundings.version });
  if (attachment === undefined) return undefined;
  return { kind: 'attached', attachment, ignored: tellIgnored(note, settings, surroundings.named ?? []) };
}

/** In this order: nobody is let in any more, everything is closed, and only then may another own the folder. */
export async function leaveSeat(seat: Seat, folder: string): Promise<void> {
  if (seat.kind === 'attached') {
    seat.attachment.close();
    await seat.attachment.lost;
    return;
  }
  try {
    await seat.door.close();
    await seat.house.close();
  } finally {
    await removeOwnerNote(folder).catch(() => undefined);
    seat.lock.release();
  }
}

function unusable(folder: string, cause: unknown): OperationError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const [reason, suggestedAction] = reasons[code] ?? [
    'this came upon a mistake in Signalbox itself',
    'Please report it, with what “signalbox doctor” says.',
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
  'it cannot be written',
  'Choose another with --data or SIGNALBOX_DATA, or let this user write to it.',
] as const;
const full = ['the disk is full', 'Free some space, and try again.'] as const;

/** What the system says when a folder cannot be used, and what to do about it. */
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
