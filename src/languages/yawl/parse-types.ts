/** The types of variables: those of XML Schema, those that the specification defines, YAWL's own. */
import { findBuiltIn, findSchemaType } from '../xsd/find-built-in.ts';
import { type ReadSchema, readSchema } from '../xsd/read-schema.ts';
import type { Shape, XsdType, XsdTypes } from '../xsd/shape.ts';
import { schemaNamespace } from './form/check-parts.ts';
import type { FormContext } from './form/form-context.ts';
import { childOf, contentOf, type FormNode } from './form/form-node.ts';
import { shorten } from './shorten.ts';

export interface NamedShape {
  /** Without its prefix. */
  readonly typeName: string;
  /** Null where there is no such type. */
  readonly shape: Shape | null;
}

/** Shared, like those of a specification: what is made of types is kept by their table. */
const noTypes: XsdTypes = {};
const anyShape: Shape = { type: { kind: 'any' }, types: noTypes };

export function parseTypes(context: FormContext, specification: FormNode): ReadSchema {
  const node = childOf(specification, 'schema');
  if (node === undefined) return { types: noTypes, elements: noTypes };
  const { element, at } = node;
  if (element.local !== 'schema') {
    context.report(at, {
      rule: 'unknown-element',
      message: `Of XML Schema only “schema” can stand in a specification, not “${element.name}”.`,
      expected: 'schema',
      actual: element.name,
    });
    return { types: noTypes, elements: noTypes };
  }
  return readSchema(element, at.path, ({ at: span, path, ...mistake }) =>
    context.report({ span, path }, mistake),
  );
}

/** Of a variable that says its type by name, by an element of the schema, or not at all. */
export function findShape(context: FormContext, node: FormNode, { types, elements }: ReadSchema): NamedShape {
  const element = childOf(node, 'element');
  if (element !== undefined) {
    const name = contentOf(element).trim();
    const type = Object.hasOwn(elements, name) ? elements[name] : undefined;
    return { typeName: name, shape: type === undefined ? null : { type, types } };
  }
  const named = childOf(node, 'type');
  if (named === undefined) return { typeName: '', shape: anyShape };
  const written = contentOf(named).trim();
  const colon = written.lastIndexOf(':');
  const typeName = written.slice(colon + 1);
  const namespace = childOf(node, 'namespace');
  const from =
    namespace === undefined
      ? namespaceOf(named, written.slice(0, Math.max(colon, 0)))
      : contentOf(namespace).trim();
  // The editor writes that namespace also for types that the specification defines.
  const builtIn = from === schemaNamespace ? findSchemaType(typeName) : undefined;
  const type = builtIn ?? findNamedOrBuiltIn(typeName, types);
  if (type === undefined && context.version === 'Beta 2')
    return { typeName, shape: asAnything(context, named) };
  const table = type?.kind === 'named' ? types : noTypes;
  return { typeName, shape: type === undefined ? null : { type, types: table } };
}

/** What the author defines comes before what is built in. */
const findNamedOrBuiltIn = (name: string, types: ReadSchema['types']): XsdType | undefined =>
  Object.hasOwn(types, name) ? { kind: 'named', name } : findBuiltIn(name);

/** The first version spells prefixes out, and not every specification declares its own. */
function namespaceOf({ element }: FormNode, prefix: string): string {
  if (prefix === '') return '';
  const defaultNamespace = prefix === 'xs' || prefix === 'xsd' ? schemaNamespace : prefix;
  return element.namespaces.get(prefix) ?? defaultNamespace;
}

/** The first version never looks at types, so a name that stands for none does no harm there. */
function asAnything(context: FormContext, named: FormNode): Shape {
  context.warn(named.textAt, {
    rule: 'unknown-type',
    message: `There is no type “${shorten(contentOf(named).trim())}”, so the variable may be anything.`,
    expected: 'a type of XML Schema, or one that the schema of the specification defines',
    actual: shorten(contentOf(named).trim()),
  });
  return anyShape;
}
