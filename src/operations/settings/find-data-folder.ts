/** Where runs are kept when nobody says: with the project that the current folder belongs to, else with the user. */
import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { Environment } from './environment.ts';

const dataFolderName = '.signalbox';
const marks = [dataFolderName, '.git', 'package.json'];

interface FolderContext {
  /** The current one. */
  readonly folder: string;
  /** The user's. */
  readonly home: string;
}

export function findDataFolder({ folder, home }: FolderContext, env: Environment): string {
  for (let each = folder; each !== home && each !== dirname(each); each = dirname(each)) {
    if (isTrusted(each, folder) && marks.some((mark) => existsSync(join(each, mark))))
      return join(each, dataFolderName);
  }
  return userFolder(home, env);
}

/** Where a user's own things of Signalbox are, whatever the project. */
export function userFolder(home: string, env: Environment): string {
  const data = env['XDG_DATA_HOME'] ?? '';
  // A relative one is to be ignored: https://specifications.freedesktop.org/basedir-spec/latest/
  return join(isAbsolute(data) ? data : join(home, '.local', 'share'), 'signalbox');
}

/** A folder above that belongs to somebody else may have been prepared by them. */
function isTrusted(each: string, folder: string): boolean {
  return each === folder || statSync(each, { throwIfNoEntry: false })?.uid === process.getuid?.();
}
