/** Restores a backup into a new data folder. Never overwrites an existing one. */
import { readdir, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type BackupFacts, checkBackup, restoreBackup } from '../../runtime/index.ts';
import { dataFiles, makeDataFolder } from './data-folder.ts';

export type RestoredFolder =
  | { readonly kind: 'restored'; readonly backup: BackupFacts }
  /** Nothing was changed. */
  | { readonly kind: 'refused'; readonly problem: string; readonly advice: string };

/** Rejects with OperationError where the folder cannot be made. */
export async function restoreFolder(file: string, folder: string): Promise<RestoredFolder> {
  const refused = (problem: string, advice: string): RestoredFolder => ({ kind: 'refused', problem, advice });
  if (!(await isFree(folder))) {
    return refused(
      `“${folder}” is not empty. A backup is only restored into an empty folder.`,
      'Name a new or empty folder with --data. To return to a backup, end every Signalbox process that uses the old folder, restore into a new one, and start with that.',
    );
  }
  const checked = await checkBackup(file);
  if (checked.kind === 'bad') return refused(checked.problem, 'Nothing was restored.');
  await makeDataFolder(folder);
  const { backup } = checked;
  try {
    await restoreBackup({ file, backup, folder, database: basename(dataFiles(folder).database) });
  } catch (error) {
    return refused(`“${folder}” cannot be written: ${reasonOf(error)}.`, 'Nothing was restored.');
  }
  return { kind: 'restored', backup };
}

async function isFree(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined) return true;
  return found.isDirectory() && (await readdir(folder)).length === 0;
}

/** Rethrows internal errors. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL') return 'the disk is full';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return `write access is denied (${code})`;
  // Errors of the input: a path below another one, a name that is too long, an invalid table.
  if (code !== '' && error instanceof Error) return error.message.replace(/\.$/, '');
  throw error;
}
