/** Finds where an unclosed quote or bracket opens: the parser only reports where it stopped. */

/** @returns undefined if everything that opens on an earlier line is closed there too */
export function findOpenQuote(text: string, end: number, from = 0): number | undefined {
  let start = from;
  for (const line of text.slice(from, end).split('\n')) {
    const open = openQuoteIn(line);
    if (open !== undefined) return start + open;
    start += line.length + 1;
  }
  return undefined;
}

/** Quotes count where a value can begin; in other positions they are apostrophes. */
function openQuoteIn(line: string): number | undefined {
  const quoted =
    /(?<=^\s*|[:,[{-]\s*)(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|#.*$|(?<=^\s*|[:,-]\s+|[[{]\s*)["']/g;
  for (const { 0: found, index } of line.matchAll(quoted))
    if (found.length === 1 && found !== '#') return index;
  return undefined;
}

/** The innermost unclosed bracket before an offset. */
export function findOpenBracket(text: string, end: number): number | undefined {
  const open: number[] = [];
  const signs = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*'|(?<=\s)#.*$|[[\]{}]/gm;
  for (const { 0: sign, index } of text.slice(0, end).matchAll(signs)) {
    if (sign === '[' || sign === '{') open.push(index);
    else if (sign === ']' || sign === '}') open.pop();
  }
  return open.at(-1);
}
