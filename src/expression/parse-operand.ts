/** Parses an operand: a value, a name, a call, an expression in brackets, and the path and unit after it. */
import { findUnit, isVagueUnit } from './duration.ts';
import { isFunction } from './functions.ts';
import { describeToken, type Reader, spanOf } from './reader.ts';
import { type Token, unreadable } from './token.ts';
import type { Span, Tree, TreeField } from './tree.ts';

/** Parses a whole expression inside brackets. */
export type ReadWhole = (reader: Reader) => Tree;

const keywords = new Set(['and', 'or', 'not', 'in']);
const constants = new Map<string, null | boolean>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

export function parseOperand(reader: Reader, whole: ReadWhole): Tree {
  const first = reader.peek();
  const negative = reader.accept('-');
  const token = reader.peek();
  if (negative !== undefined && token.kind !== 'number') {
    const of = reader.nested(() => parseOperand(reader, whole));
    return { kind: 'negative', of, span: { start: first.start, end: endOf(of) } };
  }
  const not = reader.accept('!');
  if (not !== undefined) {
    const of = reader.nested(() => parseOperand(reader, whole));
    return { kind: 'not', of, span: { start: not.start, end: endOf(of) } };
  }
  const primary = parsePrimary(reader, whole);
  const signed: Tree =
    negative !== undefined && primary.kind === 'literal'
      ? {
          ...primary,
          value: 0 - Number(primary.value),
          span: { start: negative.start, end: endOf(primary) },
        }
      : primary;
  return parseUnit(reader, parsePath(reader, signed, whole));
}

const endOf = (tree: Tree): number => tree.span?.end ?? 0;

function parsePrimary(reader: Reader, whole: ReadWhole): Tree {
  const token = reader.next();
  const span = spanOf(token);
  switch (token.kind) {
    case 'number':
    case 'text':
      return { kind: 'literal', value: token.value, span };
    case 'name':
      return parseName(reader, token.text, span);
    case 'word':
      return parseWord(reader, token.text, span, whole);
    case 'end':
      throw unreadable(span, 'The expression ends, but a value is expected.', 'a value', 'the end');
    case 'sign':
      return parseBracket(reader, token, whole);
  }
}

function parseName(reader: Reader, name: string, span: Span): Tree {
  const after = reader.peek();
  if (after.kind === 'sign' && after.text === '(') {
    const fix = isFunction(name) ? { span, text: name } : null;
    throw unreadable(span, 'Write a function without `$`.', `\`${name}(…)\``, `\`$${name}(\``, fix);
  }
  return { kind: 'name', name, span };
}

function parseWord(reader: Reader, word: string, span: Span, whole: ReadWhole): Tree {
  const constant = constants.get(word);
  if (constant !== undefined) return { kind: 'literal', value: constant, span };
  if (keywords.has(word)) {
    throw unreadable(
      span,
      word === 'not' ? 'Put `not …` in parentheses here.' : `A value is missing before \`${word}\`.`,
      word === 'not' ? '`(not …)` or `!…`' : 'a value',
      `\`${word}\``,
    );
  }
  if (reader.accept('(') !== undefined) {
    const args = parseItems(reader, ')', 'the arguments', () => whole(reader));
    return {
      kind: 'call',
      name: word,
      args: args.items,
      span: { start: span.start, end: args.end },
      at: span,
    };
  }
  if (!reader.bare) reportBareWord(reader, word, span);
  return { kind: 'name', name: word, span };
}

/** Constants of other languages. */
const foreignConstants = new Map([
  ['True', 'true'],
  ['TRUE', 'true'],
  ['False', 'false'],
  ['FALSE', 'false'],
  ['None', 'null'],
  ['NULL', 'null'],
  ['nil', 'null'],
  ['undefined', 'null'],
]);

function reportBareWord(reader: Reader, word: string, span: Span): void {
  if (isFunction(word)) {
    const message = `\`${word}\` is a function. Put its arguments in parentheses.`;
    reader.report(span, message, `\`${word}(…)\``, `\`${word}\``);
    return;
  }
  const text = foreignConstants.get(word) ?? `$${word}`;
  const message = `\`${word}\` is not a value. Write a name with \`$\`, a text in quotes.`;
  reader.report(span, message, `\`${text}\``, `\`${word}\``, { span, text });
}

function parseBracket(reader: Reader, token: Token & { readonly kind: 'sign' }, whole: ReadWhole): Tree {
  if (token.text === '(') {
    const inner = reader.nested(() => whole(reader));
    const close = reader.expect(')', 'the expression in `(`');
    const span = { start: token.start, end: close.end };
    return inner.kind === 'name' || inner.kind === 'member' || inner.kind === 'index'
      ? { ...inner, span, at: inner.at ?? inner.span ?? span }
      : { ...inner, span };
  }
  if (token.text === '[') {
    const { items, end } = parseItems(reader, ']', 'the list', () => whole(reader));
    return { kind: 'list', items, span: { start: token.start, end } };
  }
  if (token.text === '{') {
    const taken = new Set<string>();
    const { items, end } = parseItems(reader, '}', 'the object', () => parseField(reader, taken, whole));
    return { kind: 'object', fields: items, span: { start: token.start, end } };
  }
  const after = reader.peek();
  if (token.text === '.' && after.kind === 'word' && /^\d/.test(after.text) && after.start === token.end) {
    const span = { start: token.start, end: after.end };
    const fix = { span, text: `0.${after.text}` };
    throw unreadable(span, 'A number must start with a digit.', `\`${fix.text}\``, `\`.${after.text}\``, fix);
  }
  throw unreadable(
    spanOf(token),
    `A value is expected instead of \`${token.text}\`.`,
    'a value',
    `\`${token.text}\``,
  );
}

/** Comma-separated items between brackets. */
function parseItems<T>(
  reader: Reader,
  close: string,
  what: string,
  parse: () => T,
): { readonly items: readonly T[]; readonly end: number } {
  const items: T[] = [];
  const empty = reader.accept(close);
  if (empty !== undefined) return { items, end: empty.end };
  for (;;) {
    items.push(reader.nested(parse));
    if (reader.accept(',') === undefined) return { items, end: reader.expect(close, what).end };
  }
}

function parseField(reader: Reader, taken: Set<string>, whole: ReadWhole): TreeField {
  const token = reader.next();
  const key = token.kind === 'word' ? token.text : token.kind === 'text' ? token.value : undefined;
  if (key === undefined) {
    const fix = token.kind === 'name' ? { span: spanOf(token), text: token.text } : null;
    const actual = describeToken(reader.text, token);
    throw unreadable(
      spanOf(token),
      'A field of an object must have a name.',
      'a word or a text',
      actual,
      fix,
    );
  }
  if (taken.has(key)) {
    reader.report(
      spanOf(token),
      `The object has two fields “${key}”.`,
      'one field of each name',
      `“${key}” again`,
    );
  }
  taken.add(key);
  reader.expect(':', 'the name of a field');
  return { key, value: whole(reader) };
}

function parsePath(reader: Reader, from: Tree, whole: ReadWhole): Tree {
  let tree = from;
  const start = from.span?.start ?? 0;
  for (;;) {
    const dot = reader.accept('.', '?.', '[');
    if (dot === undefined || dot.kind !== 'sign') return tree;
    const safe = dot.text === '?.';
    if (dot.text === '[' || (safe && reader.accept('[') !== undefined)) {
      const of = tree;
      const index = reader.nested(() => whole(reader));
      const close = reader.expect(']', 'an index');
      tree = { kind: 'index', of, index, safe, span: { start, end: close.end } };
      continue;
    }
    const key = reader.next();
    if (key.kind !== 'word') {
      const actual = describeToken(reader.text, key);
      throw unreadable(spanOf(key), `A field must follow \`${dot.text}\`.`, 'a name or an index', actual);
    }
    if (!/^\d/.test(key.text) && reader.accept('(') !== undefined) {
      tree = parseMethod(reader, tree, key, safe ? spanOf(dot) : undefined, whole);
      continue;
    }
    tree = { kind: 'member', of: tree, key: key.text, safe, span: { start, end: key.end } };
  }
}

function parseMethod(
  reader: Reader,
  subject: Tree,
  name: Token & { readonly kind: 'word' },
  safe: Span | undefined,
  whole: ReadWhole,
): Tree {
  if (safe !== undefined) {
    const span = safe;
    const fix = { span, text: '.' };
    reader.report(span, '`?.` works only for fields. Use `default(…)` for calls.', '`.`', '`?.`', fix);
  }
  const { items, end } = parseItems(reader, ')', 'the arguments', () => whole(reader));
  return {
    kind: 'call',
    name: name.text,
    args: [subject, ...items],
    span: { start: subject.span?.start ?? 0, end },
    at: spanOf(name),
  };
}

function parseUnit(reader: Reader, amount: Tree): Tree {
  const token = reader.peek();
  if (token.kind !== 'word') return amount;
  const ofNumber = amount.kind === 'literal' && typeof amount.value === 'number';
  const unit = findUnit(token.text, ofNumber);
  const span = { start: amount.span?.start ?? 0, end: token.end };
  if (unit !== undefined) {
    reader.next();
    return { kind: 'duration', amount, unit, span };
  }
  if (isVagueUnit(token.text)) {
    throw unreadable(
      spanOf(token),
      `“${token.text}” has no fixed length. Write the number of days.`,
      'weeks, days, hours, minutes, seconds or milliseconds',
      `\`${token.text}\``,
    );
  }
  return amount;
}
