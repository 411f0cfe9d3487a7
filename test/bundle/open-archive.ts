/** Reads a zip archive by its directory and verifies every checksum and size. */
import { crc32, inflateRawSync } from 'node:zlib';

export interface ArchivedFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** POSIX mode. */
  readonly mode: number;
  readonly year: number;
}

const endLength = 22;

/** Throws if anything is invalid. */
export function openArchive(archive: Buffer): readonly ArchivedFile[] {
  const end = archive.length - endLength;
  expectMark(archive, end, 'PK\x05\x06');
  const count = archive.readUInt16LE(end + 10);
  const start = archive.readUInt32LE(end + 16);
  const files: ArchivedFile[] = [];
  let at = start;
  while (files.length < count) {
    const entry = readEntry(archive, at);
    files.push(entry.file);
    at = entry.next;
  }
  if (at !== end || at - start !== archive.readUInt32LE(end + 12)) throw new Error('The directory has gaps');
  return files;
}

function readEntry(archive: Buffer, at: number): { readonly file: ArchivedFile; readonly next: number } {
  expectMark(archive, at, 'PK\x01\x02');
  const nameLength = archive.readUInt16LE(at + 28);
  const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
  const local = archive.readUInt32LE(at + 42);
  expectMark(archive, local, 'PK\x03\x04');
  // The description of a file also precedes it.
  if (!archive.subarray(local + 4, local + 30).equals(archive.subarray(at + 6, at + 32))) {
    throw new Error(`${name} has two different descriptions`);
  }
  const body = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(body, body + archive.readUInt32LE(at + 20));
  const bytes = inflateRawSync(packed);
  if (bytes.length !== archive.readUInt32LE(at + 24)) throw new Error(`${name} has another size`);
  if (crc32(bytes) !== archive.readUInt32LE(at + 16)) throw new Error(`${name} has another checksum`);
  const mode = archive.readUInt32LE(at + 38) >>> 16;
  const year = 1980 + (archive.readUInt16LE(at + 14) >> 9);
  return { file: { name, bytes, mode, year }, next: at + 46 + nameLength };
}

function expectMark(archive: Buffer, at: number, mark: string): void {
  if (archive.toString('latin1', at, at + 4) !== mark) throw new Error(`No entry begins at ${at}`);
}
