/** Reads character data: resolves references and normalizes line ends and attribute whitespace as XML requires. */
import type { Span } from '../../expression/index.ts';
import { isXmlCharacter, nameAt } from './xml-characters.ts';
import { XmlFault } from './xml-fault.ts';

const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['apos', "'"],
  ['quot', '"'],
]);

const known = '&lt;, &gt;, &amp;, &apos;, &quot;, or a number: &#233;';

/** Reads the text between tags, which contains no `<`. */
export function readContent(text: string, span: Span): string {
  const stray = text.slice(span.start, span.end).indexOf(']]>');
  if (stray >= 0) {
    const start = span.start + stray;
    throw new XmlFault({
      span: { start, end: start + 3 },
      rule: 'xml-syntax',
      message: '“]]>” ends a CDATA section, but none is open here. In a text, write “]]&gt;”.',
      expected: ']]&gt;',
      actual: ']]>',
    });
  }
  return resolve(text, span, /[&\r]/g, () => '\n');
}

/** Reads the text between the quotes of an attribute. */
export const readAttributeValue = (text: string, span: Span): string =>
  resolve(text, span, /[&\r\n\t]/g, () => ' ');

/** Normalizes line ends only, for CDATA sections. */
export const readLiterally = (text: string, span: Span): string =>
  text.slice(span.start, span.end).replaceAll(/\r\n?/g, '\n');

function resolve(text: string, span: Span, special: RegExp, ofSpace: () => string): string {
  const source = text.slice(span.start, span.end);
  const pieces: string[] = [];
  let done = 0;
  for (let found = special.exec(source); found !== null; found = special.exec(source)) {
    const at = found.index;
    pieces.push(source.slice(done, at));
    if (found[0] === '&') {
      const { character, end } = readReference(source, at, span.start);
      pieces.push(character);
      done = end;
    } else {
      pieces.push(ofSpace());
      done = found[0] === '\r' && source[at + 1] === '\n' ? at + 2 : at + 1;
    }
    special.lastIndex = done;
  }
  return done === 0 ? source : pieces.join('') + source.slice(done);
}

function readReference(source: string, at: number, offset: number): { character: string; end: number } {
  if (source[at + 1] === '#') return readNumber(source, at, offset);
  const name = nameAt(source, at + 1);
  const end = at + 1 + name.length;
  if (name === '' || source[end] !== ';') {
    throw new XmlFault({
      span: { start: offset + at, end: offset + Math.max(end, at + 1) },
      rule: 'xml-syntax',
      message:
        name === ''
          ? 'A single “&” is not allowed. Write “&amp;”.'
          : `“&${name}” is missing its semicolon. Write “&${entities.has(name) ? '' : 'amp;'}${name}${entities.has(name) ? ';' : ''}”.`,
      expected: known,
      actual: `&${name}`,
    });
  }
  const character = entities.get(name);
  if (character === undefined) {
    throw new XmlFault({
      span: { start: offset + at, end: offset + end + 1 },
      rule: 'xml-unsupported',
      message: `Entity “&${name};” does not exist: only the five of XML are allowed. Write the character or its number.`,
      expected: known,
      actual: `&${name};`,
    });
  }
  return { character, end: end + 1 };
}

function readNumber(source: string, at: number, offset: number): { character: string; end: number } {
  const hexadecimal = source[at + 2] === 'x';
  const digits = hexadecimal ? /[0-9a-fA-F]*/y : /[0-9]*/y;
  digits.lastIndex = at + (hexadecimal ? 3 : 2);
  const written = digits.exec(source)?.[0] ?? '';
  const end = at + (hexadecimal ? 3 : 2) + written.length;
  const closed = written !== '' && source[end] === ';';
  const point = Number.parseInt(written === '' ? '0' : written, hexadecimal ? 16 : 10);
  if (closed && isXmlCharacter(point)) return { character: String.fromCodePoint(point), end: end + 1 };
  throw new XmlFault({
    span: { start: offset + at, end: offset + (closed ? end + 1 : end) },
    rule: 'xml-syntax',
    message: closed
      ? 'This number is not a character that XML allows.'
      : 'A character reference must be a number between “&#” and “;”.',
    expected: 'a number as in &#233; or &#xE9;',
    actual: source.slice(at, Math.min(end + 1, at + 20)),
  });
}
