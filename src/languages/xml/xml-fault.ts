/** An error in an XML text. Thrown inside the parser, which stops there as XML requires; returned by parseXml. */
import type { Span } from '../../expression/index.ts';

export interface XmlProblem {
  readonly span: Span;
  readonly rule: XmlRule;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

export type XmlRule =
  /** The text is not well-formed XML. */
  | 'xml-syntax'
  /** Errors of prefixes and namespaces. */
  | 'xml-namespace'
  /** The text is XML with unsupported features. */
  | 'xml-unsupported'
  | 'limit';

export class XmlFault extends Error {
  readonly problem: XmlProblem;

  constructor(problem: XmlProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Describes the text at an offset. */
export function describeAt(text: string, at: number): string {
  const point = text.codePointAt(at);
  if (point === undefined) return 'the end of the text';
  const character = String.fromCodePoint(point);
  if (character === '\n' || character === '\r') return 'the end of the line';
  if (character === ' ' || character === '\t') return 'a space';
  return `“${character}”`;
}

/** The span of the character at an offset; empty at the end of the text. */
export function characterAt(text: string, at: number): Span {
  const point = text.codePointAt(at);
  return { start: at, end: point === undefined ? at : at + (point > 0xffff ? 2 : 1) };
}
