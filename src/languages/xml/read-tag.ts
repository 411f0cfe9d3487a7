/** Reads start tags: a name, and quoted attributes separated by whitespace. */
import type { Span } from '../../expression/index.ts';
import { duplicateAttribute, type RawAttribute } from './bind-names.ts';
import { readAttributeValue } from './read-characters.ts';
import { afterSpace, nameAt } from './xml-characters.ts';
import { characterAt, describeAt, XmlFault } from './xml-fault.ts';

export interface StartTag {
  readonly name: string;
  readonly nameSpan: Span;
  readonly attributes: readonly RawAttribute[];
  /** Self-closing: `<a/>`. */
  readonly empty: boolean;
  readonly end: number;
}

/** Limits attributes per tag, because readers search attributes linearly. */
const maxAttributesInTag = 1_000;

/** @param maxAttributes the remaining number of attributes of the text */
export function readStartTag(text: string, start: number, maxAttributes: number): StartTag {
  const name = nameAt(text, start + 1);
  if (name === '') throw noTag(text, start);
  const nameSpan = { start: start + 1, end: start + 1 + name.length };
  const attributes: RawAttribute[] = [];
  const names = new Set<string>();
  let at = nameSpan.end;
  for (;;) {
    const next = afterSpace(text, at);
    if (text[next] === '>') return { name, nameSpan, attributes, empty: false, end: next + 1 };
    if (text.startsWith('/>', next)) return { name, nameSpan, attributes, empty: true, end: next + 2 };
    if (next === at || nameAt(text, next) === '') throw badTag(text, next, name, nameSpan, next === at);
    const attribute = readAttribute(text, next);
    if (names.has(attribute.name)) throw duplicateAttribute(attribute);
    names.add(attribute.name);
    attributes.push(attribute);
    if (attributes.length > Math.min(maxAttributes, maxAttributesInTag)) {
      const isOfTag = attributes.length > maxAttributesInTag;
      throw new XmlFault({
        span: attribute.nameSpan,
        rule: 'limit',
        message: isOfTag ? `“<${name}” has too many attributes.` : 'The text has too many attributes.',
        expected: isOfTag ? `at most ${maxAttributesInTag} attributes` : 'fewer attributes',
        actual: 'more',
      });
    }
    at = attribute.valueSpan.end + 1;
  }
}

function readAttribute(text: string, start: number): RawAttribute {
  const name = nameAt(text, start);
  const nameSpan = { start, end: start + name.length };
  const equals = afterSpace(text, nameSpan.end);
  if (text[equals] !== '=') {
    throw new XmlFault({
      span: nameSpan,
      rule: 'xml-syntax',
      message: `The attribute “${name}” needs a value: ${name}="…".`,
      expected: '=',
      actual: describeAt(text, equals),
    });
  }
  const open = afterSpace(text, equals + 1);
  const quote = text[open];
  if (quote !== '"' && quote !== "'") {
    throw new XmlFault({
      span: characterAt(text, open),
      rule: 'xml-syntax',
      message: `The value of “${name}” must be in quotes: ${name}="…".`,
      expected: 'a quote',
      actual: describeAt(text, open),
    });
  }
  const close = text.indexOf(quote, open + 1);
  const tag = close < 0 ? -1 : open + 1 + text.slice(open + 1, close).indexOf('<');
  if (close < 0 || tag > open) {
    throw new XmlFault({
      span: close < 0 ? { start: open, end: open + 1 } : { start: tag, end: tag + 1 },
      rule: 'xml-syntax',
      message:
        close < 0
          ? `The value of “${name}” is not closed: its second quote is missing.`
          : `“<” is not allowed in the value of “${name}”. Add the missing second quote, or write “&lt;”.`,
      expected: close < 0 ? quote : '&lt;',
      actual: close < 0 ? 'the end of the text' : '<',
    });
  }
  const valueSpan = { start: open + 1, end: close };
  return { name, nameSpan, value: readAttributeValue(text, valueSpan), valueSpan };
}

const noTag = (text: string, start: number): XmlFault =>
  new XmlFault({
    span: { start, end: start + 1 },
    rule: 'xml-syntax',
    message: '“<” starts a tag and must be followed by a name. In a text, write “&lt;”.',
    expected: 'a name',
    actual: describeAt(text, start + 1),
  });

function badTag(text: string, at: number, name: string, nameSpan: Span, touching: boolean): XmlFault {
  const ended = at >= text.length;
  const nameThere = !ended && nameAt(text, at) !== '';
  return new XmlFault({
    span: ended ? nameSpan : characterAt(text, at),
    rule: 'xml-syntax',
    message: ended
      ? `The tag “<${name}” is not closed: its “>” is missing.`
      : touching && nameThere
        ? `A space is missing before this attribute of the tag “<${name}”.`
        : `This text is not allowed in the tag “<${name}”. Write attributes as name="value".`,
    expected: touching && nameThere ? 'a space' : 'an attribute, “>” or “/>”',
    actual: describeAt(text, at),
  });
}
