/**
 * What is dear to compute and depends on nothing but some texts is kept in the data folder, by the hash of those texts
 * and of the program: a start where nothing has changed reads and draws nothing anew [O6.1]. A keepsake that is missing
 * or damaged is made again; nobody is told.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json } from '../../kernel/index.ts';

export interface Keepsakes {
  /** What `make` gives, or gave before for the same texts: it must depend on nothing else. */
  recall(texts: readonly string[], make: () => Json): Json;
}

export interface OpenKeepsakes extends Keepsakes {
  /** When everything that was to be kept is on the disk. */
  settled(): Promise<void>;
}

/** Keeps nothing. */
export const noKeepsakes: OpenKeepsakes = { recall: (_, make) => make(), settled: async () => undefined };

/** Of one program; then it begins anew. */
const mostKept = 5_000;
/** Those of other programs, after that time. */
const longestKept = 7 * 86_400_000;

/** @param build told anew for every program that computes differently */
export function openKeepsakes(folder: string, build: string): OpenKeepsakes {
  const own = join(folder, nameOf([build]));
  const pending = new Set<Promise<void>>();
  const later = (work: Promise<void>): void => {
    // It is only slower without them.
    const quiet = work.catch(() => undefined).finally(() => pending.delete(quiet));
    pending.add(quiet);
  };
  later(tidy(folder, own));
  return {
    recall(texts, make) {
      const file = join(own, `${nameOf(texts)}.json`);
      const known = read(file);
      if (known !== undefined) return known;
      const made = make();
      later(write(own, file, JSON.stringify(made)));
      return made;
    },
    settled: async () => {
      await Promise.all(pending);
    },
  };
}

function nameOf(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 40);
}

function read(file: string): Json | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** At once, for whoever reads it meanwhile. */
async function write(folder: string, file: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}

async function tidy(folder: string, own: string): Promise<void> {
  const kept = await readdir(own).catch(() => []);
  if (kept.length > mostKept) await rm(own, { recursive: true, force: true });
  for (const name of await readdir(folder)) {
    const other = join(folder, name);
    const isOld = other !== own && Date.now() - (await stat(other)).mtimeMs > longestKept;
    if (isOld) await rm(other, { recursive: true, force: true });
  }
}
