/** The length of a text in UTF-8. */
export function byteLength(text: string): number {
  if (isAscii.test(text)) return text.length;
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
  }
  return bytes;
}

const isAscii = /^[\t\n\r -~]*$/;
