/** Reads `simpleType`: a restriction, a list, or a union. */
import { readFacets } from './read-facets.ts';
import {
  attributeText,
  checkKnownAttributes,
  childNodes,
  reportUnknownElement,
  type SchemaContext,
  type SchemaNode,
} from './schema-context.ts';
import type { XsdSimple, XsdType } from './shape.ts';

const maxMembers = 200;
const anySimpleType: XsdSimple = { kind: 'simple', base: 'anySimpleType' };

export function readSimpleType(context: SchemaContext, node: SchemaNode): XsdSimple {
  checkKnownAttributes(context, node, ['name', 'final']);
  const [derivation, ...others] = childNodes(context, node);
  for (const other of others) reportUnknownElement(context, other, []);
  if (derivation === undefined) {
    context.reportAt(node, {
      rule: 'xsd-syntax',
      message: `“<${node.element.name}>” needs a restriction, a list or a union.`,
      expected: 'restriction, list, union',
      actual: 'nothing',
    });
    return anySimpleType;
  }
  switch (derivation.element.local) {
    case 'restriction':
      return readRestriction(context, derivation);
    case 'list':
      return readList(context, derivation);
    case 'union':
      return readUnion(context, derivation);
    default:
      reportUnknownElement(context, derivation, ['restriction', 'list', 'union']);
      return anySimpleType;
  }
}

function readRestriction(context: SchemaContext, node: SchemaNode): XsdSimple {
  checkKnownAttributes(context, node, ['base']);
  const parts = childNodes(context, node);
  const base = baseOf(context, node, parts[0]);
  const isInline = parts[0]?.element.local === 'simpleType';
  return restrictSimpleType(context, base, isInline ? parts.slice(1) : parts);
}

export function restrictSimpleType(
  context: SchemaContext,
  base: XsdSimple,
  nodes: readonly SchemaNode[],
): XsdSimple {
  const facets = readFacets(context, nodes, base);
  return Object.keys(facets).length === 0 ? base : { ...base, facets };
}

/** The base type: named, or inline. */
function baseOf(context: SchemaContext, node: SchemaNode, first: SchemaNode | undefined): XsdSimple {
  const named = attributeText(node, 'base') !== undefined;
  const inline = first?.element.local === 'simpleType' ? context.readSimpleType(first) : undefined;
  if (named === (inline !== undefined)) reportEither(context, node, 'base');
  if (!named) return inline ?? anySimpleType;
  return simpleOf(context, context.typeOf(node, 'base'), node, 'base');
}

function readList(context: SchemaContext, node: SchemaNode): XsdSimple {
  checkKnownAttributes(context, node, ['itemType']);
  const parts = childNodes(context, node);
  const types = [...namedTypes(context, node, 'itemType'), ...inlineTypes(context, parts)];
  const [items] = types;
  if (types.length !== 1 || items === undefined) reportEither(context, node, 'itemType');
  else if (simpleOf(context, items, node, 'itemType').items !== undefined) {
    const message = 'The items of a list cannot be lists.';
    context.reportAt(node, {
      rule: 'xsd-value',
      message,
      expected: 'a type that is not a list',
      actual: 'a list',
      attribute: 'itemType',
    });
  }
  return { kind: 'simple', base: 'anySimpleType', items: items ?? anySimpleType };
}

function readUnion(context: SchemaContext, node: SchemaNode): XsdSimple {
  checkKnownAttributes(context, node, ['memberTypes']);
  const members = [
    ...namedTypes(context, node, 'memberTypes'),
    ...inlineTypes(context, childNodes(context, node)),
  ];
  if (members.length === 0) reportEither(context, node, 'memberTypes');
  const found = new Set<XsdSimple>();
  const add = (member: XsdType) => {
    const simple = simpleOf(context, member, node, 'memberTypes');
    if (found.has(simple) || found.size > maxMembers) return;
    found.add(simple);
    for (const inner of simple.members ?? []) add(inner);
  };
  for (const member of members) add(member);
  if (found.size > maxMembers) {
    const message = `A union can have at most ${maxMembers} types, including those of nested unions.`;
    context.reportAt(node, { rule: 'limit', message, expected: `at most ${maxMembers}`, actual: 'more' });
    return anySimpleType;
  }
  return { kind: 'simple', base: 'anySimpleType', members };
}

function namedTypes(context: SchemaContext, node: SchemaNode, attribute: string): readonly XsdType[] {
  const names = (attributeText(node, attribute) ?? '').split(/\s+/).filter((name) => name !== '');
  return names.map((name) => context.typeOf(node, attribute, name));
}

const inlineTypes = (context: SchemaContext, parts: readonly SchemaNode[]): readonly XsdType[] =>
  parts.flatMap((part) => {
    if (part.element.local === 'simpleType') return [context.readSimpleType(part)];
    reportUnknownElement(context, part, ['simpleType']);
    return [];
  });

/** Any text if it is not a simple type, which is reported. */
export function simpleOf(
  context: SchemaContext,
  type: XsdType,
  node: SchemaNode,
  attribute: string,
): XsdSimple {
  const definition = context.definitionOf(type, node, attribute);
  if (definition === undefined || definition.kind === 'simple') return definition ?? anySimpleType;
  const name = attributeText(node, attribute) ?? 'anyType';
  const message = `“${name}” is not a simple type. Only simple types are allowed here.`;
  context.reportAt(node, { rule: 'xsd-value', message, expected: 'a simple type', actual: name, attribute });
  return anySimpleType;
}

function reportEither(context: SchemaContext, node: SchemaNode, attribute: string): void {
  const message = `“<${node.element.name}>” needs either the attribute “${attribute}” or a simpleType inside.`;
  context.reportAt(node, {
    rule: 'xsd-syntax',
    message,
    expected: `${attribute}, or a simpleType`,
    actual: 'not exactly one',
  });
}
