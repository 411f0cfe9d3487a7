/** What is wrong where elements begin and end, in words. */
import type { Span } from '../../expression/index.ts';
import { nameAt } from './xml-characters.ts';
import { characterAt, describeAt, XmlFault, type XmlProblem } from './xml-fault.ts';

/** An element whose end tag has not come yet. */
interface Opened {
  readonly tag: { readonly name: string; readonly nameSpan: Span };
  readonly start: number;
}

/** An end tag that does not close what is open. */
export function mismatched(text: string, span: Span, name: string, open: readonly Opened[]): XmlFault {
  const inside = open.at(-1);
  const actual = `</${name}>`;
  if (inside === undefined) {
    const message = `“${actual}” closes nothing: no element is open here.`;
    return new XmlFault({ span, rule: 'xml-syntax', message, expected: 'no end tag', actual });
  }
  const wanted = `</${inside.tag.name}>`;
  const opened = `“<${inside.tag.name}>”, opened ${describePosition(text, inside.start)},`;
  const outer = open.findLast(({ tag }) => tag.name === name);
  const message =
    outer === undefined
      ? `${opened} is to be closed by “${wanted}”, but here is “${actual}”.`
      : `${opened} has no end tag: here “<${name}>”, opened ${describePosition(text, outer.start)}, is closed already.`;
  return new XmlFault({ span, rule: 'xml-syntax', message, expected: wanted, actual });
}

export const neverClosed = ({ tag: { name, nameSpan } }: Opened): XmlFault =>
  new XmlFault({
    span: nameSpan,
    rule: 'xml-syntax',
    message: `“<${name}>” is never closed: the text ends before “</${name}>”.`,
    expected: `</${name}>`,
    actual: 'the end of the text',
  });

/** @param root the name of the outermost element, if it has ended already */
export function contentOutsideRoot(text: string, at: number, root: string | undefined): XmlFault {
  const ended = at >= text.length;
  const name = text[at] === '<' ? nameAt(text, at + 1) : '';
  return new XmlFault({
    span: name === '' ? characterAt(text, at) : { start: at, end: at + 1 + name.length },
    rule: 'xml-syntax',
    message: ended
      ? 'The text has no element.'
      : root === undefined
        ? 'An XML text begins with a tag.'
        : name === ''
          ? `Behind the end of “<${root}>” there can be nothing but comments.`
          : `An XML text has one outermost element, and “<${root}>” has ended already.`,
    expected: root === undefined ? 'an element' : 'the end of the text',
    actual: name === '' ? describeAt(text, at) : `<${name}`,
  });
}

export function badCharacter(text: string, at: number): XmlProblem {
  const point = (text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return {
    span: characterAt(text, at),
    rule: 'xml-syntax',
    message: `The character U+${point} cannot stand in XML, not even as a reference. Remove it.`,
    expected: 'a character that XML allows',
    actual: `U+${point}`,
  };
}

export const limitExceeded = (span: Span, limit: string, actual: number | string): XmlProblem => ({
  span,
  rule: 'limit',
  message: `The text is too big: it may have ${limit}.`,
  expected: `at most ${limit}`,
  actual: String(actual),
});

/** Lines and columns from 1, as editors count. */
function describePosition(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  const last = (lines.at(-1) ?? '').replace('\ufeff', '');
  return `in line ${lines.length}, column ${last.length + 1}`;
}
