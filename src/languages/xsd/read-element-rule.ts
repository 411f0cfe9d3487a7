/** Reads the type of an element that a schema declares, and its default or fixed value. */
import {
  attributeText,
  childNodes,
  rawAttribute,
  reportUnknownElement,
  reportUnsupported,
  type SchemaContext,
  type SchemaNode,
} from './schema-context.ts';
import type { XsdComplex, XsdType } from './shape.ts';

const constraints = ['key', 'keyref', 'unique'];

export function readElementType(context: SchemaContext, node: SchemaNode): XsdType {
  const named = attributeText(node, 'type') !== undefined;
  const inline: XsdType[] = [];
  for (const part of childNodes(context, node)) {
    const { local, name } = part.element;
    if (local === 'simpleType') inline.push(context.readSimpleType(part));
    else if (local === 'complexType') inline.push(context.readComplexType(part));
    else if (constraints.includes(local))
      reportUnsupported(context, part, `“<${name}>”`, 'Remove it, and check this in the work itself.');
    else reportUnknownElement(context, part, ['simpleType', 'complexType']);
  }
  const [only] = inline;
  if (inline.length > 1 || (named && only !== undefined)) {
    const message = 'An element must have one type: named by “type”, or inline.';
    context.reportAt(node, { rule: 'xsd-syntax', message, expected: 'one type', actual: 'several' });
  }
  if (named) return context.typeOf(node, 'type');
  return only ?? { kind: 'any' };
}

export function checkElementValue(context: SchemaContext, node: SchemaNode, type: XsdType): void {
  const given = (['default', 'fixed'] as const).filter(
    (attribute) => rawAttribute(node, attribute) !== undefined,
  );
  if (given.length > 1) {
    const message = 'An element cannot have both “default” and “fixed”.';
    context.reportAt(node, {
      rule: 'xsd-value',
      message,
      expected: 'one of them',
      actual: 'both',
      attribute: 'default',
    });
  }
  for (const attribute of given) {
    const value = rawAttribute(node, attribute) ?? '';
    context.defer(() => checkValue(context, node, type, attribute, value));
  }
}

function checkValue(
  context: SchemaContext,
  node: SchemaNode,
  type: XsdType,
  attribute: string,
  value: string,
): void {
  const definition = context.definitionOf(type, node, 'type');
  if (definition === undefined || definition.kind === 'any') return;
  const text = definition.kind === 'simple' ? definition : textTypeOf(context, node, definition);
  if (text === 'mixed') return;
  const codec = text === undefined ? undefined : context.codecOf(text);
  if (codec?.read(value) !== undefined) return;
  const description = codec?.description ?? 'no value: it contains elements, or nothing';
  const message = `“${value}” is not a value of its type: ${description}.`;
  context.reportAt(node, { rule: 'xsd-value', message, expected: description, actual: value, attribute });
}

function textTypeOf(context: SchemaContext, node: SchemaNode, { content }: XsdComplex) {
  if (content.kind === 'mixed') return 'mixed';
  const text = content.kind === 'text' ? context.definitionOf(content.type, node, 'type') : undefined;
  return text?.kind === 'simple' ? text : undefined;
}
