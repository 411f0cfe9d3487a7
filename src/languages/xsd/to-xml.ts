/** Writes values as XML by their types, with children in the order of the content model. */
import type { Json } from '../../kernel/index.ts';
import { escapeAttribute, escapeText } from '../xml/write-xml.ts';
import { isAttributeName, isNcName } from '../xml/xml-characters.ts';
import { arrangeContent } from './arrange-content.ts';
import { type Codec, type ComplexCodec, compileShape } from './compile-shape.ts';
import { textOfValue } from './compile-simple.ts';
import { type ContentModel, wildcardKey } from './content-model.ts';
import { isRecord } from './fit-attributes.ts';
import type { Shape } from './shape.ts';

/** @param value a valid one; null is an empty element */
export const toXml = (name: string, value: Json, shape: Shape): string =>
  write(name, value, compileShape(shape), false);

const nil = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"';

function write(name: string, value: Json, codec: Codec, nillable: boolean): string {
  if (value === null) return tag(name, nillable ? nil : '', '');
  if (codec.kind === 'simple') return tag(name, '', escapeText(textOfValue(value) ?? ''));
  const record = isRecord(value) ? value : { '#text': value };
  const text = textOfValue(record['#text'] ?? '') ?? '';
  if (codec.kind === 'any') return tag(name, attributesOf(record), text);
  switch (codec.content.kind) {
    case 'empty':
      return tag(name, attributesOf(record), '');
    case 'text':
      return tag(name, attributesOf(record), escapeText(text));
    case 'mixed':
      return tag(name, attributesOf(record), text);
    case 'elements':
      return tag(name, attributesOf(record), writeChildren(record, codec, codec.content.model));
  }
}

/** An invalid name could close the element. Validation prevents it; this is the last check. */
function tag(name: string, attributes: string, inside: string): string {
  if (!isNcName(name)) throw new Error('A value cannot be written as XML: its name is not an XML name.');
  return inside === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${inside}</${name}>`;
}

function attributesOf(record: { readonly [key: string]: Json }): string {
  let text = '';
  for (const [key, value] of Object.entries(record)) {
    if (!key.startsWith('@')) continue;
    const name = key.slice(1);
    if (!isAttributeName(name))
      throw new Error('A value cannot be written as XML: the name of an attribute is not valid.');
    text += ` ${name}="${escapeAttribute(textOfValue(value) ?? '')}"`;
  }
  return text;
}

/** The content of an element, from an object with a key for each child. */
export function writeChildren(
  record: { readonly [key: string]: Json },
  codec: ComplexCodec,
  model: ContentModel,
): string {
  const written = new Map<string, readonly string[]>();
  for (const rule of model.children.values()) {
    const { name } = rule;
    if (!Object.hasOwn(record, name)) continue;
    const value = record[name] ?? null;
    const items =
      (rule.max > 1 || name === wildcardKey) && Array.isArray(value) ? (value as readonly Json[]) : [value];
    if (name === wildcardKey)
      written.set(
        name,
        items.map((item) => textOfValue(item) ?? ''),
      );
    else {
      const inner = codec.codecOf(rule);
      written.set(
        name,
        items.map((item) => write(name, item, inner, rule.nillable)),
      );
    }
  }
  if (model.plain) return [...written.values()].flat().join('');
  const counts = new Map([...written].map(([name, texts]) => [name, texts.length]));
  // A valid value was already arranged within the limit.
  const order = arrangeContent(model, counts, () => true);
  if (order === undefined) return [...written.values()].flat().join('');
  const next = new Map<string, number>();
  return order
    .map((name) => {
      const index = next.get(name) ?? 0;
      next.set(name, index + 1);
      return written.get(name)?.[index] ?? '';
    })
    .join('');
}
