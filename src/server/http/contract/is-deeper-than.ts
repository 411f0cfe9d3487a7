/** Checks the nesting of a JSON text from its bytes alone, without building values or recursion [P7.2]. */
const quote = 0x22;
const backslash = 0x5c;

/** The result is arbitrary if the text is not JSON; parsing reports that. */
export function isDeeperThan(bytes: Uint8Array, maxDepth: number): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      at = endOfText(bytes, at);
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth -= 1;
    }
  }
  return false;
}

/** @returns the position of the closing quotation mark */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
