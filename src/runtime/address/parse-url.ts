/**
 * An address from a text; `undefined` if it is not valid. Not `URL.canParse`: once Node 20 has optimized a caller, it refuses
 * texts with characters from U+0080 to U+00FF.
 * @param base for a relative address
 */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
