/**
 * Secrets that were typed in, one for each name and tenant, in one file of the data folder. Each is sealed for its name
 * and tenant: without the sealing keys the file is worthless, and no entry can take the place of another.
 */
import { StoreError } from '../ports/store.ts';
import type { KeyRing } from './key-ring.ts';
import { codeOf, describeRefusal, readPrivateFile, replacePrivateFile } from './private-file.ts';

export interface SecretStore {
  /** Empty if none is saved, or if its sealing key no longer exists. */
  find(tenant: string, name: string): string;
  /** Rejects with StoreError. */
  save(tenant: string, name: string, value: string): Promise<void>;
  /** All that were saved, also those that were replaced since. */
  values(): readonly string[];
}

export interface SecretStoreOptions {
  readonly path: string;
  readonly keyRing: KeyRing;
}

interface Entry {
  readonly tenant: string;
  readonly name: string;
  readonly sealed: string;
}

const purpose = 'saved-secret';
const maxBytes = 67_108_864;

/** Creates no file. Rejects with StoreError. */
export async function openSecretStore({ path, keyRing }: SecretStoreOptions): Promise<SecretStore> {
  let entries = await readEntries(path);
  const values = new Map<string, string>();
  for (const { tenant, name, sealed } of entries) {
    const opened = keyRing.open(purpose, sealed, 0, idOf(tenant, name));
    if (opened.kind === 'opened' && typeof opened.data === 'string')
      values.set(idOf(tenant, name), opened.data);
  }
  const known = new Set(values.values());
  let lastSave = Promise.resolve();
  const write = async (tenant: string, name: string, value: string): Promise<void> => {
    const id = idOf(tenant, name);
    const others = entries.filter((entry) => idOf(entry.tenant, entry.name) !== id);
    const next = [...others, { tenant, name, sealed: keyRing.seal(purpose, value, { bind: id }) }];
    const text = `${JSON.stringify({ secrets: next }, null, 2)}\n`;
    if (Buffer.byteLength(text) > maxBytes) {
      const message = `The secret was not saved: “${path}” would have more than ${maxBytes} bytes.`;
      throw new StoreError('disk-full', message, false);
    }
    await replacePrivateFile(path, text).catch((error) => {
      throw unwritable(path, error);
    });
    entries = next;
    values.set(id, value);
  };
  return {
    find: (tenant, name) => values.get(idOf(tenant, name)) ?? '',
    save(tenant, name, value) {
      known.add(value);
      const saved = lastSave.then(() => write(tenant, name, value));
      lastSave = saved.catch(() => undefined);
      return saved;
    },
    values: () => [...known],
  };
}

/** Names of tenants have no spaces. */
const idOf = (tenant: string, name: string): string => `${tenant} ${name}`;

async function readEntries(path: string): Promise<readonly Entry[]> {
  const file = await readPrivateFile(path, { maxBytes });
  if (file.kind === 'read') return parseEntries(path, file.content.toString('utf8'));
  const code = file.kind === 'unreadable' ? codeOf(file.cause) : undefined;
  if (code === 'ENOENT') return [];
  const isExposed = file.kind === 'refused' && file.why === 'exposed';
  const why = file.kind === 'refused' ? describeRefusal(file.why) : (code ?? 'unknown reason');
  throw new StoreError(
    'input-output',
    isExposed
      ? `The saved secrets “${path}” can be read by other users than their owner. Run: chmod 600 ${path}`
      : `The saved secrets “${path}” cannot be read (${why}).`,
    false,
  );
}

function parseEntries(path: string, text: string): readonly Entry[] {
  const list = listIn(text);
  if (list?.every(isEntry) === true) return list;
  throw new StoreError(
    'corrupt',
    `The saved secrets “${path}” are damaged. Restore a copy of the file, or remove it and save the secrets again.`,
    false,
  );
}

function listIn(text: string): readonly unknown[] | undefined {
  try {
    const content: unknown = JSON.parse(text);
    const list = isRecord(content) ? content['secrets'] : undefined;
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

const isEntry = (entry: unknown): entry is Entry =>
  isRecord(entry) && ['tenant', 'name', 'sealed'].every((field) => typeof entry[field] === 'string');

const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null;

function unwritable(path: string, cause: unknown): StoreError {
  const code = codeOf(cause) ?? 'unknown reason';
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  const message = `The secret was not saved: “${path}” cannot be written (${code}).`;
  return new StoreError(isFull ? 'disk-full' : 'read-only', message, isFull, { cause });
}
