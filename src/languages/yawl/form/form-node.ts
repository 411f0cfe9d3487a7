/** An element that was validated against its form, with its children under their corrected names. */
import type { XmlAttribute, XmlElement } from '../../xml/xml-tree.ts';
import type { LocatedName, SourceLocation } from '../model/schema.ts';

export interface FormNode {
  /** The corrected name if it is misspelled. */
  readonly name: string;
  readonly element: XmlElement;
  /** Its mark is under its name. */
  readonly at: SourceLocation;
  /** The value of `xsi:type` if it selects the form; otherwise empty. */
  readonly variant: string;
  /** In the order of the text, without unknown elements. */
  readonly children: readonly FormNode[];
  /** Location of the text; of the element if it has none. */
  readonly textAt: SourceLocation;
}

export const childOf = (node: FormNode | undefined, name: string): FormNode | undefined =>
  node?.children.find((child) => child.name === name);

export const childrenOf = (node: FormNode | undefined, name: string): readonly FormNode[] =>
  node?.children.filter((child) => child.name === name) ?? [];

export const attributeOf = (element: XmlElement, name: string): XmlAttribute | undefined =>
  element.attributes.find((attribute) => attribute.namespace === '' && attribute.local === name);

/** Its own text, as written; empty if there is none. */
export const contentOf = ({ element }: FormNode): string =>
  element.children.map((child) => (child.kind === 'text' ? child.text : '')).join('');

/** The text of a child, trimmed; empty if the child does not exist. */
export function textIn(node: FormNode | undefined, name: string): string {
  const found = childOf(node, name);
  return found === undefined ? '' : contentOf(found).trim();
}

/** The value of an attribute with its location; the location of the element if it is absent. */
export function attributeIn({ element, at }: FormNode, name: string): LocatedName {
  const attribute = attributeOf(element, name);
  return {
    name: attribute?.value.trim() ?? '',
    at: { span: attribute?.valueSpan ?? at.span, path: at.path },
  };
}

/** Location of a part inside. */
export const pathIn = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
