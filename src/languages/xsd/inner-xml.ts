/** Writes the content of an element as self-contained XML text: the values of elements without a type. */
import type { Json } from '../../kernel/index.ts';
import { parseXml } from '../xml/parse-xml.ts';
import { escapeText, writeElement } from '../xml/write-xml.ts';
import { isNcName } from '../xml/xml-characters.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

export const innerXml = (element: XmlElement): string =>
  element.children
    .map((child) => (child.kind === 'text' ? escapeText(child.text) : writeElement(child)))
    .join('');

/** An element with this content; `undefined` if the text is not well-formed XML. */
export const parseInner = (text: string): XmlElement | undefined =>
  parseXml(`<value>${text}</value>`).root ?? undefined;

/** Objects as elements, lists as repeated elements. `undefined` if a key is not a valid element name. */
export function xmlOfJson(value: Json): string | undefined {
  if (value === null) return '';
  if (typeof value !== 'object') return escapeText(String(value));
  if (Array.isArray(value)) return undefined;
  const parts = Object.entries(value).flatMap(([key, given]) =>
    (Array.isArray(given) ? (given as readonly Json[]) : [given]).map((item) => {
      const inside = isNcName(key) ? xmlOfJson(item) : undefined;
      return inside === undefined ? undefined : `<${key}>${inside}</${key}>`;
    }),
  );
  return parts.every((part) => part !== undefined) ? parts.join('') : undefined;
}
