/** Finds the default data folder: that of the project of the current folder, otherwise that of the user. */
import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { Environment } from './environment.ts';

const dataFolderName = '.signalbox';
const marks = [dataFolderName, '.git', 'package.json'];

interface FolderContext {
  /** The current folder. */
  readonly folder: string;
  /** The home folder of the user. */
  readonly home: string;
}

export function findDataFolder({ folder, home }: FolderContext, env: Environment): string {
  for (let each = folder; each !== home && each !== dirname(each); each = dirname(each)) {
    if (isTrusted(each, folder) && marks.some((mark) => existsSync(join(each, mark))))
      return join(each, dataFolderName);
  }
  return userFolder(home, env);
}

/** The user's own Signalbox folder, independent of the project. */
export function userFolder(home: string, env: Environment): string {
  const data = env['XDG_DATA_HOME'] ?? '';
  // Relative paths are ignored: https://specifications.freedesktop.org/basedir-spec/latest/
  return join(isAbsolute(data) ? data : join(home, '.local', 'share'), 'signalbox');
}

/** A parent folder of another owner is not trusted: that user may have prepared it. */
function isTrusted(each: string, folder: string): boolean {
  return each === folder || statSync(each, { throwIfNoEntry: false })?.uid === process.getuid?.();
}
