/**
 * A note in the data folder about its owner: address of the socket, process and version. Only a hint: the lock
 * decides the owner, and the note of a dead process is soon replaced.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

export interface OwnerNote {
  readonly pid: number;
  readonly version: string;
  readonly socket: string;
  /** Settings of the owner that other processes may have named differently. */
  readonly places?: OwnerPaths | undefined;
}

interface OwnerPaths {
  readonly workflows: readonly string[];
  readonly connectors: string;
  readonly services: string;
}

const note = z.object({
  pid: z.int().min(1),
  version: z.string().max(100),
  socket: z.string().min(1).max(1_000),
  places: z
    .object({ workflows: z.array(z.string()), connectors: z.string(), services: z.string() })
    .optional(),
});

const noteFile = (folder: string): string => join(folder, 'owner.json');

/** Atomic: a reader sees the old note or the new one. */
export async function writeOwnerNote(folder: string, written: OwnerNote): Promise<void> {
  const file = noteFile(folder);
  // Only the owner writes it, so it replaces the temporary file of a killed process.
  const draft = `${file}.draft`;
  await writeFile(draft, `${JSON.stringify(written)}\n`, { mode: 0o600 });
  await rename(draft, file);
}

/** `undefined` if it does not exist, or cannot be read. */
export async function readOwnerNote(folder: string): Promise<OwnerNote | undefined> {
  try {
    return note.parse(JSON.parse(await readFile(noteFile(folder), 'utf8')));
  } catch {
    return undefined;
  }
}

export async function removeOwnerNote(folder: string): Promise<void> {
  await rm(noteFile(folder), { force: true });
}
