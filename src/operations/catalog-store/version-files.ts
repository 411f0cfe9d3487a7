/** The files of one version of a catalog: its index, and its commands, one per line. */
import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { type CatalogIndex, type CompiledCatalog, leaveOut } from '../../catalogs/index.ts';

export const endings = { index: '.index.json', commands: '.commands.jsonl' } as const;

interface StoredIndex {
  readonly index: CatalogIndex;
  /** Where each command is in the file of commands. */
  readonly lines: readonly (readonly [offset: number, bytes: number])[];
}

/** Throws if it is not there, or damaged. @param path without the endings */
export function openVersion(path: string): CompiledCatalog {
  const { index, lines }: StoredIndex = JSON.parse(readFileSync(`${path}${endings.index}`, 'utf8'));
  const [offset, bytes] = lines.at(-1) ?? [0, 0];
  if (
    index.commands.length !== lines.length ||
    statSync(`${path}${endings.commands}`).size !== offset + bytes
  )
    throw new Error(`“${path}” is damaged.`);
  return {
    index,
    detail(at) {
      const line = lines[at];
      if (line === undefined) throw new Error(`“${path}” has no command ${at}.`);
      return JSON.parse(readPart(`${path}${endings.commands}`, line));
    },
  };
}

/** A few thousand bytes in most cases: waiting for them would take longer than reading them. */
function readPart(file: string, [offset, bytes]: StoredIndex['lines'][number]): string {
  const handle = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(bytes);
    return buffer.toString('utf8', 0, readSync(handle, buffer, 0, bytes, offset));
  } finally {
    closeSync(handle);
  }
}

export interface WrittenVersion {
  /** Without the commands for which there is no room. */
  readonly catalog: CompiledCatalog;
  /** Of what it says. */
  readonly hash: string;
  readonly bytes: number;
}

/** Of its files. */
const maxVersion = 64 * 1024 * 1024;
/** Every server keeps it in memory, and a job returns it. */
const maxIndex = 12 * 1024 * 1024;
/** Where a line is. */
const maxPlace = 24;

/** Commands for which there is no room are left out. */
export function writeVersion(path: string, { index, detail }: CompiledCatalog): WrittenVersion {
  const digest = createHash('sha256');
  const lines: [offset: number, bytes: number][] = [];
  const left = new Set<number>();
  let [size, listed] = [0, Buffer.byteLength(JSON.stringify({ ...index, commands: [] }))];
  const handle = openSync(`${path}${endings.commands}`, 'w', 0o600);
  try {
    for (const [at, entry] of index.commands.entries()) {
      const entryBytes = Buffer.byteLength(JSON.stringify(entry)) + maxPlace;
      const line = listed + entryBytes > maxIndex ? null : Buffer.from(`${JSON.stringify(detail(at))}\n`);
      if (line === null || listed + entryBytes + size + line.length > maxVersion) {
        left.add(at);
        continue;
      }
      digest.update(line);
      writeSync(handle, line);
      lines.push([size, line.length]);
      size += line.length;
      listed += entryBytes;
    }
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  const catalog = leaveOut({ index, detail }, left);
  const stored: StoredIndex = { index: catalog.index, lines };
  const text = JSON.stringify(stored);
  writeFileSync(`${path}${endings.index}`, text, { mode: 0o600, flush: true });
  const hash = digest.update(JSON.stringify(catalog.index)).digest('hex').slice(0, 16);
  return { catalog, hash, bytes: size + Buffer.byteLength(text) };
}
