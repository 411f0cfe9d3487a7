/**
 * A note in the data folder about the process that owns it: where its socket is, and who it is. Only a hint: the lock
 * says who owns the folder, and a note that a dead process left misleads nobody for long.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

export interface OwnerNote {
  readonly pid: number;
  readonly version: string;
  readonly socket: string;
  /** Of its settings, what others may have named otherwise. */
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

/** Whoever reads meanwhile sees the old one or the new one, never a part. */
export async function writeOwnerNote(folder: string, written: OwnerNote): Promise<void> {
  const file = noteFile(folder);
  // Only the owner writes it, so one that a killed process left is written over.
  const draft = `${file}.draft`;
  await writeFile(draft, `${JSON.stringify(written)}\n`, { mode: 0o600 });
  await rename(draft, file);
}

/** Undefined where there is none, or none that can be read. */
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
