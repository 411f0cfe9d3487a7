/** XML texts from trees. What is written is read back as the same tree, but for places and how things were spelled. */
import { initialNamespaces, type Namespaces } from './bind-names.ts';
import type { XmlElement, XmlText } from './xml-tree.ts';

const inText: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const inAttribute: Readonly<Record<string, string>> = {
  ...inText,
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
};

/** As it may stand between tags. */
export const escapeText = (text: string): string =>
  text.replaceAll(/[&<>\r]/g, (sign) => inText[sign] ?? sign);

/** As it may stand between double quotes. */
export const escapeAttribute = (text: string): string =>
  text.replaceAll(/[&<>"\r\n\t]/g, (sign) => inAttribute[sign] ?? sign);

/** The element by itself: every prefix that it knows is declared, also those that its parent declared. */
export const writeElement = (element: XmlElement): string => writeNode(element, initialNamespaces);

/** What is inside an element, as XML that can stand where its prefixes are known. */
export const writeChildren = (element: XmlElement): string =>
  element.children.map((child) => writeNode(child, element.namespaces)).join('');

/** The texts inside an element and inside its children. */
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
