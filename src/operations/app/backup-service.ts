/**
 * Makes backups of the data folder while it is in use, one at a time, only in the folder that the operator configured.
 * A backup gets its final name when it is complete, flushed to disk and verified.
 */
import { mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  type Clock,
  documentsFolder,
  type KeysInBackup,
  listBackupFiles,
  runBackup,
  StoreError,
} from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Backups, MadeBackup } from '../infrastructure/backups.ts';
import type { Settings } from '../settings/settings-table.ts';
import { dataFiles } from './data-folder.ts';

export interface BackupServiceOptions {
  readonly settings: Pick<
    Settings,
    | 'data'
    | 'keys'
    | 'auth'
    | 'connectors'
    | 'services'
    | 'workflows'
    | 'catalogs'
    | 'backups'
    | 'backupsKept'
  >;
  readonly clock: Clock;
  readonly version: string;
}

const ending = '.backup';
const unfinished = '.unfinished';
/** Only backups with our names are ever removed. */
const ours = /^signalbox-\d{8}T\d{9}Z(?:-\d+)?\.backup$/;

export class BackupService implements Backups {
  readonly #options: BackupServiceOptions;
  readonly #closing = new AbortController();
  #underWay: Promise<MadeBackup> | undefined;

  constructor(options: BackupServiceOptions) {
    this.#options = options;
  }

  async make(withKeys: boolean): Promise<MadeBackup> {
    if (this.#underWay !== undefined) {
      throw new OperationError({
        code: 'overloaded',
        message: 'Another backup is already in progress.',
        suggestedAction: 'Try again when it is done.',
      });
    }
    this.#underWay = this.#make(withKeys);
    try {
      return await this.#underWay;
    } finally {
      this.#underWay = undefined;
    }
  }

  /** Aborts a backup in progress. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#underWay?.catch(() => undefined);
  }

  async #make(withKeys: boolean): Promise<MadeBackup> {
    const { settings, clock, version } = this.#options;
    const folder = settings.backups;
    const { database } = dataFiles(settings.data);
    await prepare(folder);
    await checkFreeSpace(folder, database);
    const madeAt = clock.now();
    const keys = settings.keys === '' ? (withKeys ? 'included' : 'left-out') : 'elsewhere';
    const files = await listBackupFiles({
      folder: settings.data,
      names: namesIn(settings, keys),
      documents: settings.workflows[0] ?? join(settings.data, documentsFolder),
      catalogs: settings.catalogs,
    });
    const file = await freeName(folder, madeAt);
    const draft = join(folder, `${file}${unfinished}`);
    try {
      await writeFile(draft, '', { mode: 0o600, flag: 'wx' });
      const note = { madeAt: new Date(madeAt).toISOString(), version, keys } as const;
      const digest = await runBackup({ database, draft, files, note }, this.#closing.signal);
      const { size: bytes } = await stat(draft);
      await rename(draft, join(folder, file));
      await syncFolder(folder);
      await this.#tidy(folder);
      const documents = files.filter(({ path }) => path.startsWith(`${documentsFolder}/`)).length;
      return { folder, file, bytes, digest, madeAt, keys, documents };
    } catch (error) {
      await rm(draft, { force: true });
      throw explain(error, folder);
    }
  }

  /** Keeps the newest. */
  async #tidy(folder: string): Promise<void> {
    const { backupsKept } = this.#options.settings;
    if (backupsKept === null) return;
    const names = (await readdir(folder)).filter((name) => ours.test(name)).toSorted();
    for (const name of names.slice(0, -backupsKept)) await rm(join(folder, name), { force: true });
  }
}

type Named = Pick<Settings, 'data' | 'auth' | 'connectors' | 'services'>;

/** Backups that operators moved elsewhere are not managed here. */
function namesIn({ data, auth, connectors, services }: Named, keys: KeysInBackup): readonly string[] {
  const files = dataFiles(data);
  const own = [auth, connectors, services, files.secrets]
    .filter((file) => dirname(file) === data)
    .map((file) => basename(file));
  return keys === 'included' ? [...own, basename(files.keys)] : own;
}

/** Only one process makes one backup at a time, so unfinished files are left over from a crash. */
async function prepare(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder)) {
      if (name.endsWith(`${ending}${unfinished}`) || name.endsWith(`${ending}${unfinished}-journal`)) {
        await rm(join(folder, name), { force: true });
      }
    }
  } catch (error) {
    throw explain(error, folder);
  }
}

/** A backup that fills the disk would stop the system that it protects. */
async function checkFreeSpace(folder: string, database: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = (await sizeOf(database)) + (await sizeOf(`${database}-wal`));
  if (bavail * bsize > needed + needed / 4) return;
  throw new StoreError(
    'disk-full',
    `Not enough free space in “${folder}” for a backup, which may take ${Math.ceil(needed / 1_048_576)} MiB. Free some space, or set another folder with SIGNALBOX_BACKUPS.`,
    true,
  );
}

const sizeOf = async (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** Alphabetical order is chronological order. */
async function freeName(folder: string, at: number): Promise<string> {
  const time = new Date(at).toISOString().replaceAll(/[-:.]/g, '');
  const taken = new Set(await readdir(folder));
  for (let round = 1; ; round++) {
    const name = `signalbox-${time}${round === 1 ? '' : `-${round}`}${ending}`;
    if (!taken.has(name)) return name;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Converts file system errors to errors like those of the store. */
function explain(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (error instanceof StoreError || typeof code !== 'string') return error;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return isFull
    ? new StoreError('disk-full', `The disk that holds “${folder}” is full. No backup was made.`, true)
    : new StoreError(
        'read-only',
        `Backups cannot be written to “${folder}” (${code}). Give the user that runs Signalbox write access, or set another folder with SIGNALBOX_BACKUPS.`,
        false,
      );
}
