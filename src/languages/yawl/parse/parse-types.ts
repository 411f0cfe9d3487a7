/** Resolves the types of variables: those of XML Schema, of the specification, and of YAWL. */
import { findBuiltIn, findSchemaType } from '../../xsd/find-built-in.ts';
import { type ReadSchema, readSchema } from '../../xsd/read-schema.ts';
import type { Shape, XsdType, XsdTypes } from '../../xsd/shape.ts';
import { schemaNamespace } from '../form/check-parts.ts';
import type { FormContext } from '../form/form-context.ts';
import { childOf, contentOf, type FormNode } from '../form/form-node.ts';
import { shorten } from '../model/shorten.ts';

export interface NamedShape {
  /** Without its prefix. */
  readonly typeName: string;
  /** `null` if the type does not exist. */
  readonly shape: Shape | null;
}

/** Shared, like those of a specification: results derived from types are cached by their table. */
const noTypes: XsdTypes = {};
const anyShape: Shape = { type: { kind: 'any' }, types: noTypes };

export function parseTypes(context: FormContext, specification: FormNode): ReadSchema {
  const node = childOf(specification, 'schema');
  if (node === undefined) return { types: noTypes, elements: noTypes };
  const { element, at } = node;
  if (element.local !== 'schema') {
    context.report(at, {
      rule: 'unknown-element',
      message: `“${element.name}” is not allowed in a specification. Of XML Schema, only “schema” is.`,
      expected: 'schema',
      actual: element.name,
    });
    return { types: noTypes, elements: noTypes };
  }
  return readSchema(element, at.path, ({ at: span, path, ...mistake }) =>
    context.report({ span, path }, mistake),
  );
}

/** The type of a variable: by name, by an element of the schema, or none. */
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
  // The editor also writes that namespace for types that the specification defines.
  const builtIn = from === schemaNamespace ? findSchemaType(typeName) : undefined;
  const type = builtIn ?? findNamedOrBuiltIn(typeName, types);
  if (type === undefined && context.version === 'Beta 2')
    return { typeName, shape: asAnything(context, named) };
  const table = type?.kind === 'named' ? types : noTypes;
  return { typeName, shape: type === undefined ? null : { type, types: table } };
}

/** Types of the author have precedence over built-in types. */
const findNamedOrBuiltIn = (name: string, types: ReadSchema['types']): XsdType | undefined =>
  Object.hasOwn(types, name) ? { kind: 'named', name } : findBuiltIn(name);

/** The first version spells prefixes out, and not every specification declares its own. */
function namespaceOf({ element }: FormNode, prefix: string): string {
  if (prefix === '') return '';
  const defaultNamespace = prefix === 'xs' || prefix === 'xsd' ? schemaNamespace : prefix;
  return element.namespaces.get(prefix) ?? defaultNamespace;
}

/** The first version ignores types, so an unknown name is harmless there. */
function asAnything(context: FormContext, named: FormNode): Shape {
  context.warn(named.textAt, {
    rule: 'unknown-type',
    message: `Type “${shorten(contentOf(named).trim())}” does not exist. The variable accepts any value.`,
    expected: 'a type of XML Schema, or one that the schema of the specification defines',
    actual: shorten(contentOf(named).trim()),
  });
  return anyShape;
}
