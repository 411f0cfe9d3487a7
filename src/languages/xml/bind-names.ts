/** Resolves namespace prefixes and rejects duplicate attributes. */
import type { Span } from '../../expression/index.ts';
import { isNcName } from './xml-characters.ts';
import { XmlFault } from './xml-fault.ts';
import type { XmlAttribute } from './xml-tree.ts';

export type Namespaces = ReadonlyMap<string, string>;

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/';

/** The predefined prefixes. */
export const initialNamespaces: Namespaces = new Map([['xml', xmlNamespace]]);

/** Copied only if an element declares further prefixes. */
const maxPrefixes = 256;

export interface RawAttribute {
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: string;
  readonly valueSpan: Span;
}

export interface BoundAttributes {
  readonly attributes: readonly XmlAttribute[];
  readonly namespaces: Namespaces;
}

export function bindAttributes(raw: readonly RawAttribute[], outer: Namespaces): BoundAttributes {
  const namespaces = declare(raw, outer);
  const expanded = new Set<string>();
  const attributes: XmlAttribute[] = [];
  for (const each of raw) {
    if (isDeclaration(each.name)) continue;
    const { name, nameSpan, value, valueSpan } = each;
    const { local, namespace } = bindName(name, nameSpan, namespaces, '');
    const key = `{${namespace}}${local}`;
    if (namespace !== '' && expanded.has(key)) throw duplicateAttribute(each);
    expanded.add(key);
    const span = { start: nameSpan.start, end: valueSpan.end + 1 };
    attributes.push({ name, local, namespace, value, span, valueSpan });
  }
  return { attributes, namespaces };
}

/** @param unprefixed the namespace of a name without a prefix */
export function bindName(
  name: string,
  span: Span,
  namespaces: Namespaces,
  unprefixed: string,
): { readonly local: string; readonly namespace: string } {
  const colon = name.indexOf(':');
  if (colon < 0) return { local: name, namespace: unprefixed };
  const prefix = name.slice(0, colon);
  const local = name.slice(colon + 1);
  if (!isNcName(prefix) || !isNcName(local)) {
    throw new XmlFault({
      span,
      rule: 'xml-namespace',
      message: `“${name}” is not a valid name with a prefix. Write one colon with a name on each side.`,
      expected: 'prefix:name',
      actual: name,
    });
  }
  const namespace = namespaces.get(prefix);
  if (namespace === undefined) {
    throw new XmlFault({
      span: { start: span.start, end: span.start + prefix.length },
      rule: 'xml-namespace',
      message: `The prefix “${prefix}” is not declared. Declare it on this element or an outer one: xmlns:${prefix}="…".`,
      expected: [...namespaces.keys()].filter((known) => known !== '').join(', '),
      actual: prefix,
    });
  }
  return { local, namespace };
}

const isDeclaration = (name: string): boolean => name === 'xmlns' || name.startsWith('xmlns:');

function declare(raw: readonly RawAttribute[], outer: Namespaces): Namespaces {
  const declarations = raw.filter(({ name }) => isDeclaration(name));
  if (declarations.length === 0) return outer;
  const namespaces = new Map(outer);
  for (const each of declarations) {
    const prefix = each.name.slice('xmlns:'.length);
    const reason = reasonAgainst(each.name, prefix, each.value);
    if (reason !== undefined) {
      throw new XmlFault({
        span: { start: each.nameSpan.start, end: each.valueSpan.end + 1 },
        rule: 'xml-namespace',
        message: reason,
        expected: 'xmlns:prefix="namespace"',
        actual: each.name,
      });
    }
    namespaces.set(prefix, each.value);
  }
  const last = declarations.at(-1);
  if (namespaces.size > maxPrefixes && last !== undefined) {
    throw new XmlFault({
      span: last.nameSpan,
      rule: 'limit',
      message: `At most ${maxPrefixes} prefixes may be declared at a time.`,
      expected: `at most ${maxPrefixes} prefixes`,
      actual: String(namespaces.size),
    });
  }
  return namespaces;
}

function reasonAgainst(name: string, prefix: string, value: string): string | undefined {
  if (name !== 'xmlns' && !isNcName(prefix)) return 'The declared prefix must be a name without a colon.';
  if (prefix === 'xmlns') return 'The prefix “xmlns” cannot be declared: it is reserved for declarations.';
  if (prefix === 'xml' && value !== xmlNamespace)
    return `The prefix “xml” is always bound to ${xmlNamespace}.`;
  if (prefix !== 'xml' && value === xmlNamespace)
    return `Only the prefix “xml” can be bound to ${xmlNamespace}.`;
  if (value === xmlnsNamespace) return `No prefix can be bound to ${xmlnsNamespace}.`;
  if (name !== 'xmlns' && value === '')
    return `The prefix “${prefix}” must be bound to a namespace that is not empty.`;
  return undefined;
}

/** Reports an attribute that its element already has. */
export const duplicateAttribute = ({ name, nameSpan }: Pick<RawAttribute, 'name' | 'nameSpan'>): XmlFault =>
  new XmlFault({
    span: nameSpan,
    rule: 'xml-syntax',
    message: `The attribute “${name}” occurs twice in one tag. Remove one of them.`,
    expected: 'each attribute once',
    actual: name,
  });
