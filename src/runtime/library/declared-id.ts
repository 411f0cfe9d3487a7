/** Finds the declared id of a document that cannot be parsed, by a search in its text. */

/** Further down it would be the id of something else. */
const maxHeadLength = 10_000;
/** Only the top-level map of the document is open before it. */
const inBrackets = /^\ufeff?\s*\{(?:[^[{]*?[,\n])?[ \t]*["']?id["']?[ \t]*:[ \t]*["']?/;
const inBlock = /^\ufeff?["']?id["']?[ \t]*:[ \t]*["']?/m;
const name = /^[A-Za-z0-9][\w.-]{0,127}(?=["']|[ \t]*(?:[,#\r\n]|$))/;

/** `undefined` if none is found. */
export function declaredId(source: string): string | undefined {
  const head = source.slice(0, maxHeadLength);
  const key = (/^\ufeff?\s*\{/.test(head) ? inBrackets : inBlock).exec(head);
  return key === null ? undefined : name.exec(head.slice(key.index + key[0].length))?.[0];
}
