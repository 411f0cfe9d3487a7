/**
 * Finds what looks like a secret in a text: credentials in headers and URLs, and values of names that mean secrets.
 * Runs in linear time on any text.
 */
import { isSecretName, maxSecretNameLength } from './secret-name.ts';

export const redacted = '[redacted]';

export function redactText(text: string): string {
  if (!mayHoldOne.test(text)) return text;
  const shapes = text
    .replaceAll(userOfUrl, `${redacted}@`)
    .replaceAll(privateKey, redacted)
    .replaceAll(jsonWebToken, redacted)
    .replaceAll(apiKey, redacted)
    .replaceAll(bearer, `$1${redacted}`)
    .replaceAll(basic, (whole, head: string, code: string) => (holdsUser(code) ? head + redacted : whole))
    .replaceAll(element, (whole, head: string, name: string) =>
      isSecretName(name) ? head + redacted : whole,
    );
  return redactPairs(shapes);
}

/** Every pattern below, and every pair, contains one of these: most texts contain none. */
const mayHoldOne = /[:=@<]|-----|eyJ|sbx_|bearer|basic/i;
/** `https://user:password@host`: everything up to the last `@` before the path. */
const userOfUrl = /(?<=:\/\/)[^\s/?#]*@/g;
const privateKey = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g;
const jsonWebToken = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g;
/** Of Signalbox: the id in it is not secret, and is shown elsewhere. */
const apiKey = /(?<![\w-])sbx_[A-Za-z0-9]{12}_[\w-]{16,}/g;
/** Messages also mention bearer tokens: the words that usually follow are not tokens. */
const bearer =
  /((?<![\w-])Bearer[ \t]{1,8})(?!(?:tokens?|auth\w*|scheme|realm|error|scope|credentials?|is|was|must|required|header|and|or)\b)[\w.~+/=-]+/gi;
const basic = /((?<![\w-])Basic[ \t]{1,8})([\w+/-]{4,}={0,2})/gi;
const element = /(<([\w.:-]{1,200})(?:\s[^<>]{0,500})?>)[^<]+/g;

const holdsUser = (code: string): boolean => Buffer.from(code, 'base64').includes(':');

/** A name and its separator: `name=`, `name: `, `"name": `, `\"name\":`, `user[name]=`. */
const head = new RegExp(
  String.raw`(?<![\w.%-])([\w.%-]{1,${maxSecretNameLength}})(?:\\{0,8}["']|\])?[ \t]{0,8}(?:=>|:=|[:=])[ \t]{0,8}`,
  'g',
);

function redactPairs(text: string): string {
  let done = '';
  let from = 0;
  for (const match of text.matchAll(head)) {
    const start = match.index + match[0].length;
    const name = match[1] ?? '';
    if (match.index < from || !isSecretName(name)) continue;
    const { open, end } = valueAt(text, start, name);
    if (end === start || isNothing(text.slice(start, end))) continue;
    done += `${text.slice(from, start)}${open}${redacted}${open}`;
    from = end;
  }
  return done + text.slice(from);
}

/** Values that reveal nothing: redacting them would only make a message harder to read. */
const isNothing = (value: string): boolean =>
  /^(?:null|true|false|undefined|none|\\*(["'])\\*\1)$/i.test(value);

/** The end of a value, and the quotes around it: they stay, so that JSON in a text remains JSON. */
function valueAt(text: string, start: number, name: string): { open: string; end: number } {
  const open = take(openingQuote, text, start);
  if (open !== '') {
    const close = findQuote(text, open, start + open.length);
    return { open, end: close < 0 ? text.length : close + open.length };
  }
  if (text[start] === '[' || text[start] === '{') return { open, end: endOfBrackets(text, start) };
  const pattern = /authorization|cookie/i.test(name) ? restOfLine : word;
  return { open, end: start + take(pattern, text, start).length };
}

const openingQuote = /\\{0,8}["']/y;
const restOfLine = /[^\r\n"']*/y;
const word = /[^\s"',;&<>(){}\\]*/y;

function take(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** The same quote again; with more backslashes before it, it is part of the value. */
function findQuote(text: string, quote: string, from: number): number {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + quote.length)) {
    if (text[at - 1] !== '\\') return at;
  }
  return -1;
}

function endOfBrackets(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (sign === '[' || sign === '{') depth++;
    if (sign === ']' || sign === '}') depth--;
    if (depth === 0) return at + 1;
  }
  return text.length;
}
