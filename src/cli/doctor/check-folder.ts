/** The data folder and what is in it: whose they are, who can read them, and whether the database is well. */
import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkDatabase } from '../../operations/index.ts';
import { reasonOf } from '../read-files.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const kibibyte = 1024;

export function checkDataFolder(folder: string): Finding {
  const status = statusOf(folder);
  if (status === undefined) return ok('data', `${folder} is not there yet: it is made when it is needed.`);
  if (!status.isDirectory()) {
    return fail('data', `${folder} is no folder.`, 'Choose another one with --data or SIGNALBOX_DATA.');
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const isMine = status.uid === process.getuid?.();
    return isMine
      ? fail(
          'data',
          `${folder} may not be read and written (mode ${modeOf(status)}).`,
          `Allow it: chmod 700 '${folder}'`,
        )
      : fail('data', `${folder} belongs to somebody else.`, `Make it yours: chown -R "$USER" '${folder}'`);
  }
  const mode = modeOf(status);
  return isForOthers(status)
    ? warn('data', `${folder} is open to others (mode ${mode}).`, `Close it: chmod 700 '${folder}'`)
    : ok('data', `${folder} (mode ${mode})`);
}

/** One that is made later is made right. */
export function checkKeyFile(folder: string): readonly Finding[] {
  const file = join(folder, 'keys.json');
  const status = statusOf(file);
  if (status === undefined) return [];
  return [
    isForOthers(status)
      ? fail('keys', `${file} is open to others (mode ${modeOf(status)}).`, `Close it: chmod 600 '${file}'`)
      : ok('keys', `${file} (mode ${modeOf(status)})`),
  ];
}

export async function checkStore(folder: string): Promise<Finding> {
  try {
    return describeStore(await checkDatabase(folder));
  } catch (error) {
    return fail(
      'database',
      `It cannot be looked at: ${reasonOf(error)}.`,
      `Make it yours: chown -R "$USER" '${folder}'`,
    );
  }
}

function describeStore(report: Awaited<ReturnType<typeof checkDatabase>>): Finding {
  const { ok: isWell, problems, schema, newestSchema, size, logSize } = report;
  if (!isWell)
    return fail(
      'database',
      problems.join(' '),
      'Nothing was changed. Do what is said, then run doctor again.',
    );
  if (size === 0) return ok('database', 'There is none yet: it is made when it is needed.');
  const older =
    schema !== null && schema < newestSchema ? `, of an older version: it is upgraded when it is opened` : '';
  return ok('database', `${Math.ceil((size + logSize) / kibibyte)} KiB, edition ${schema ?? '?'}${older}`);
}

function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

const modeOf = ({ mode }: Stats): string => (mode & 0o777).toString(8).padStart(3, '0');

/** Windows keeps rights elsewhere. */
const isForOthers = ({ mode }: Stats): boolean => process.platform !== 'win32' && (mode & 0o077) !== 0;
