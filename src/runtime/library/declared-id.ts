/** The id that a document which cannot be read gives itself, as far as its text tells. */

/** Further down it would be that of something else. */
const maxHeadLength = 10_000;
/** Nothing is open before it but the map of the document. */
const inBrackets = /^\ufeff?\s*\{(?:[^[{]*?[,\n])?[ \t]*["']?id["']?[ \t]*:[ \t]*["']?/;
const inBlock = /^\ufeff?["']?id["']?[ \t]*:[ \t]*["']?/m;
const name = /^[A-Za-z0-9][\w.-]{0,127}(?=["']|[ \t]*(?:[,#\r\n]|$))/;

/** Undefined where none can be made out. */
export function declaredId(source: string): string | undefined {
  const head = source.slice(0, maxHeadLength);
  const key = (/^\ufeff?\s*\{/.test(head) ? inBrackets : inBlock).exec(head);
  return key === null ? undefined : name.exec(head.slice(key.index + key[0].length))?.[0];
}
