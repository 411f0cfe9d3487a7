/** An element that was held against its form: its children under the names that are meant. */
import type { XmlAttribute, XmlElement } from '../../xml/xml-tree.ts';
import type { LocatedName, SourceLocation } from '../schema.ts';

export interface FormNode {
  /** The name that is meant, also where it is misspelled. */
  readonly name: string;
  readonly element: XmlElement;
  /** Its mark is under its name. */
  readonly at: SourceLocation;
  /** What `xsi:type` says, where that decides; else empty. */
  readonly variant: string;
  /** In the order of the text; without what is not known. */
  readonly children: readonly FormNode[];
  /** Of the text itself; its element where there is none. */
  readonly textAt: SourceLocation;
}

export const childOf = (node: FormNode | undefined, name: string): FormNode | undefined =>
  node?.children.find((child) => child.name === name);

export const childrenOf = (node: FormNode | undefined, name: string): readonly FormNode[] =>
  node?.children.filter((child) => child.name === name) ?? [];

export const attributeOf = (element: XmlElement, name: string): XmlAttribute | undefined =>
  element.attributes.find((attribute) => attribute.namespace === '' && attribute.local === name);

/** Its own text, as written; empty where there is none. */
export const contentOf = ({ element }: FormNode): string =>
  element.children.map((child) => (child.kind === 'text' ? child.text : '')).join('');

/** The text of a child, without the space around it; empty where there is no such child. */
export function textIn(node: FormNode | undefined, name: string): string {
  const found = childOf(node, name);
  return found === undefined ? '' : contentOf(found).trim();
}

/** What an attribute says, with its place; the element where there is none. */
export function attributeIn({ element, at }: FormNode, name: string): LocatedName {
  const attribute = attributeOf(element, name);
  return {
    name: attribute?.value.trim() ?? '',
    at: { span: attribute?.valueSpan ?? at.span, path: at.path },
  };
}

/** Of something inside. */
export const pathIn = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
