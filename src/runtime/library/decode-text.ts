/**
 * Decodes the bytes of a file: UTF-16 by its byte order mark, UTF-8, otherwise the encoding of its XML declaration.
 * Valid UTF-8 is always decoded as UTF-8, regardless of the declaration: Signalbox saves all documents as UTF-8.
 */

/** A byte order mark is kept, so that the revision is that of the file, and a write preserves it. */
export type DecodedText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'trouble'; readonly reason: string };

export function decodeText(bytes: Uint8Array): DecodedText {
  const wide = wideEncodingOf(bytes);
  const text = (wide === undefined ? undefined : decode(bytes, wide)) ?? decode(bytes, 'utf-8');
  if (text !== undefined) return { kind: 'text', text };
  if (wide !== undefined) return trouble('it starts like UTF-16 text, but is not valid UTF-16');
  const declared = declaredEncoding(bytes);
  if (declared === undefined) return trouble('it is not UTF-8 text');
  return declared.toLowerCase() === 'iso-8859-1'
    ? { kind: 'text', text: Buffer.from(bytes).toString('latin1') }
    : trouble(`it is not UTF-8 text, and its declared encoding “${declared}” is not supported`);
}

/** By its byte order mark, or by the first characters of XML without one. */
function wideEncodingOf([first, second, third, fourth]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0x3c && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c && third === 0 && fourth !== 0) return 'utf-16be';
  return undefined;
}

const declaration = /^<\?xml\s[^>]{0,100}?\sencoding\s{0,9}=\s{0,9}["']([A-Za-z][\w.-]{0,39})["']/;

const declaredEncoding = (bytes: Uint8Array): string | undefined =>
  declaration.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1'))?.[1];

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const trouble = (reason: string): DecodedText => ({ kind: 'trouble', reason });
