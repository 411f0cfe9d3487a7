/** Tokenizes an expression. Reads one token at a time, so that a template can stop at its `}`. */
import { type ExpressionProblem, type Fix, problem } from './problem.ts';
import type { Span } from './tree.ts';

export type Token = Span &
  (
    | { readonly kind: 'number'; readonly value: number }
    | { readonly kind: 'text'; readonly value: string }
    /** `$name`, without its dollar. */
    | { readonly kind: 'name'; readonly text: string }
    | { readonly kind: 'word'; readonly text: string }
    | { readonly kind: 'sign'; readonly text: string }
    | { readonly kind: 'end' }
  );

/** Aborts parsing. Never leaves the parser. */
export class Unreadable extends Error {
  readonly problem: ExpressionProblem;
  constructor(what: ExpressionProblem) {
    super(what.message);
    this.problem = what;
  }
}

export const unreadable = (
  span: Span,
  message: string,
  expected: string,
  actual: string,
  fix: Fix | null = null,
): Unreadable => new Unreadable(problem('expression-syntax', span, message, { expected, actual, fix }));

const blank = /[ \t\r\n]*/y;
const word = /[A-Za-z_][A-Za-z0-9_]*/y;
const digits = /\d+/y;
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const sign = /===|!==|\?\.|==|!=|<>|<=|>=|&&|\|\||[<>=&|!+\-*/%()[\]{},:.?]/y;
const braced = /\$\{\s*\$?([A-Za-z_][A-Za-z0-9_.]*)\s*\}/y;
const curly = /[“”„]([^“”„"\\]*)[“”„]|[‘’‚]([^‘’‚"\\]*)[‘’‚]/y;

const match = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

/** `afterDot`: digits there are an index, never a fraction. */
export function readToken(text: string, from: number, afterDot: boolean): Token {
  const start = from + (match(blank, text, from)?.length ?? 0);
  const first = text[start];
  if (first === undefined) return { kind: 'end', start, end: start };
  const plain = match(word, text, start);
  if (plain !== undefined) return { kind: 'word', text: plain, start, end: start + plain.length };
  if (first === '"' || first === "'") return readText(text, start, first);
  if (first === '$') return readName(text, start);
  if (/\d/.test(first)) return afterDot ? readIndex(text, start) : readNumber(text, start);
  const found = match(sign, text, start);
  if (found !== undefined) return { kind: 'sign', text: found, start, end: start + found.length };
  return failOn(text, start);
}

function readIndex(text: string, start: number): Token {
  const found = match(digits, text, start) ?? '';
  return { kind: 'word', text: found, start, end: start + found.length };
}

function readNumber(text: string, start: number): Token {
  const found = match(number, text, start) ?? '';
  const span = { start, end: start + found.length };
  const value = Number(found);
  if (/^0\d/.test(found)) {
    const fix = { span, text: found.replace(/^0+(?=\d)/, '') };
    throw unreadable(span, `A number must not start with 0: \`${found}\`.`, `\`${fix.text}\``, found, fix);
  }
  if (!Number.isFinite(value)) {
    throw unreadable(span, `\`${found}\` is too large.`, 'a number up to 1.8e308', found);
  }
  return { kind: 'number', value, ...span };
}

function readName(text: string, start: number): Token {
  const name = match(word, text, start + 1);
  if (name !== undefined) return { kind: 'name', text: name, start, end: start + 1 + name.length };
  const whole = match(braced, text, start);
  if (whole !== undefined) {
    const span = { start, end: start + whole.length };
    const fix = { span, text: `$${whole.replace(/[${}\s]/g, '')}` };
    throw unreadable(span, 'Braces are only for templates.', `\`${fix.text}\``, `\`${whole}\``, fix);
  }
  const span = { start, end: start + 1 };
  throw unreadable(span, 'A name must follow `$`.', 'a name such as `$order`', '`$` alone');
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '/': '/',
  '\\': '\\',
  '"': '"',
  "'": "'",
};

function readText(text: string, start: number, quote: string): Token {
  let value = '';
  let at = start + 1;
  for (;;) {
    const next = text[at];
    if (next === undefined) {
      const span = { start, end: text.length };
      throw unreadable(span, 'A text is not closed.', `a closing ${quote}`, 'the end');
    }
    if (next === quote) return { kind: 'text', value, start, end: at + 1 };
    if (next !== '\\') {
      value += next;
      at += 1;
      continue;
    }
    const letter = text[at + 1] ?? '';
    const code = letter === 'u' ? match(/[0-9a-fA-F]{4}/y, text, at + 2) : undefined;
    const known = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
    if (code === undefined && known === undefined) {
      const span = { start: at, end: Math.min(text.length, at + 2) };
      const fix = letter === '' || letter === 'u' ? null : { span, text: `\\\\${letter}` };
      throw unreadable(
        span,
        `\`\\${letter}\` is not an escape in a text.`,
        '\\n \\t \\\\ \\" \\\' \\uXXXX',
        `\\${letter}`,
        fix,
      );
    }
    value += code === undefined ? known : String.fromCharCode(Number.parseInt(code, 16));
    at += code === undefined ? 2 : 6;
  }
}

function failOn(text: string, start: number): never {
  const quoted = match(curly, text, start);
  if (quoted !== undefined) {
    const span = { start, end: start + quoted.length };
    const fix = { span, text: `"${quoted.slice(1, -1)}"` };
    throw unreadable(span, 'A text must be in plain quotes.', `\`${fix.text}\``, `\`${quoted}\``, fix);
  }
  const letter = String.fromCodePoint(text.codePointAt(start) ?? 0);
  const span = { start, end: start + letter.length };
  throw unreadable(span, `\`${letter}\` is unexpected here.`, 'a value or an operator', `\`${letter}\``);
}
