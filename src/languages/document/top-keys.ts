/** The keys at the root of a YAML or JSON document, also of one that cannot be parsed. */

const maxCharactersRead = 1_000_000;

/** What may precede the first key: a byte order mark, space, comments, the start of a document. */
const preamble = /^\ufeff?(?:[ \t]*(?:#[^\n]*|---[^\S\n]*(?:#[^\n]*)?|%[^\n]*)?\r?\n)*/;

export function topKeys(document: string): ReadonlySet<string> {
  const text = document.slice(0, maxCharactersRead);
  const start = preamble.exec(text)?.[0].length ?? 0;
  const first = text.slice(start, start + 1000).trimStart()[0];
  return first === '{' ? bracketKeys(text, text.indexOf('{', start)) : blockKeys(text, start);
}

const blockKey = /^( *)(?:"([^"\n]*)"|'([^'\n]*)'|([^\s#"'[\]{},&*!|>%@`-][^\s:]*))[ \t]*:(?:[ \t]|\r?$)/gm;

/** The keys with the indentation of the first one: nested keys are further to the right. */
function blockKeys(text: string, start: number): ReadonlySet<string> {
  const keys = new Set<string>();
  let column: number | undefined;
  for (const [, indent = '', double, single, plain] of text.slice(start).matchAll(blockKey)) {
    column ??= indent.length;
    if (indent.length === column) keys.add(double ?? single ?? plain ?? '');
  }
  return keys;
}

/** Quoted texts, brackets, and unquoted words, with the colon after a key. An unclosed quote ends with its line. */
const lexeme =
  /"((?:[^"\\\n]|\\.)*)(?:"(\s*:)?|$)|'([^'\n]*)(?:'(\s*:)?|$)|([[{])|([\]}])|([\w$-]+)(\s*:)?/gm;

function bracketKeys(text: string, start: number): ReadonlySet<string> {
  const keys = new Set<string>();
  let depth = 0;
  for (const match of text.slice(start).matchAll(lexeme)) {
    const [, double, doubleColon, single, singleColon, open, close, word, wordColon] = match;
    if (open !== undefined) depth += 1;
    // An extra closing bracket does not end the document.
    else if (close !== undefined) depth = Math.max(1, depth - 1);
    else if (depth === 1 && (doubleColon ?? singleColon ?? wordColon) !== undefined) {
      keys.add(double ?? single ?? word ?? '');
    }
  }
  return keys;
}
