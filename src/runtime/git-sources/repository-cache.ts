/**
 * What was fetched of one repository, in a folder of its own: documents under the id of what they were taken of, and a note
 * that says which of them counts. The note is replaced at once, so that nobody ever reads what is half done.
 */
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface CacheNote {
  /** Of what the documents were taken of. */
  readonly id: string;
  /** When the repository was last asked, in milliseconds since 1970. */
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

  /** For git to work in. */
  get workFolder(): string {
    return join(this.#folder, 'work');
  }

  /** The documents that count; undefined where there are none yet. */
  get documents(): string | undefined {
    return this.#note === undefined ? undefined : this.#folderOf(this.#note.id);
  }

  /** A fresh place for documents that are being fetched. */
  async begin(): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const part = join(this.#folder, 'part');
    await rm(part, { recursive: true, force: true });
    return part;
  }

  /** What was fetched into `part` counts from now on. */
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

  /** Removes whatever does not count any more. */
  async removeUnused(): Promise<void> {
    const kept = this.#note === undefined ? [] : [this.#note.id];
    const names = await readdir(this.#folder).catch(() => []);
    const old = names.filter((name) => name !== noteName && !kept.includes(name));
    await Promise.all(old.map((name) => rm(join(this.#folder, name), { recursive: true, force: true })));
  }

  /** Somebody may have removed the documents, or what was written may not have come to the disk. */
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

/** Removes what was fetched of repositories that nobody names any more, when they were last asked before that time. */
export async function removeStale(
  folder: string,
  { kept, before }: { readonly kept: readonly string[]; readonly before: number },
): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => folderForm.test(each) && !kept.includes(each))) {
    const { checkedAt = 0 } = readNote(join(folder, name, noteName)) ?? {};
    // What cannot be removed does no harm.
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
