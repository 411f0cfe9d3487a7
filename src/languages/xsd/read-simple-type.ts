/** `simpleType`: a restriction of another, a list, or a union. */
import { readFacets } from './read-facets.ts';
import {
  attributeOf,
  checkAttributes,
  partsOf,
  type SchemaContext,
  type Site,
  tellUnknown,
} from './schema-context.ts';
import type { XsdSimple, XsdType } from './shape.ts';

const mostMembers = 200;
const anything: XsdSimple = { kind: 'simple', base: 'anySimpleType' };

export function readSimpleType(context: SchemaContext, site: Site): XsdSimple {
  checkAttributes(context, site, ['name', 'final']);
  const [derivation, ...others] = partsOf(context, site);
  for (const other of others) tellUnknown(context, other, []);
  if (derivation === undefined) {
    context.tell(site, {
      rule: 'xsd-syntax',
      message: `“<${site.element.name}>” says nothing: it needs a restriction, a list or a union.`,
      expected: 'restriction, list, union',
      actual: 'nothing',
    });
    return anything;
  }
  switch (derivation.element.local) {
    case 'restriction':
      return readRestriction(context, derivation);
    case 'list':
      return readList(context, derivation);
    case 'union':
      return readUnion(context, derivation);
    default:
      tellUnknown(context, derivation, ['restriction', 'list', 'union']);
      return anything;
  }
}

function readRestriction(context: SchemaContext, site: Site): XsdSimple {
  checkAttributes(context, site, ['base']);
  const parts = partsOf(context, site);
  const base = baseOf(context, site, parts[0]);
  const isInline = parts[0]?.element.local === 'simpleType';
  return restrict(context, base, isInline ? parts.slice(1) : parts);
}

export function restrict(context: SchemaContext, base: XsdSimple, sites: readonly Site[]): XsdSimple {
  const facets = readFacets(context, sites, base);
  return Object.keys(facets).length === 0 ? base : { ...base, facets };
}

/** What is restricted: named, or written inside. */
function baseOf(context: SchemaContext, site: Site, first: Site | undefined): XsdSimple {
  const named = attributeOf(site, 'base') !== undefined;
  const inline = first?.element.local === 'simpleType' ? context.readSimpleType(first) : undefined;
  if (named === (inline !== undefined)) tellEither(context, site, 'base');
  if (!named) return inline ?? anything;
  return simpleOf(context, context.typeOf(site, 'base'), site, 'base');
}

function readList(context: SchemaContext, site: Site): XsdSimple {
  checkAttributes(context, site, ['itemType']);
  const parts = partsOf(context, site);
  const types = [...namedTypes(context, site, 'itemType'), ...inlineTypes(context, parts)];
  const [items] = types;
  if (types.length !== 1 || items === undefined) tellEither(context, site, 'itemType');
  else if (simpleOf(context, items, site, 'itemType').items !== undefined) {
    const message = 'A list cannot be made of lists.';
    context.tell(site, {
      rule: 'xsd-value',
      message,
      expected: 'a type that is no list',
      actual: 'a list',
      attribute: 'itemType',
    });
  }
  return { kind: 'simple', base: 'anySimpleType', items: items ?? anything };
}

function readUnion(context: SchemaContext, site: Site): XsdSimple {
  checkAttributes(context, site, ['memberTypes']);
  const members = [
    ...namedTypes(context, site, 'memberTypes'),
    ...inlineTypes(context, partsOf(context, site)),
  ];
  if (members.length === 0) tellEither(context, site, 'memberTypes');
  const found = new Set<XsdSimple>();
  const add = (member: XsdType) => {
    const simple = simpleOf(context, member, site, 'memberTypes');
    if (found.has(simple) || found.size > mostMembers) return;
    found.add(simple);
    for (const inner of simple.members ?? []) add(inner);
  };
  for (const member of members) add(member);
  if (found.size > mostMembers) {
    const message = `A union has at most ${mostMembers} types in it, with those of the unions that it is made of.`;
    context.tell(site, { rule: 'limit', message, expected: `at most ${mostMembers}`, actual: 'more' });
    return anything;
  }
  return { kind: 'simple', base: 'anySimpleType', members };
}

function namedTypes(context: SchemaContext, site: Site, attribute: string): readonly XsdType[] {
  const names = (attributeOf(site, attribute) ?? '').split(/\s+/).filter((name) => name !== '');
  return names.map((name) => context.typeOf(site, attribute, name));
}

const inlineTypes = (context: SchemaContext, parts: readonly Site[]): readonly XsdType[] =>
  parts.flatMap((part) => {
    if (part.element.local === 'simpleType') return [context.readSimpleType(part)];
    tellUnknown(context, part, ['simpleType']);
    return [];
  });

/** Any text where it is no simple type, which is told. */
export function simpleOf(context: SchemaContext, type: XsdType, site: Site, attribute: string): XsdSimple {
  const definition = context.definitionOf(type, site, attribute);
  if (definition === undefined || definition.kind === 'simple') return definition ?? anything;
  const name = attributeOf(site, attribute) ?? 'anyType';
  const message = `“${name}” is no simple type, and here only simple ones can be.`;
  context.tell(site, { rule: 'xsd-value', message, expected: 'a simple type', actual: name, attribute });
  return anything;
}

function tellEither(context: SchemaContext, site: Site, attribute: string): void {
  const message = `“<${site.element.name}>” needs either the attribute “${attribute}” or a simpleType inside.`;
  context.tell(site, {
    rule: 'xsd-syntax',
    message,
    expected: `${attribute}, or a simpleType`,
    actual: 'not exactly one',
  });
}
