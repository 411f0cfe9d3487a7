/** Where a text stops being JSON: the offset of the first thing that cannot stand there, or the end of the text. */

/** What may come next; `end` is the end of a list or object that is empty so far. */
type Due = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end';

const space = /[ \t\n\r]*/y;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

/** For texts that were found to be no JSON; of others the end is given. */
export function findJsonBreak(text: string): number {
  const open: ('[' | '{')[] = [];
  let due: Due = 'value';
  let at = skip(space, text, 0);
  while (at < text.length) {
    const sign = text[at];
    const inside = open.at(-1);
    if (due === 'comma-or-end' && inside === undefined) return at;
    if ((sign === ']' && inside === '[') || (sign === '}' && inside === '{')) {
      if (!due.endsWith('or-end')) return at;
      open.pop();
      due = 'comma-or-end';
      at += 1;
    } else if (due === 'comma-or-end') {
      if (sign !== ',') return at;
      due = inside === '{' ? 'key' : 'value';
      at += 1;
    } else if (due === 'colon') {
      if (sign !== ':') return at;
      due = 'value';
      at += 1;
    } else if (due.startsWith('value') && (sign === '[' || sign === '{')) {
      open.push(sign);
      due = sign === '[' ? 'value-or-end' : 'key-or-end';
      at += 1;
    } else {
      const isKey: boolean = due.startsWith('key');
      if (isKey && sign !== '"') return at;
      const token = sign === '"' ? readText(text, at) : { end: skip(scalar, text, at), whole: true };
      if (!token.whole || token.end === at) return token.end;
      due = isKey ? 'colon' : 'comma-or-end';
      at = token.end;
    }
    at = skip(space, text, at);
  }
  return at;
}

function readText(text: string, start: number): { readonly end: number; readonly whole: boolean } {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '"') return { end: at + 1, whole: true };
    if (sign < ' ') return { end: at, whole: false };
    if (sign !== '\\') continue;
    const next = text[at + 1] ?? '';
    const isFine =
      next === 'u' ? /^[\da-fA-F]{4}$/.test(text.slice(at + 2, at + 6)) : '"\\/bfnrt'.includes(next);
    if (!isFine || next === '') return { end: at, whole: false };
    at += 1;
  }
  return { end: text.length, whole: false };
}

function skip(what: RegExp, text: string, at: number): number {
  what.lastIndex = at;
  return at + (what.exec(text)?.[0].length ?? 0);
}
