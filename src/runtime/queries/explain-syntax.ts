/** Explains the syntax error of a query. */
import { type Refusal, refuseAt } from './query-refusal.ts';

/** XQuery syntax that fontoxpath does not support, its name in messages, and what to do. */
const unread: readonly (readonly [RegExp, string, string])[] = [
  [/\btry\s*\{/g, 'try … catch', 'check beforehand with “if”, “castable as” or “exists”'],
  [/\bfor\s+(?:tumbling|sliding)\s+window\b/g, 'window', 'use “for … at $i” and positions in predicates'],
  [/\bcount\s+\$/g, 'count', 'use “at $i” of a for clause'],
  [/\(#/g, '(# #)', 'leave it out'],
  [/\b(?:un)?ordered\s*\{/g, 'ordered { }', 'leave it out'],
  [/&&/g, '&&', 'write “and”'],
  [/==/g, '==', 'write “=”'],
];

const prologs =
  /\bdeclare\s+(boundary-space|base-uri|construction|ordering|copy-namespaces|decimal-format|option|default\s+order|default\s+collation|context\s+item|default\s+decimal-format)\b/;

const entity = /^&(?!(?:amp|lt|gt|quot|apos);|#)[^\s;<]{0,20};?/;

export function explainSyntax(text: string, error: unknown): Refusal {
  const offset: unknown = Object(error).position?.start?.offset;
  if (typeof offset === 'number') return explainAt(text, offset);
  const prolog = prologs.exec(text);
  if (prolog !== null) {
    return refuseAt(text, prolog.index, `“${plain(prolog[0])}” is not supported: leave it out.`);
  }
  const message = String(Object(error).message);
  const closing = /"([^"]*)" does not match "([^"]*)"/.exec(message);
  if (closing === null) return refuseAt(text, 0, `The query cannot be parsed: ${message}`);
  const [, start = '', end = ''] = closing;
  return refuseAt(
    text,
    Math.max(text.indexOf(`</${end}`), 0),
    `“<${start}>” is closed by “</${end}>”: write “</${start}>”.`,
  );
}

function explainAt(text: string, offset: number): Refusal {
  for (const [pattern, written, instead] of unread) {
    for (const { index, 0: match } of text.matchAll(pattern)) {
      if (index <= offset && offset <= index + match.length) {
        return refuseAt(text, index, `“${written}” is not supported: ${instead}.`);
      }
    }
  }
  const ampersand = text.indexOf('&', Math.max(offset - 1, 0));
  const unknown = ampersand < 0 ? null : entity.exec(text.slice(ampersand));
  if (unknown !== null) {
    const message = `“${unknown[0]}” is an unknown entity: write “&amp;” for “&”, and other characters themselves.`;
    return refuseAt(text, ampersand, message);
  }
  const rest = plain(text.slice(offset));
  if (rest === '') return refuseAt(text, offset, 'The query cannot be parsed: it is incomplete.');
  const shown = rest.length > 30 ? `${rest.slice(0, 30)}…` : rest;
  return refuseAt(text, offset, `The query cannot be parsed from “${shown}” on.`);
}

const plain = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');
