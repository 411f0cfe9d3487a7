/**
 * Packs how often each step was completed into few bytes: long runs of one count are stored once, and counts of 0 or 1
 * as bits.
 */

/**
 * A sequence of parts, each with a head: `length * 2` and a count that all steps of the part have, or `length * 2 + 1`
 * and a bit for each step that was completed once or not. Trailing steps that were not completed are omitted.
 */
export function packCounts(counts: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  const end = counts.findLastIndex((count) => count > 0) + 1;
  for (let at = 0; at < end; ) {
    const alike = lengthOf(counts, at, end, (count) => count === counts[at]);
    const bits = lengthOfBits(counts, at, end);
    const part = bits > alike ? bits : alike;
    bytes.push(...numberOf(part * 2 + (bits > alike ? 1 : 0)));
    if (bits > alike) bytes.push(...bitsOf(counts.slice(at, at + part)));
    else bytes.push(...numberOf(counts[at] ?? 0));
    at += part;
  }
  return Uint8Array.from(bytes);
}

/** Unpacks what the function above packed. */
export function unpackCounts(bytes: Uint8Array): readonly number[] {
  const counts: number[] = [];
  let at = 0;
  const readNumber = (): number => {
    let value = 0;
    for (let scale = 1; at < bytes.length; scale *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte % 128) * scale;
      if (byte < 128) break;
    }
    return value;
  };
  while (at < bytes.length) {
    const begin = readNumber();
    const length = Math.floor(begin / 2);
    if (begin % 2 === 0) {
      const count = readNumber();
      for (let index = 0; index < length; index++) counts.push(count);
    } else {
      for (let index = 0; index < length; index++) {
        counts.push(((bytes[at + Math.floor(index / 8)] ?? 0) >> (index % 8)) & 1);
      }
      at += Math.ceil(length / 8);
    }
  }
  return counts;
}

/** From this length a run is shorter than its bits. */
const minRunLength = 17;

/**
 * The end of the part for which bits are shorter than runs: the next long run, or the next step completed more than
 * once.
 */
function lengthOfBits(counts: readonly number[], from: number, end: number): number {
  let at = from;
  while (at < end && (counts[at] ?? 0) < 2) {
    const alike = lengthOf(counts, at, end, (count) => count === counts[at]);
    if (alike >= minRunLength) break;
    at += alike;
  }
  return at - from;
}

function lengthOf(
  counts: readonly number[],
  from: number,
  end: number,
  belongs: (count: number) => boolean,
): number {
  let at = from;
  while (at < end && belongs(counts[at] ?? 0)) at++;
  return at - from;
}

function bitsOf(counts: readonly number[]): readonly number[] {
  const bytes = Array.from({ length: Math.ceil(counts.length / 8) }, () => 0);
  for (const [index, count] of counts.entries()) {
    const at = Math.floor(index / 8);
    bytes[at] = (bytes[at] ?? 0) | (count << (index % 8));
  }
  return bytes;
}

/** Seven bits per byte, the lowest first. */
function numberOf(value: number): readonly number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...numberOf(Math.floor(value / 128))];
}
