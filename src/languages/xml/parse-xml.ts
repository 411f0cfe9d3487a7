/**
 * Parses an XML 1.0 text with namespaces into a tree. Never throws and never fetches; rejects document types and all
 * entities except the five of XML. Runs in linear time, and nesting does not use the call stack. Stops at the first
 * error, as XML requires, and then returns no tree.
 */
import { bindAttributes, bindName, initialNamespaces, type Namespaces } from './bind-names.ts';
import { readContent, readLiterally } from './read-characters.ts';
import { readStartTag, type StartTag } from './read-tag.ts';
import { refuseMarkup, skipDeclaration, skipMisc } from './skip-misc.ts';
import {
  badCharacter,
  contentOutsideRoot,
  limitExceeded,
  mismatched,
  neverClosed,
} from './structure-faults.ts';
import { afterSpace, findBadCharacter, nameAt } from './xml-characters.ts';
import { describeAt, XmlFault, type XmlProblem } from './xml-fault.ts';
import type { XmlElement, XmlText } from './xml-tree.ts';

export interface ParsedXml {
  /** Null if there is a problem. */
  readonly root: XmlElement | null;
  readonly problems: readonly XmlProblem[];
}

export interface XmlLimits {
  /** In UTF-16 code units. */
  readonly length: number;
  /** Maximum nesting of elements. */
  readonly depth: number;
  readonly elements: number;
  readonly attributes: number;
}

const defaultLimits: XmlLimits = {
  length: 10 * 1024 * 1024,
  depth: 100,
  elements: 200_000,
  attributes: 400_000,
};

export function parseXml(text: string, limits: Partial<XmlLimits> = {}): ParsedXml {
  const within = { ...defaultLimits, ...limits };
  if (text.length > within.length) {
    const problem = limitExceeded({ start: 0, end: 0 }, `${within.length} characters`, text.length);
    return { root: null, problems: [problem] };
  }
  const bad = findBadCharacter(text);
  try {
    const root = readDocument(text, within);
    return bad < 0 ? { root, problems: [] } : { root: null, problems: [badCharacter(text, bad)] };
  } catch (fault) {
    if (!(fault instanceof XmlFault)) throw fault;
    const earlier = bad >= 0 && bad <= fault.problem.span.start;
    return { root: null, problems: [earlier ? badCharacter(text, bad) : fault.problem] };
  }
}

/** An element without an end tag so far. */
interface OpenElement {
  readonly tag: StartTag;
  readonly start: number;
  readonly bound: ReturnType<typeof bindAttributes>;
  readonly children: (XmlElement | XmlText)[];
  /** Pieces of the current text: comments and CDATA sections do not split it. */
  pieces: string[];
  textStart: number;
  textEnd: number;
}

function readDocument(text: string, limits: XmlLimits): XmlElement {
  let at = skipDeclaration(text);
  let root: XmlElement | undefined;
  const open: OpenElement[] = [];
  const left = { elements: limits.elements, attributes: limits.attributes };

  const close = (element: OpenElement, end: number) => {
    endText(element);
    const made = makeElement(element, end);
    const parent = open.at(-1);
    if (parent === undefined) root = made;
    else parent.children.push(made);
  };

  for (;;) {
    const inside = open.at(-1);
    if (inside === undefined) {
      at = afterSpace(text, at);
      if (at >= text.length) break;
      if (text[at] !== '<') throw contentOutsideRoot(text, at, root?.name);
    } else {
      const next = text.indexOf('<', at);
      if (next < 0) throw neverClosed(inside);
      if (next > at) addText(inside, readContent(text, { start: at, end: next }), at, next);
      at = next;
    }
    const afterMisc = skipMisc(text, at);
    if (afterMisc !== undefined) {
      at = afterMisc;
    } else if (inside !== undefined && text.startsWith('<![CDATA[', at)) {
      at = readSection(text, at, inside);
    } else if (text.startsWith('<!', at)) {
      throw refuseMarkup(text, at);
    } else if (text.startsWith('</', at)) {
      const end = readEndTag(text, at, open);
      const ended = open.pop();
      if (ended !== undefined) close(ended, end);
      at = end;
    } else {
      if (inside === undefined && root !== undefined) throw contentOutsideRoot(text, at, root.name);
      if (inside !== undefined) endText(inside);
      const tag = readStartTag(text, at, left.attributes);
      left.attributes -= tag.attributes.length;
      left.elements -= 1;
      if (left.elements < 0) throw beyond(tag, `${limits.elements} elements`);
      if (open.length >= limits.depth) throw beyond(tag, `${limits.depth} nested elements`);
      const outer: Namespaces = inside?.bound.namespaces ?? initialNamespaces;
      const element = openElement(tag, at, bindAttributes(tag.attributes, outer));
      if (tag.empty) close(element, tag.end);
      else open.push(element);
      at = tag.end;
    }
  }
  if (root === undefined) throw contentOutsideRoot(text, at, undefined);
  return root;
}

const openElement = (tag: StartTag, start: number, bound: OpenElement['bound']): OpenElement => ({
  tag,
  start,
  bound,
  children: [],
  pieces: [],
  textStart: 0,
  textEnd: 0,
});

function makeElement({ tag, start, bound, children }: OpenElement, end: number): XmlElement {
  const { name, nameSpan } = tag;
  const { attributes, namespaces } = bound;
  const names = bindName(name, nameSpan, namespaces, namespaces.get('') ?? '');
  return {
    kind: 'element',
    name,
    ...names,
    attributes,
    children,
    namespaces,
    span: { start, end },
    nameSpan,
  };
}

function addText(element: OpenElement, piece: string, start: number, end: number): void {
  if (element.pieces.length === 0) element.textStart = start;
  element.pieces.push(piece);
  element.textEnd = end;
}

function endText(element: OpenElement): void {
  const text = element.pieces.join('');
  const span = { start: element.textStart, end: element.textEnd };
  if (text !== '') element.children.push({ kind: 'text', text, span });
  element.pieces = [];
}

function readSection(text: string, start: number, inside: OpenElement): number {
  const from = start + '<![CDATA['.length;
  const end = text.indexOf(']]>', from);
  if (end < 0) {
    throw new XmlFault({
      span: { start, end: from },
      rule: 'xml-syntax',
      message: 'This CDATA section is not closed. Close it with “]]>”.',
      expected: ']]>',
      actual: 'the end of the text',
    });
  }
  addText(inside, readLiterally(text, { start: from, end }), start, end + 3);
  return end + 3;
}

function readEndTag(text: string, start: number, open: readonly OpenElement[]): number {
  const name = nameAt(text, start + 2);
  const after = start + 2 + name.length;
  const end = afterSpace(text, after);
  const inside = open.at(-1);
  if (name === '' || inside === undefined || inside.tag.name !== name) {
    throw mismatched(text, { start, end: after }, name, open);
  }
  if (text[end] !== '>') {
    throw new XmlFault({
      span: { start, end: after },
      rule: 'xml-syntax',
      message: `The end tag “</${name}” is not closed: its “>” is missing.`,
      expected: '>',
      actual: describeAt(text, end),
    });
  }
  return end + 1;
}

const beyond = (tag: StartTag, limit: string): XmlFault =>
  new XmlFault(limitExceeded(tag.nameSpan, limit, 'more'));
