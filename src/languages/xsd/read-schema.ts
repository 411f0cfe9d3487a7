/**
 * Reads the schema of a specification (XML Schema 1.0): its named types, and its global elements as types. What is not
 * supported is told by name and place, and never ignored: import, include, redefine, substitution groups, abstract
 * types, keys, and wildcards that ask for declarations.
 *
 * Data is in no namespace, so the target namespace of a schema, and which of its names are qualified, has no effect.
 * A name without a prefix is one of the schema's own, unless its default namespace is that of XML Schema.
 */
import type { Mistake } from '../document/reporter.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { createSchemaContext } from './create-schema-context.ts';
import { refuseAbstract } from './read-complex-type.ts';
import {
  attributeOf,
  checkAttributes,
  checkName,
  type Part,
  partsOf,
  type SchemaContext,
  type Site,
  tellUnknown,
  tellUnsupported,
} from './schema-context.ts';
import type { XsdTypes } from './shape.ts';

export interface ReadSchema {
  readonly types: XsdTypes;
  /** Types of its global elements, by their name. */
  readonly elements: XsdTypes;
}

const kinds: ReadonlyMap<string, Part> = new Map([
  ['simpleType', 'type'],
  ['complexType', 'type'],
  ['element', 'element'],
  ['group', 'group'],
  ['attribute', 'attribute'],
  ['attributeGroup', 'attributeGroup'],
]);
const unsupported: ReadonlyMap<string, string> = new Map([
  ['import', 'Write what it brings into this schema.'],
  ['include', 'Write what it brings into this schema.'],
  ['redefine', 'Write the types into this schema.'],
  ['notation', 'Leave it out.'],
]);
const schemaAttributes = [
  'targetNamespace',
  'elementFormDefault',
  'attributeFormDefault',
  'blockDefault',
  'finalDefault',
  'version',
];

/** @param path of the schema in its document: `specification[Order].schema` */
export function readSchema(
  element: XmlElement,
  path: string,
  report: (mistake: Mistake) => void,
): ReadSchema {
  const site: Site = { element, path };
  const parts = new Map<Part, Map<string, Site>>();
  const { context, finish } = createSchemaContext(site, parts, report);
  checkAttributes(context, site, schemaAttributes);
  for (const part of partsOf(context, site)) addPart(context, part, parts);
  for (const declared of parts.get('element')?.values() ?? []) checkGlobal(context, declared);
  return finish();
}

function addPart(context: SchemaContext, site: Site, parts: Map<Part, Map<string, Site>>): void {
  const { local, name: tag } = site.element;
  const instead = unsupported.get(local);
  const kind = kinds.get(local);
  const name = attributeOf(site, 'name') ?? '';
  const named = (kind && parts.get(kind)) ?? new Map<string, Site>();
  if (instead !== undefined) tellUnsupported(context, site, `“<${tag}>”`, instead);
  else if (kind === undefined) tellUnknown(context, site, [...kinds.keys()]);
  else if (name === '') {
    const message = `“<${tag}>” at the top of a schema needs a “name”.`;
    context.tell(site, { rule: 'xsd-syntax', message, expected: 'name', actual: 'nothing' });
  } else if (named.has(name)) {
    const message = `There are two of the name “${name}”.`;
    context.tell(site, {
      rule: 'name-clash',
      message,
      expected: 'another name',
      actual: name,
      attribute: 'name',
    });
  } else if (checkName(context, site, name)) parts.set(kind, named.set(name, site));
}

function checkGlobal(context: SchemaContext, site: Site): void {
  const known = [
    'name',
    'type',
    'nillable',
    'default',
    'fixed',
    'abstract',
    'substitutionGroup',
    'block',
    'final',
  ];
  checkAttributes(context, site, known);
  refuseAbstract(context, site);
  if (attributeOf(site, 'substitutionGroup') !== undefined) {
    tellUnsupported(
      context,
      site,
      '“substitutionGroup”',
      'Write a choice where one element can stand for another.',
      'substitutionGroup',
    );
  }
}
