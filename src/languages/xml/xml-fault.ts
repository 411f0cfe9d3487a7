/** What is wrong with an XML text. Thrown inside the reader, which stops there as XML asks; returned by parseXml. */
import type { Span } from '../../expression/index.ts';

export interface XmlProblem {
  readonly span: Span;
  readonly rule: XmlRule;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

export type XmlRule =
  /** It is no well-formed XML. */
  | 'xml-syntax'
  /** Prefixes and namespaces. */
  | 'xml-namespace'
  /** It is XML, but of a kind that is not read here. */
  | 'xml-unsupported'
  | 'limit';

export class XmlFault extends Error {
  readonly problem: XmlProblem;

  constructor(problem: XmlProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** What stands at an offset, as words say it. */
export function describeAt(text: string, at: number): string {
  const point = text.codePointAt(at);
  if (point === undefined) return 'the end of the text';
  const character = String.fromCodePoint(point);
  if (character === '\n' || character === '\r') return 'the end of the line';
  if (character === ' ' || character === '\t') return 'a space';
  return `“${character}”`;
}

/** The span of the one character at an offset; empty at the end of the text. */
export function characterAt(text: string, at: number): Span {
  const point = text.codePointAt(at);
  return { start: at, end: point === undefined ? at : at + (point > 0xffff ? 2 : 1) };
}
