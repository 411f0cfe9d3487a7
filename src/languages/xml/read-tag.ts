/** Start tags: a name, and attributes in quotes with space between them. */
import type { Span } from '../../expression/index.ts';
import { duplicateAttribute, type RawAttribute } from './bind-names.ts';
import { readAttributeValue } from './read-characters.ts';
import { afterSpace, nameAt } from './xml-characters.ts';
import { characterAt, describeAt, XmlFault } from './xml-fault.ts';

export interface StartTag {
  readonly name: string;
  readonly nameSpan: Span;
  readonly attributes: readonly RawAttribute[];
  /** Closed by itself: `<a/>`. */
  readonly empty: boolean;
  readonly end: number;
}

/** Readers look for attributes by name, one after the other. */
const maxAttributesInTag = 1_000;

/** @param maxAttributes attributes that the text may still have */
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
      message: `The value of “${name}” stands in quotes: ${name}="…".`,
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
          ? `The value of “${name}” is never closed: its second quote is missing.`
          : `A “<” cannot stand in the value of “${name}”: its second quote is missing, or the sign is to be written “&lt;”.`,
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
    message: 'A “<” begins a tag, and after it comes a name. In a text it is written “&lt;”.',
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
      ? `The tag “<${name}” is never closed: its “>” is missing.`
      : touching && nameThere
        ? `In the tag “<${name}” a space is missing before this attribute.`
        : `This cannot stand in the tag “<${name}”, where attributes are written name="value".`,
    expected: touching && nameThere ? 'a space' : 'an attribute, “>” or “/>”',
    actual: describeAt(text, at),
  });
}
