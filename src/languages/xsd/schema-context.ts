/** What the readers of a schema share: its global parts by name, references resolved, mistakes told at their place. */
import { findNearest, type Span } from '../../expression/index.ts';
import type { Mistake } from '../document/reporter.ts';
import { isAttributeName } from '../xml/xml-characters.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import type { SimpleCodec } from './compile-simple.ts';
import type { XsdComplex, XsdParticle, XsdSimple, XsdType } from './shape.ts';

export const schemaNamespace = 'http://www.w3.org/2001/XMLSchema';

/** Kinds of global parts; each has names of its own. */
export type SchemaPartKind = 'type' | 'element' | 'group' | 'attribute' | 'attributeGroup';

/** An element of the schema with its path in the document. */
export interface SchemaNode {
  readonly element: XmlElement;
  readonly path: string;
}

export interface SchemaContext {
  reportAt(node: SchemaNode, mistake: SchemaMistake): void;
  /** Undefined where there is none, which is told. */
  find(part: SchemaPartKind, name: string, node: SchemaNode, attribute: string): SchemaNode | undefined;
  /** The type that an attribute names; anything where there is none, which is told. */
  typeOf(node: SchemaNode, attribute: string, name?: string): XsdType;
  /** What a type says, references followed; undefined where it refers to itself, which is told. */
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
  /** Reads what is inside; undefined where it is too deep, which is told. */
  withDepth<T>(node: SchemaNode, read: () => T): T | undefined;
  /** False where the values and patterns of the schema are too much to be looked at, which is told. */
  spend(steps: number, node: SchemaNode): boolean;
  /** Looked at when every type is known: a default value fits its type, names have one type. */
  defer(check: () => void): void;
  /** False where the schema grows beyond what is accepted, which is told. */
  fitsSizeLimit(particle: XsdParticle, node: SchemaNode): boolean;
  /** Reads something that may refer to itself, the first time only; undefined where it does, which is told. */
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
  /** The attribute that it is about; the name of the element where it is none of them. */
  readonly attribute?: string;
}

export function toMistake({ element, path }: SchemaNode, mistakeAt: SchemaMistake): Mistake {
  const { attribute: name, ...mistake } = mistakeAt;
  const attribute = element.attributes.find(({ local, namespace }) => local === name && namespace === '');
  const at: Span = attribute?.valueSpan ?? element.nameSpan;
  return { at, path, ...mistake };
}

/** An attribute as it stands, its spaces, too. */
export const rawAttribute = ({ element }: SchemaNode, name: string): string | undefined =>
  element.attributes.find(({ local, namespace }) => local === name && namespace === '')?.value;

export const attributeText = (node: SchemaNode, name: string): string | undefined =>
  rawAttribute(node, name)?.trim();

/** The parts of a part: without remarks; what is not of XML Schema is told. */
export function childNodes(context: SchemaContext, node: SchemaNode): readonly SchemaNode[] {
  return node.element.children.flatMap((child) => {
    if (child.kind === 'text') {
      if (child.text.trim() === '') return [];
      const message = `There is text inside “<${node.element.name}>”, where only elements can be.`;
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

/** Tells of attributes that an element of XML Schema does not have. */
export function checkKnownAttributes(
  context: SchemaContext,
  node: SchemaNode,
  known: readonly string[],
): void {
  for (const { local, namespace, name } of node.element.attributes) {
    if (namespace !== '' || local === 'id' || known.includes(local)) continue;
    const nearest = findNearest(local, known);
    const hint = nearest === undefined ? `It can have: ${known.join(', ')}.` : `Did you mean “${nearest}”?`;
    const message = `“<${node.element.name}>” has no attribute “${name}”. ${hint}`;
    const expected = nearest ?? known.join(', ');
    context.reportAt(node, { rule: 'xsd-syntax', message, expected, actual: local, attribute: local });
  }
}

/** False where it is no name for an element, an attribute or a type, which is told. */
export function checkName(context: SchemaContext, node: SchemaNode, name: string): boolean {
  if (isAttributeName(name)) return true;
  const message = `“${name}” is no name of XML without a colon, or it is “xmlns”, which XML keeps for itself.`;
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
  const allowed = known.length === 0 ? '' : ` What can: ${known.join(', ')}.`;
  const hint = nearest === undefined ? allowed : ` Did you mean “${nearest}”?`;
  const message = `“<${name}>” cannot stand here in a schema.${hint}`;
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
    expected: 'something that is supported',
    actual: what,
  };
  context.reportAt(node, attribute === undefined ? mistake : { ...mistake, attribute });
}
