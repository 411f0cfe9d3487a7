/** Where runs are kept when nobody says: with the project that the current folder belongs to, else with the user. */
import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { Environment } from './environment.ts';
import type { Where } from './setting-form.ts';

const own = '.signalbox';
const marks = [own, '.git', 'package.json'];

export function findDataFolder({ folder, home }: Where, env: Environment): string {
  for (let each = folder; each !== home && each !== dirname(each); each = dirname(each)) {
    if (isTrusted(each, folder) && marks.some((mark) => existsSync(join(each, mark)))) return join(each, own);
  }
  const data = env['XDG_DATA_HOME'] ?? '';
  // A relative one is to be ignored: https://specifications.freedesktop.org/basedir-spec/latest/
  return join(isAbsolute(data) ? data : join(home, '.local', 'share'), 'signalbox');
}

/** A folder above that belongs to somebody else may have been prepared by them. */
function isTrusted(each: string, folder: string): boolean {
  return each === folder || statSync(each, { throwIfNoEntry: false })?.uid === process.getuid?.();
}
