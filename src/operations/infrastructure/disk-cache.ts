/**
 * Caches, in the data folder, expensive results that depend only on given texts. The key is a hash of the texts and of
 * the build: a start without changes parses and draws nothing again [O6.1]. Each file begins with a digest of its
 * content. If a file is missing, damaged or stored under another name, the result is computed again. The results for the
 * documents that are shipped with the program are computed when it is built, so that a new data folder needs none of them.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json } from '../../kernel/index.ts';

export interface DiskCache {
  /**
   * Returns the cached result for these texts, or calls `compute` and caches its JSON text. `compute` must depend only on
   * the texts.
   */
  getOrCompute(texts: readonly string[], compute: () => Promise<string>): Promise<Json>;
}

export interface OpenDiskCache extends DiskCache {
  /** Resolves when all pending entries are on disk. */
  settled(): Promise<void>;
}

/** Caches nothing. */
export const noDiskCache: OpenDiskCache = {
  getOrCompute: async (_, compute) => JSON.parse(await compute()),
  settled: async () => undefined,
};

/** Maximum entries of one build. A start that finds as many clears the cache. */
const maxEntries = 5_000;
/** Age after which partial files of a crash are removed. */
const maxDraftAge = 3_600_000;
/** Age after which entries of other builds are removed. */
const maxFolderAge = 7 * 86_400_000;

/** Next to the bundled program: entries that its build wrote, in folders like those of a data folder. */
const shippedFolder = fileURLToPath(new URL('./shipped', import.meta.url));

/** @param build identifies the program; differs for every build that computes differently */
export function openDiskCache(folder: string, build: string, shipped = shippedFolder): OpenDiskCache {
  const buildFolder = join(folder, nameOf([build]));
  const shippedEntries = join(shipped, nameOf([build]));
  const pending = new Set<Promise<void>>();
  const trackInBackground = (work: Promise<void>): void => {
    // A failed write is ignored: the result is computed again next time.
    const tracked = work.catch(() => undefined).finally(() => pending.delete(tracked));
    pending.add(tracked);
  };
  let freeEntries = maxEntries;
  trackInBackground(
    tidy(folder, buildFolder).then((remaining) => {
      freeEntries -= remaining;
    }),
  );
  return {
    async getOrCompute(texts, compute) {
      const name = nameOf(texts);
      const known = read(buildFolder, name) ?? read(shippedEntries, name);
      if (known !== undefined) return known;
      const text = await compute();
      if (freeEntries-- > 0) trackInBackground(write(buildFolder, name, text));
      return JSON.parse(text);
    },
    settled: async () => {
      await Promise.all(pending);
    },
  };
}

function nameOf(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 40);
}

const fileOf = (folder: string, name: string): string => join(folder, `${name}.json`);

/** Includes the name: an entry under another name is not valid. */
const digestOf = (name: string, text: string): string =>
  createHash('sha256').update(`${name}\n${text}`).digest('hex');

function read(folder: string, name: string): Json | undefined {
  try {
    const content = readFileSync(fileOf(folder, name), 'utf8');
    const end = content.indexOf('\n');
    const text = content.slice(end + 1);
    return content.slice(0, end) === digestOf(name, text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes atomically, for concurrent readers. */
async function write(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = fileOf(folder, name);
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${digestOf(name, text)}\n${text}`, { mode: 0o600 });
  await rename(draft, file);
}

/** @returns the number of its own entries that remain */
async function tidy(folder: string, buildFolder: string): Promise<number> {
  for (const name of await readdir(folder).catch(() => [])) {
    const other = join(folder, name);
    if (other !== buildFolder && (await isOlder(other, maxFolderAge)))
      await rm(other, { recursive: true, force: true });
  }
  const found = await readdir(buildFolder).catch(() => []);
  if (found.length >= maxEntries) {
    await rm(buildFolder, { recursive: true, force: true });
    return 0;
  }
  for (const name of found) {
    const draft = join(buildFolder, name);
    if (!name.endsWith('.json') && (await isOlder(draft, maxDraftAge))) await rm(draft, { force: true });
  }
  return found.length;
}

async function isOlder(file: string, age: number): Promise<boolean> {
  const { mtimeMs } = await stat(file);
  return Date.now() - mtimeMs > age;
}
