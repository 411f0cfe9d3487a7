/** Writes trees as XML texts. The text parses to the same tree, except for positions and spelling variants. */
import { initialNamespaces, type Namespaces } from './bind-names.ts';
import type { XmlElement, XmlText } from './xml-tree.ts';

const inText: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const inAttribute: Readonly<Record<string, string>> = {
  ...inText,
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
};

/** Escapes a text for use between tags. */
export const escapeText = (text: string): string =>
  text.replaceAll(/[&<>\r]/g, (sign) => inText[sign] ?? sign);

/** Escapes a text for use between double quotes. */
export const escapeAttribute = (text: string): string =>
  text.replaceAll(/[&<>"\r\n\t]/g, (sign) => inAttribute[sign] ?? sign);

/** Writes the element standalone: declares every prefix in scope, including those that its parent declared. */
export const writeElement = (element: XmlElement): string => writeNode(element, initialNamespaces);

/** Writes the content of an element, as XML for a context where its prefixes are declared. */
export const writeChildren = (element: XmlElement): string =>
  element.children.map((child) => writeNode(child, element.namespaces)).join('');

/** Concatenates the texts of an element and its descendants. */
export const textContentOf = (element: XmlElement): string =>
  element.children.map((child) => (child.kind === 'text' ? child.text : textContentOf(child))).join('');

function writeNode(node: XmlElement | XmlText, outer: Namespaces): string {
  if (node.kind === 'text') return escapeText(node.text);
  const { name, attributes, children, namespaces } = node;
  const declared = [...namespaces].filter(([prefix, namespace]) => outer.get(prefix) !== namespace);
  const fields = [
    ...declared.map(
      ([prefix, namespace]) => [prefix === '' ? 'xmlns' : `xmlns:${prefix}`, namespace] as const,
    ),
    ...attributes.map((attribute) => [attribute.name, attribute.value] as const),
  ];
  const tag = [name, ...fields.map(([field, value]) => `${field}="${escapeAttribute(value)}"`)].join(' ');
  if (children.length === 0) return `<${tag}/>`;
  return `<${tag}>${children.map((child) => writeNode(child, namespaces)).join('')}</${name}>`;
}
