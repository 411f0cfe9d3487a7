/** An XML document as data: names resolved, every part with its place in the text. Comments and processing instructions are gone. */
import type { Span } from '../../expression/index.ts';

export interface XmlElement {
  readonly kind: 'element';
  /** As it stands in the text, with its prefix. */
  readonly name: string;
  readonly local: string;
  /** Empty where it is in none. */
  readonly namespace: string;
  /** Without the declarations of namespaces. */
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly (XmlElement | XmlText)[];
  /** Of every prefix that is known here; the empty one is the default. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** From its start tag to the end of its end tag. */
  readonly span: Span;
  /** Of the name in its start tag: what a mark is put under. */
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
  /** References resolved, line ends as `\n`. */
  readonly text: string;
  readonly span: Span;
}
