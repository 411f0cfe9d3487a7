/**
 * An XML document as data: names are resolved, every part has its position in the text. Comments and processing
 * instructions are dropped.
 */
import type { Span } from '../../expression/index.ts';

export interface XmlElement {
  readonly kind: 'element';
  /** As written, with its prefix. */
  readonly name: string;
  readonly local: string;
  /** Empty if the name has no namespace. */
  readonly namespace: string;
  /** Without namespace declarations. */
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly (XmlElement | XmlText)[];
  /** By every prefix in scope; the empty one is the default. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** From its start tag to the end of its end tag. */
  readonly span: Span;
  /** The span of the name in its start tag, which error messages mark. */
  readonly nameSpan: Span;
}

export interface XmlAttribute {
  readonly name: string;
  readonly local: string;
  readonly namespace: string;
  readonly value: string;
  readonly span: Span;
  /** Inside the quotes. */
  readonly valueSpan: Span;
}

export interface XmlText {
  readonly kind: 'text';
  /** References are resolved, line ends are `\n`. */
  readonly text: string;
  readonly span: Span;
}
