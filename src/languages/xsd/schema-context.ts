/** What the readers of a schema share: its global parts by name, references resolved, mistakes told at their place. */
import { findNearest, type Span } from '../../expression/index.ts';
import type { Mistake } from '../document/reporter.ts';
import { isAttributeName } from '../xml/xml-characters.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import type { SimpleCodec } from './compile-simple.ts';
import type { XsdComplex, XsdParticle, XsdSimple, XsdType } from './shape.ts';

export const schemaNamespace = 'http://www.w3.org/2001/XMLSchema';

/** Kinds of global parts; each has names of its own. */
export type Part = 'type' | 'element' | 'group' | 'attribute' | 'attributeGroup';

/** An element of the schema with its path in the document. */
export interface Site {
  readonly element: XmlElement;
  readonly path: string;
}

export interface SchemaContext {
  tell(site: Site, mistake: Told): void;
  /** Undefined where there is none, which is told. */
  find(part: Part, name: string, site: Site, attribute: string): Site | undefined;
  /** The type that an attribute names; anything where there is none, which is told. */
  typeOf(site: Site, attribute: string, name?: string): XsdType;
  /** What a type says, references followed; undefined where it refers to itself, which is told. */
  definitionOf(type: XsdType, site: Site, attribute: string): Exclude<XsdType, { kind: 'named' }> | undefined;
  codecOf(simple: XsdSimple): SimpleCodec;
  readSimpleType(site: Site): XsdSimple;
  readComplexType(site: Site): XsdComplex;
  /** The type of a global element. */
  elementType(name: string, site: Site): XsdType;
  /** Reads what is inside; undefined where it is too deep, which is told. */
  deeper<T>(site: Site, read: () => T): T | undefined;
  /** False where the values and patterns of the schema are too much to be looked at, which is told. */
  spend(looks: number, site: Site): boolean;
  /** Looked at when every type is known: a default value fits its type, names have one type. */
  later(check: () => void): void;
  /** False where the schema grows beyond what is accepted, which is told. */
  grows(particle: XsdParticle, site: Site): boolean;
  /** Reads something that may refer to itself, the first time only; undefined where it does, which is told. */
  once<T>(what: string, site: Site, read: () => T, attribute?: string): T | undefined;
}

export interface Told {
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

export function toMistake({ element, path }: Site, told: Told): Mistake {
  const { attribute: name, ...mistake } = told;
  const attribute = element.attributes.find(({ local, namespace }) => local === name && namespace === '');
  const at: Span = attribute?.valueSpan ?? element.nameSpan;
  return { at, path, ...mistake };
}

/** An attribute as it stands, its spaces, too. */
export const rawOf = ({ element }: Site, name: string): string | undefined =>
  element.attributes.find(({ local, namespace }) => local === name && namespace === '')?.value;

export const attributeOf = (site: Site, name: string): string | undefined => rawOf(site, name)?.trim();

/** The parts of a part: without remarks; what is not of XML Schema is told. */
export function partsOf(context: SchemaContext, site: Site): readonly Site[] {
  return site.element.children.flatMap((child) => {
    if (child.kind === 'text') {
      if (child.text.trim() === '') return [];
      const message = `There is text inside “<${site.element.name}>”, where only elements can be.`;
      context.tell(site, { rule: 'xsd-syntax', message, expected: 'elements', actual: 'a text' });
      return [];
    }
    const part = siteOf(child, site.path);
    if (child.namespace !== schemaNamespace) {
      tellUnknown(context, part, []);
      return [];
    }
    return child.local === 'annotation' ? [] : [part];
  });
}

function siteOf(element: XmlElement, path: string): Site {
  const name = element.attributes.find(({ local, namespace }) => local === 'name' && namespace === '')?.value;
  return { element, path: `${path}.${element.local}${name === undefined ? '' : `[${name}]`}` };
}

/** Tells of attributes that an element of XML Schema does not have. */
export function checkAttributes(context: SchemaContext, site: Site, known: readonly string[]): void {
  for (const { local, namespace, name } of site.element.attributes) {
    if (namespace !== '' || local === 'id' || known.includes(local)) continue;
    const nearest = findNearest(local, known);
    const hint = nearest === undefined ? `It can have: ${known.join(', ')}.` : `Did you mean “${nearest}”?`;
    const message = `“<${site.element.name}>” has no attribute “${name}”. ${hint}`;
    const expected = nearest ?? known.join(', ');
    context.tell(site, { rule: 'xsd-syntax', message, expected, actual: local, attribute: local });
  }
}

/** False where it is no name for an element, an attribute or a type, which is told. */
export function checkName(context: SchemaContext, site: Site, name: string): boolean {
  if (isAttributeName(name)) return true;
  const message = `“${name}” is no name of XML without a colon, or it is “xmlns”, which XML keeps for itself.`;
  context.tell(site, {
    rule: 'xsd-syntax',
    message,
    expected: 'a name without a colon',
    actual: name,
    attribute: 'name',
  });
  return false;
}

export function tellUnknown(context: SchemaContext, site: Site, known: readonly string[]): void {
  const { name, local } = site.element;
  const nearest = findNearest(local, known);
  const allowed = known.length === 0 ? '' : ` What can: ${known.join(', ')}.`;
  const hint = nearest === undefined ? allowed : ` Did you mean “${nearest}”?`;
  const message = `“<${name}>” cannot stand here in a schema.${hint}`;
  context.tell(site, { rule: 'xsd-syntax', message, expected: nearest ?? known.join(', '), actual: local });
}

export function tellUnsupported(
  context: SchemaContext,
  site: Site,
  what: string,
  instead: string,
  attribute?: string,
): void {
  const message = `${what} is not supported. ${instead}`;
  const told: Told = {
    rule: 'xsd-unsupported',
    message,
    expected: 'something that is supported',
    actual: what,
  };
  context.tell(site, attribute === undefined ? told : { ...told, attribute });
}
