/** Creates the errors about where elements start and end. */
import type { Span } from '../../expression/index.ts';
import { nameAt } from './xml-characters.ts';
import { characterAt, describeAt, XmlFault, type XmlProblem } from './xml-fault.ts';

/** An element without an end tag so far. */
interface Opened {
  readonly tag: { readonly name: string; readonly nameSpan: Span };
  readonly start: number;
}

/** An end tag that does not match the open element. */
export function mismatched(text: string, span: Span, name: string, open: readonly Opened[]): XmlFault {
  const inside = open.at(-1);
  const actual = `</${name}>`;
  if (inside === undefined) {
    const message = `“${actual}” does not close an element: none is open here.`;
    return new XmlFault({ span, rule: 'xml-syntax', message, expected: 'no end tag', actual });
  }
  const wanted = `</${inside.tag.name}>`;
  const opened = `“<${inside.tag.name}>”, opened ${describePosition(text, inside.start)},`;
  const outer = open.findLast(({ tag }) => tag.name === name);
  const message =
    outer === undefined
      ? `${opened} must be closed by “${wanted}”, not by “${actual}”.`
      : `${opened} has no end tag before “<${name}>”, opened ${describePosition(text, outer.start)}, is closed.`;
  return new XmlFault({ span, rule: 'xml-syntax', message, expected: wanted, actual });
}

export const neverClosed = ({ tag: { name, nameSpan } }: Opened): XmlFault =>
  new XmlFault({
    span: nameSpan,
    rule: 'xml-syntax',
    message: `“<${name}>” is not closed: the text ends before “</${name}>”.`,
    expected: `</${name}>`,
    actual: 'the end of the text',
  });

/** @param root the name of the root element, if it is already closed */
export function contentOutsideRoot(text: string, at: number, root: string | undefined): XmlFault {
  const ended = at >= text.length;
  const name = text[at] === '<' ? nameAt(text, at + 1) : '';
  return new XmlFault({
    span: name === '' ? characterAt(text, at) : { start: at, end: at + 1 + name.length },
    rule: 'xml-syntax',
    message: ended
      ? 'The text has no element.'
      : root === undefined
        ? 'An XML text must start with a tag.'
        : name === ''
          ? `Only comments are allowed after the end of “<${root}>”.`
          : `An XML text must have one root element, and “<${root}>” is already closed.`,
    expected: root === undefined ? 'an element' : 'the end of the text',
    actual: name === '' ? describeAt(text, at) : `<${name}`,
  });
}

export function badCharacter(text: string, at: number): XmlProblem {
  const point = (text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return {
    span: characterAt(text, at),
    rule: 'xml-syntax',
    message: `The character U+${point} is not allowed in XML, not even as a reference. Remove it.`,
    expected: 'a character that XML allows',
    actual: `U+${point}`,
  };
}

export const limitExceeded = (span: Span, limit: string, actual: number | string): XmlProblem => ({
  span,
  rule: 'limit',
  message: `The text is too big. It may have at most ${limit}.`,
  expected: `at most ${limit}`,
  actual: String(actual),
});

/** Lines and columns count from 1, as in editors. */
function describePosition(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  const last = (lines.at(-1) ?? '').replace('\ufeff', '');
  return `in line ${lines.length}, column ${last.length + 1}`;
}
