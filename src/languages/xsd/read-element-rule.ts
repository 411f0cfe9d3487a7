/** The type of an element that a schema declares, and the value that it may say beforehand. */
import {
  attributeOf,
  partsOf,
  rawOf,
  type SchemaContext,
  type Site,
  tellUnknown,
  tellUnsupported,
} from './schema-context.ts';
import type { XsdComplex, XsdType } from './shape.ts';

const constraints = ['key', 'keyref', 'unique'];

export function readElementType(context: SchemaContext, site: Site): XsdType {
  const named = attributeOf(site, 'type') !== undefined;
  const inline: XsdType[] = [];
  for (const part of partsOf(context, site)) {
    const { local, name } = part.element;
    if (local === 'simpleType') inline.push(context.readSimpleType(part));
    else if (local === 'complexType') inline.push(context.readComplexType(part));
    else if (constraints.includes(local))
      tellUnsupported(context, part, `“<${name}>”`, 'Leave it out; the work itself has to see to it.');
    else tellUnknown(context, part, ['simpleType', 'complexType']);
  }
  const [only] = inline;
  if (inline.length > 1 || (named && only !== undefined)) {
    const message = 'An element has one type: named by “type”, or written inside.';
    context.tell(site, { rule: 'xsd-syntax', message, expected: 'one type', actual: 'several' });
  }
  if (named) return context.typeOf(site, 'type');
  return only ?? { kind: 'any' };
}

export function checkElementValue(context: SchemaContext, site: Site, type: XsdType): void {
  const given = (['default', 'fixed'] as const).filter((attribute) => rawOf(site, attribute) !== undefined);
  if (given.length > 1) {
    const message = 'An element cannot have “default” and “fixed” both.';
    context.tell(site, {
      rule: 'xsd-value',
      message,
      expected: 'one of them',
      actual: 'both',
      attribute: 'default',
    });
  }
  for (const attribute of given) {
    const value = rawOf(site, attribute) ?? '';
    context.later(() => checkValue(context, site, type, attribute, value));
  }
}

function checkValue(
  context: SchemaContext,
  site: Site,
  type: XsdType,
  attribute: string,
  value: string,
): void {
  const definition = context.definitionOf(type, site, 'type');
  if (definition === undefined || definition.kind === 'any') return;
  const text = definition.kind === 'simple' ? definition : textTypeOf(context, site, definition);
  if (text === 'mixed') return;
  const codec = text === undefined ? undefined : context.codecOf(text);
  if (codec?.read(value) !== undefined) return;
  const words = codec?.words ?? 'no value: it has elements inside, or nothing';
  const message = `“${value}” is no value of its type: ${words}.`;
  context.tell(site, { rule: 'xsd-value', message, expected: words, actual: value, attribute });
}

function textTypeOf(context: SchemaContext, site: Site, { content }: XsdComplex) {
  if (content.kind === 'mixed') return 'mixed';
  const text = content.kind === 'text' ? context.definitionOf(content.type, site, 'type') : undefined;
  return text?.kind === 'simple' ? text : undefined;
}
