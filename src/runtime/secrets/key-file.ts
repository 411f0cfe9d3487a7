/**
 * The file of the key ring: created at the first start, readable only by its owner, never printed. Processes that
 * start at the same time end with the same key; writes are atomic.
 */
import { randomBytes } from 'node:crypto';
import { type FileHandle, link, rename, rm, unlink } from 'node:fs/promises';
import {
  codeOf,
  createPrivateFile,
  describeRefusal,
  readPrivateFile,
  syncFolder,
  writeNew,
} from './private-file.ts';
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
  const file = await createPrivateFile(next).catch((error: unknown) => {
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
    await writeKeys(await createPrivateFile(draft), keys);
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

function writeKeys(file: FileHandle, keys: Keys): Promise<void> {
  const written = keys.map(({ id, bytes }) => ({ id, key: bytes.toString('base64') }));
  return writeNew(file, `${JSON.stringify({ keys: written }, null, 2)}\n`);
}

/** Far more than any list of keys. */
const maxBytes = 1_048_576;

/** `undefined` if the file does not exist. */
async function readKeyFile(path: string): Promise<Keys | undefined> {
  const file = await readPrivateFile(path, { maxBytes });
  if (file.kind === 'read') return parseKeyFile(path, file.content.toString('utf8'));
  if (file.kind === 'unreadable') {
    if (codeOf(file.cause) === 'ENOENT') return undefined;
    throw unreachable(path, file.cause);
  }
  if (file.why !== 'exposed') throw unreachable(path, undefined, describeRefusal(file.why));
  throw new KeyFileError(
    'keys-exposed',
    `The key file “${path}” can be read by other users than its owner. Run: chmod 600 ${path}`,
  );
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

const unreachable = (path: string, cause: unknown, why = codeOf(cause) ?? 'unknown reason'): KeyFileError =>
  new KeyFileError(
    'keys-unreachable',
    `The key file “${path}” cannot be read or written (${why}). Make its folder readable and writable for the user that runs Signalbox.`,
    { cause },
  );
