/** Checks the data folder and its files: their owner, their permissions, and the integrity of the database. */
import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkDatabase } from '../../operations/index.ts';
import { reasonOf } from '../host/read-files.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const kibibyte = 1024;

export function checkDataFolder(folder: string): Finding {
  const status = statusOf(folder);
  if (status === undefined)
    return ok('data', `${folder} does not exist yet. It is created when it is needed.`);
  if (!status.isDirectory()) {
    return fail('data', `${folder} is not a folder.`, 'Choose another one with --data or SIGNALBOX_DATA.');
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const isMine = status.uid === process.getuid?.();
    return isMine
      ? fail(
          'data',
          `${folder} is not readable and writable (mode ${modeOf(status)}).`,
          `Run: chmod 700 '${folder}'`,
        )
      : fail('data', `${folder} belongs to another user.`, `Run: chown -R "$USER" '${folder}'`);
  }
  const mode = modeOf(status);
  return isForOthers(status)
    ? warn('data', `${folder} is accessible to other users (mode ${mode}).`, `Run: chmod 700 '${folder}'`)
    : ok('data', `${folder} (mode ${mode})`);
}

/** A file that does not exist yet is created with the right mode. */
export function checkKeyFile(folder: string): readonly Finding[] {
  const file = join(folder, 'keys.json');
  const status = statusOf(file);
  if (status === undefined) return [];
  return [
    isForOthers(status)
      ? fail(
          'keys',
          `${file} is accessible to other users (mode ${modeOf(status)}).`,
          `Run: chmod 600 '${file}'`,
        )
      : ok('keys', `${file} (mode ${modeOf(status)})`),
  ];
}

export async function checkStore(folder: string): Promise<Finding> {
  try {
    return describeStore(await checkDatabase(folder));
  } catch (error) {
    return fail(
      'database',
      `Cannot read the database: ${reasonOf(error)}.`,
      `Run: chown -R "$USER" '${folder}'`,
    );
  }
}

function describeStore(report: Awaited<ReturnType<typeof checkDatabase>>): Finding {
  const { ok: isWell, problems, schema, newestSchema, size, logSize } = report;
  if (!isWell)
    return fail(
      'database',
      problems.join(' '),
      'Nothing was changed. Follow the advice above, then run doctor again.',
    );
  if (size === 0) return ok('database', 'The database does not exist yet. It is created when it is needed.');
  const older =
    schema !== null && schema < newestSchema
      ? `, of an older version, which is upgraded when it is opened`
      : '';
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

/** Windows has no file modes. */
const isForOthers = ({ mode }: Stats): boolean => process.platform !== 'win32' && (mode & 0o077) !== 0;
