/** Writes zip archives: enough of https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT for files that fit into memory. */
import { crc32, deflateRawSync } from 'node:zlib';

const utf8Names = 0x0800;
const deflated = 8;
/** 2.0, the first version with deflate; made on a system whose files have modes. */
const version = 20;
const madeBy = (3 << 8) | version;
/** The first of January 1980, the earliest time in zip: equal files always yield equal archives. */
const date = (1 << 5) | 1;
const time = 0;
/** Mode 0644. */
const mode = (0o100644 << 16) >>> 0;

/**
 * @param {readonly { readonly name: string, readonly bytes: Uint8Array }[]} files with `/` between the parts of a name
 * @returns {Buffer}
 */
export function bundleZip(files) {
  /** @type {Buffer[]} */
  const bodies = [];
  /** @type {Buffer[]} */
  const directory = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const title = Buffer.from(name);
    const packed = deflateRawSync(bytes, { level: 9 });
    const both = Buffer.alloc(26);
    both.writeUInt16LE(version, 0);
    both.writeUInt16LE(utf8Names, 2);
    both.writeUInt16LE(deflated, 4);
    both.writeUInt16LE(time, 6);
    both.writeUInt16LE(date, 8);
    both.writeUInt32LE(crc32(bytes), 10);
    both.writeUInt32LE(packed.length, 14);
    both.writeUInt32LE(bytes.length, 18);
    both.writeUInt16LE(title.length, 22);
    const own = Buffer.alloc(14);
    own.writeUInt32LE(mode, 6);
    own.writeUInt32LE(offset, 10);
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), both, title, packed]);
    directory.push(Buffer.from('PK\x01\x02'), uint16(madeBy), both, own, title);
    bodies.push(body);
    offset += body.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, index, Buffer.from('PK\x05\x06'), end]);
}

/** @param {number} number */
function uint16(number) {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(number);
  return bytes;
}
