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
  attributeText,
  checkKnownAttributes,
  checkName,
  childNodes,
  reportUnknownElement,
  reportUnsupported,
  type SchemaContext,
  type SchemaNode,
  type SchemaPartKind,
} from './schema-context.ts';
import type { XsdTypes } from './shape.ts';

export interface ReadSchema {
  readonly types: XsdTypes;
  /** Types of its global elements, by their name. */
  readonly elements: XsdTypes;
}

const kinds: ReadonlyMap<string, SchemaPartKind> = new Map([
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
  const node: SchemaNode = { element, path };
  const parts = new Map<SchemaPartKind, Map<string, SchemaNode>>();
  const { context, finish } = createSchemaContext(node, parts, report);
  checkKnownAttributes(context, node, schemaAttributes);
  for (const part of childNodes(context, node)) addPart(context, part, parts);
  for (const declared of parts.get('element')?.values() ?? []) checkGlobal(context, declared);
  return finish();
}

function addPart(
  context: SchemaContext,
  node: SchemaNode,
  parts: Map<SchemaPartKind, Map<string, SchemaNode>>,
): void {
  const { local, name: tag } = node.element;
  const instead = unsupported.get(local);
  const kind = kinds.get(local);
  const name = attributeText(node, 'name') ?? '';
  const named = (kind && parts.get(kind)) ?? new Map<string, SchemaNode>();
  if (instead !== undefined) reportUnsupported(context, node, `“<${tag}>”`, instead);
  else if (kind === undefined) reportUnknownElement(context, node, [...kinds.keys()]);
  else if (name === '') {
    const message = `“<${tag}>” at the top of a schema needs a “name”.`;
    context.reportAt(node, { rule: 'xsd-syntax', message, expected: 'name', actual: 'nothing' });
  } else if (named.has(name)) {
    const message = `There are two of the name “${name}”.`;
    context.reportAt(node, {
      rule: 'name-clash',
      message,
      expected: 'another name',
      actual: name,
      attribute: 'name',
    });
  } else if (checkName(context, node, name)) parts.set(kind, named.set(name, node));
}

function checkGlobal(context: SchemaContext, node: SchemaNode): void {
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
  checkKnownAttributes(context, node, known);
  refuseAbstract(context, node);
  if (attributeText(node, 'substitutionGroup') !== undefined) {
    reportUnsupported(
      context,
      node,
      '“substitutionGroup”',
      'Write a choice where one element can stand for another.',
      'substitutionGroup',
    );
  }
}
