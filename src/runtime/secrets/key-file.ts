/**
 * The file of the key ring: created at the first start, readable only by its owner, never printed. Processes that
 * start at the same time end with the same key; writes are atomic.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, open, rename, rm, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createSealingKey, readKeys, type SealingKey } from './sealing-key.ts';

export type Keys = readonly [SealingKey, ...SealingKey[]];

/** The keys cannot be used. The message says what to do, and reveals nothing of them. */
export class KeyFileError extends Error {
  readonly code: KeyFileErrorCode;

  constructor(code: KeyFileErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'KeyFileError';
    this.code = code;
  }
}

export type KeyFileErrorCode =
  | 'keys-exposed'
  | 'keys-damaged'
  | 'keys-unreachable'
  | 'keys-busy'
  | 'keys-fixed';

/** Reads the keys; creates the file with one key if it does not exist. */
export async function openKeyFile(path: string): Promise<Keys> {
  return (await readKeyFile(path)) ?? (await makeKeyFile(path));
}

/** Adds a new key in first position; older keys still open. */
export async function addKey(path: string): Promise<Keys> {
  const next = `${path}.next`;
  // Only one process can create it: that process may replace the keys.
  const file = await openNew(next).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw unreachable(next, error);
    throw new KeyFileError(
      'keys-busy',
      `“${next}” exists: another process is changing the keys, or a change was interrupted. If no other process is changing them, remove that file and try again.`,
    );
  });
  try {
    const keys: Keys = [createSealingKey(), ...((await readKeyFile(path)) ?? [])];
    await writeKeys(file, keys);
    await rename(next, path);
    await syncFolder(path);
    return keys;
  } catch (error) {
    await rm(next, { force: true });
    throw error instanceof KeyFileError ? error : unreachable(path, error);
  }
}

async function makeKeyFile(path: string): Promise<Keys> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const keys: Keys = [createSealingKey()];
    await writeKeys(await openNew(draft), keys);
    // A link appears with its whole content, and only if the name is free.
    await link(draft, path);
    await syncFolder(path);
    return keys;
  } catch (error) {
    const others = codeOf(error) === 'EEXIST' ? await readKeyFile(path) : undefined;
    if (others === undefined) throw unreachable(path, error);
    return others;
  } finally {
    await unlink(draft).catch(() => {});
  }
}

const openNew = (path: string): Promise<FileHandle> => open(path, 'wx', 0o600);

async function writeKeys(file: FileHandle, keys: Keys): Promise<void> {
  try {
    const written = keys.map(({ id, bytes }) => ({ id, key: bytes.toString('base64') }));
    await file.writeFile(`${JSON.stringify({ keys: written }, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Otherwise a power failure could lose the file name, and with it all sealed data. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(dirname(path), constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** `undefined` if the file does not exist. */
async function readKeyFile(path: string): Promise<Keys | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unreachable(path, error);
  }
  try {
    const { mode } = await file.stat();
    // Windows has no file modes: the permissions of the folder protect the file.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new KeyFileError(
        'keys-exposed',
        `The key file “${path}” can be read by other users than its owner. Run: chmod 600 ${path}`,
      );
    }
    return parseKeyFile(path, await file.readFile('utf8'));
  } finally {
    await file.close();
  }
}

function parseKeyFile(path: string, text: string): Keys {
  const parsed = readKeys(entriesIn(text));
  if (parsed.kind === 'keys') return parsed.keys;
  throw new KeyFileError(
    'keys-damaged',
    `The key file “${path}” cannot be used: ${parsed.problem}. Restore a copy of it. Without a copy, remove it and start again; data sealed with its keys is then lost.`,
  );
}

function entriesIn(text: string): readonly { readonly id: string; readonly key: string }[] {
  try {
    const content: unknown = JSON.parse(text);
    const list = isRecord(content) ? content['keys'] : undefined;
    if (!Array.isArray(list)) return [];
    return list.map((entry: unknown) => {
      const { id, key } = isRecord(entry) ? entry : {};
      return { id: typeof id === 'string' ? id : '', key: typeof key === 'string' ? key : '' };
    });
  } catch {
    return [];
  }
}

const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null;

const unreachable = (path: string, cause: unknown): KeyFileError =>
  new KeyFileError(
    'keys-unreachable',
    `The key file “${path}” cannot be read or written (${codeOf(cause) ?? 'unknown reason'}). Make its folder readable and writable for the user that runs Signalbox.`,
    { cause },
  );

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
