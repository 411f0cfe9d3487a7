/**
 * Reads the schema of a specification (XML Schema 1.0): its named types, and its global elements as types. Unsupported
 * features are reported with name and location, never ignored: import, include, redefine, substitution groups, abstract
 * types, keys, and wildcards that require declarations.
 *
 * Data is in no namespace. So the target namespace of a schema has no effect, nor do qualified names. A name without a
 * prefix belongs to the schema, unless the default namespace is XML Schema's.
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
  /** Types of its global elements, by name. */
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
  ['import', 'Copy its content into this schema.'],
  ['include', 'Copy its content into this schema.'],
  ['redefine', 'Copy the types into this schema.'],
  ['notation', 'Remove it.'],
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
    const message = `The name “${name}” is used twice.`;
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
      'Write a choice of the elements that can replace each other.',
      'substitutionGroup',
    );
  }
}
