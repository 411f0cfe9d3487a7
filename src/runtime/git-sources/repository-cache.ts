/**
 * Caches the documents of one repository in a folder: documents under their commit id, and a note that names the
 * current commit. The note is replaced atomically, so that a reader never sees incomplete documents.
 */
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface CacheNote {
  /** The commit of the documents. */
  readonly id: string;
  /** Time of the last update, in milliseconds since 1970. */
  readonly checkedAt: number;
}

export class RepositoryCache {
  readonly #folder: string;
  #note: CacheNote | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    this.#note = readNote(this.#noteFile);
  }

  get note(): CacheNote | undefined {
    return this.#note;
  }

  /** The working folder of git. */
  get workFolder(): string {
    return join(this.#folder, 'work');
  }

  /** The current documents; `undefined` if there are none yet. */
  get documents(): string | undefined {
    return this.#note === undefined ? undefined : this.#folderOf(this.#note.id);
  }

  /** Creates an empty folder for a fetch. */
  async begin(): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const part = join(this.#folder, 'part');
    await rm(part, { recursive: true, force: true });
    return part;
  }

  /** Makes the documents in `part` the current ones. */
  async adopt(part: string, note: CacheNote): Promise<void> {
    const target = this.#folderOf(note.id);
    await rm(target, { recursive: true, force: true });
    await rename(part, target);
    await this.confirm(note);
  }

  async confirm(note: CacheNote): Promise<void> {
    const fresh = `${this.#noteFile}.new`;
    await writeFile(fresh, JSON.stringify(note));
    await rename(fresh, this.#noteFile);
    this.#note = note;
  }

  /** Removes everything that is not current. */
  async removeUnused(): Promise<void> {
    const kept = this.#note === undefined ? [] : [this.#note.id];
    const names = await readdir(this.#folder).catch(() => []);
    const old = names.filter((name) => name !== noteName && !kept.includes(name));
    await Promise.all(old.map((name) => rm(join(this.#folder, name), { recursive: true, force: true })));
  }

  /** The documents may have been removed, or not have reached the disk. */
  async check(): Promise<void> {
    const { documents } = this;
    if (documents === undefined) return;
    const status = await stat(documents).catch(() => undefined);
    if (status?.isDirectory() !== true) this.#note = undefined;
  }

  get #noteFile(): string {
    return join(this.#folder, noteName);
  }

  #folderOf(id: string): string {
    return join(this.#folder, id);
  }
}

/** Removes documents of repositories that are no longer configured and were last updated before that time. */
export async function removeStale(
  folder: string,
  { kept, before }: { readonly kept: readonly string[]; readonly before: number },
): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => folderForm.test(each) && !kept.includes(each))) {
    const { checkedAt = 0 } = readNote(join(folder, name, noteName)) ?? {};
    // A leftover does no harm.
    if (checkedAt < before) await rm(join(folder, name), { recursive: true, force: true }).catch(() => {});
  }
}

const folderForm = /^[0-9a-f]{32}$/;
const noteName = 'note.json';

function readNote(file: string): CacheNote | undefined {
  try {
    const { id, checkedAt }: Partial<CacheNote> = JSON.parse(readFileSync(file, 'utf8'));
    return typeof id === 'string' && /^[0-9a-f]{40,64}$/.test(id) && typeof checkedAt === 'number'
      ? { id, checkedAt }
      : undefined;
  } catch {
    return undefined;
  }
}
