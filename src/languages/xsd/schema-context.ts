/**
 * What the readers of a schema share: its global parts by name, resolution of references, and reporting of errors with
 * their location.
 */
import { findNearest, type Span } from '../../expression/index.ts';
import type { Mistake } from '../document/reporter.ts';
import { isAttributeName } from '../xml/xml-characters.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import type { SimpleCodec } from './compile-simple.ts';
import type { XsdComplex, XsdParticle, XsdSimple, XsdType } from './shape.ts';

export const schemaNamespace = 'http://www.w3.org/2001/XMLSchema';

/** Kinds of global parts; each has its own names. */
export type SchemaPartKind = 'type' | 'element' | 'group' | 'attribute' | 'attributeGroup';

/** An element of the schema with its path in the document. */
export interface SchemaNode {
  readonly element: XmlElement;
  readonly path: string;
}

export interface SchemaContext {
  reportAt(node: SchemaNode, mistake: SchemaMistake): void;
  /** `undefined` if it does not exist, which is reported. */
  find(part: SchemaPartKind, name: string, node: SchemaNode, attribute: string): SchemaNode | undefined;
  /** The type that an attribute names; the any type if it does not exist, which is reported. */
  typeOf(node: SchemaNode, attribute: string, name?: string): XsdType;
  /** The definition of a type, with references followed; `undefined` if it refers to itself, which is reported. */
  definitionOf(
    type: XsdType,
    node: SchemaNode,
    attribute: string,
  ): Exclude<XsdType, { kind: 'named' }> | undefined;
  codecOf(simple: XsdSimple): SimpleCodec;
  readSimpleType(node: SchemaNode): XsdSimple;
  readComplexType(node: SchemaNode): XsdComplex;
  /** The type of a global element. */
  elementType(name: string, node: SchemaNode): XsdType;
  /** Reads the content; `undefined` if it is nested too deeply, which is reported. */
  withDepth<T>(node: SchemaNode, read: () => T): T | undefined;
  /** False if checking the values and patterns of the schema costs too much, which is reported. */
  spend(steps: number, node: SchemaNode): boolean;
  /** Deferred until every type is known: a default value fits its type, names have one type. */
  defer(check: () => void): void;
  /** False if the schema exceeds its size limit, which is reported. */
  fitsSizeLimit(particle: XsdParticle, node: SchemaNode): boolean;
  /** Reads a part that can refer to itself, once; `undefined` if it does, which is reported. */
  readOnce<T>(what: string, node: SchemaNode, read: () => T, attribute?: string): T | undefined;
}

export interface SchemaMistake {
  readonly rule:
    | 'xsd-unsupported'
    | 'xsd-syntax'
    | 'xsd-value'
    | 'unknown-type'
    | 'xsd-circular'
    | 'name-clash'
    | 'bad-pattern'
    | 'limit';
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** The attribute with the error; if absent, the name of the element. */
  readonly attribute?: string;
}

export function toMistake({ element, path }: SchemaNode, mistakeAt: SchemaMistake): Mistake {
  const { attribute: name, ...mistake } = mistakeAt;
  const attribute = element.attributes.find(({ local, namespace }) => local === name && namespace === '');
  const at: Span = attribute?.valueSpan ?? element.nameSpan;
  return { at, path, ...mistake };
}

/** The value of an attribute, including spaces. */
export const rawAttribute = ({ element }: SchemaNode, name: string): string | undefined =>
  element.attributes.find(({ local, namespace }) => local === name && namespace === '')?.value;

export const attributeText = (node: SchemaNode, name: string): string | undefined =>
  rawAttribute(node, name)?.trim();

/** The children of a part, without annotations. Elements of other namespaces are reported. */
export function childNodes(context: SchemaContext, node: SchemaNode): readonly SchemaNode[] {
  return node.element.children.flatMap((child) => {
    if (child.kind === 'text') {
      if (child.text.trim() === '') return [];
      const message = `“<${node.element.name}>” contains text. Only elements are allowed.`;
      context.reportAt(node, { rule: 'xsd-syntax', message, expected: 'elements', actual: 'a text' });
      return [];
    }
    const part = schemaNodeOf(child, node.path);
    if (child.namespace !== schemaNamespace) {
      reportUnknownElement(context, part, []);
      return [];
    }
    return child.local === 'annotation' ? [] : [part];
  });
}

function schemaNodeOf(element: XmlElement, path: string): SchemaNode {
  const name = element.attributes.find(({ local, namespace }) => local === 'name' && namespace === '')?.value;
  return { element, path: `${path}.${element.local}${name === undefined ? '' : `[${name}]`}` };
}

/** Reports attributes that an element of XML Schema does not have. */
export function checkKnownAttributes(
  context: SchemaContext,
  node: SchemaNode,
  known: readonly string[],
): void {
  for (const { local, namespace, name } of node.element.attributes) {
    if (namespace !== '' || local === 'id' || known.includes(local)) continue;
    const nearest = findNearest(local, known);
    const hint = nearest === undefined ? `Allowed: ${known.join(', ')}.` : `Did you mean “${nearest}”?`;
    const message = `“<${node.element.name}>” has no attribute “${name}”. ${hint}`;
    const expected = nearest ?? known.join(', ');
    context.reportAt(node, { rule: 'xsd-syntax', message, expected, actual: local, attribute: local });
  }
}

/** False if it is not a valid name of an element, an attribute or a type, which is reported. */
export function checkName(context: SchemaContext, node: SchemaNode, name: string): boolean {
  if (isAttributeName(name)) return true;
  const message = `“${name}” is not a valid name. Use an XML name without a colon, other than “xmlns”.`;
  context.reportAt(node, {
    rule: 'xsd-syntax',
    message,
    expected: 'a name without a colon',
    actual: name,
    attribute: 'name',
  });
  return false;
}

export function reportUnknownElement(
  context: SchemaContext,
  node: SchemaNode,
  known: readonly string[],
): void {
  const { name, local } = node.element;
  const nearest = findNearest(local, known);
  const allowed = known.length === 0 ? '' : ` Allowed: ${known.join(', ')}.`;
  const hint = nearest === undefined ? allowed : ` Did you mean “${nearest}”?`;
  const message = `“<${name}>” is not allowed here in a schema.${hint}`;
  context.reportAt(node, {
    rule: 'xsd-syntax',
    message,
    expected: nearest ?? known.join(', '),
    actual: local,
  });
}

export function reportUnsupported(
  context: SchemaContext,
  node: SchemaNode,
  what: string,
  instead: string,
  attribute?: string,
): void {
  const message = `${what} is not supported. ${instead}`;
  const mistake: SchemaMistake = {
    rule: 'xsd-unsupported',
    message,
    expected: 'a supported feature',
    actual: what,
  };
  context.reportAt(node, attribute === undefined ? mistake : { ...mistake, attribute });
}
