/**
 * Writes the resolved namespace of every function name into the tree of a query, so that the checks and the
 * computation agree on its meaning.
 */
import type { Element } from 'slimdom';
import { partsOf } from './parse-query.ts';

export const functions = 'http://www.w3.org/2005/xpath-functions';

/** The namespace of functions that Signalbox computes instead of fontoxpath. */
export const ownNamespace = 'urn:signalbox:queries';

/** Prefixes that need no declaration. */
export const prefixes: ReadonlyMap<string, string> = new Map([
  ['fn', functions],
  ['xs', 'http://www.w3.org/2001/XMLSchema'],
  ['math', `${functions}/math`],
  ['map', `${functions}/map`],
  ['array', `${functions}/array`],
  ['local', 'http://www.w3.org/2005/xquery-local-functions'],
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
  ['xsi', 'http://www.w3.org/2001/XMLSchema-instance'],
]);

/** A function name in the tree. */
export interface FunctionName {
  readonly element: Element;
  /** `undefined` if its prefix is not declared. */
  readonly uri: string | undefined;
  readonly prefix: string;
  readonly name: string;
  /** Number of arguments. */
  readonly arity: number;
  readonly isReference: boolean;
}

interface NamespaceScope {
  readonly prefixes: ReadonlyMap<string, string>;
  readonly unprefixed: string;
}

export function resolveFunctions(root: Element): readonly FunctionName[] {
  const found: FunctionName[] = [];
  collect(root, scopeOfProlog(root), found);
  return found;
}

/** The name of a constructed element or attribute whose prefix is not declared. */
export function findUndeclared(root: Element): Element | undefined {
  const find = (element: Element, scope: NamespaceScope): Element | undefined => {
    const inner = element.localName === 'elementConstructor' ? scopeInside(element, scope) : scope;
    for (const part of partsOf(element)) {
      const isName = part.localName === 'tagName' || part.localName === 'attributeName';
      if (isName && attributeOf(part, 'prefix') && uriOf(part, inner) === undefined) return part;
      const found = find(part, inner);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find(root, scopeOfProlog(root));
}

/** The functions that a query declares, as `{namespace}name#arity`. */
export function declaredFunctions(root: Element): ReadonlySet<string> {
  const scope = scopeOfProlog(root);
  return new Set(
    root.getElementsByTagNameNS('*', 'functionDecl').flatMap((declaration) => {
      const name = childOf(declaration, 'functionName');
      const params = childOf(declaration, 'paramList');
      if (name === undefined || params === undefined) return [];
      return [`{${uriOf(name, scope) ?? ''}}${name.textContent}#${partsOf(params).length}`];
    }),
  );
}

export const childOf = (element: Element, name: string): Element | undefined =>
  partsOf(element).find(({ localName }) => localName === name);

export const attributeOf = (element: Element, name: string): string | undefined =>
  element.attributes.find(({ localName }) => localName === name)?.value;

function collect(element: Element, scope: NamespaceScope, found: FunctionName[]): void {
  const inner = element.localName === 'elementConstructor' ? scopeInside(element, scope) : scope;
  const parts = partsOf(element);
  parts.forEach((part, index) => {
    const arity = arityOf(element, part, parts[index + 1]);
    if (arity !== undefined) found.push(settle(part, inner, arity, element.localName === 'namedFunctionRef'));
    else collect(part, inner, found);
  });
}

/** `undefined` if a part is not the name of a called or referenced function. */
function arityOf(element: Element, part: Element, next: Element | undefined): number | undefined {
  if (part.localName === 'EQName' && element.localName === 'arrowExpr') {
    return (next === undefined ? 0 : partsOf(next).length) + 1;
  }
  if (part.localName !== 'functionName' || next === undefined) return undefined;
  if (element.localName === 'functionCallExpr') return partsOf(next).length;
  return element.localName === 'namedFunctionRef' ? Number(next.textContent) : undefined;
}

function settle(element: Element, scope: NamespaceScope, arity: number, isReference: boolean): FunctionName {
  const uri = uriOf(element, scope);
  const prefix = attributeOf(element, 'prefix') ?? '';
  if (uri !== undefined) {
    for (const attribute of [...element.attributes]) element.removeAttributeNode(attribute);
    element.setAttributeNS('http://www.w3.org/2005/XQueryX', 'xqx:URI', uri);
  }
  return { element, uri, prefix, name: element.textContent ?? '', arity, isReference };
}

function uriOf(name: Element, scope: NamespaceScope): string | undefined {
  const uri = attributeOf(name, 'URI');
  if (uri !== undefined) return uri;
  const prefix = attributeOf(name, 'prefix') ?? '';
  return prefix === '' ? scope.unprefixed : scope.prefixes.get(prefix);
}

function scopeOfProlog(root: Element): NamespaceScope {
  const known = new Map(prefixes);
  for (const declaration of root.getElementsByTagNameNS('*', 'namespaceDecl')) declare(declaration, known);
  const unprefixed = root
    .getElementsByTagNameNS('*', 'defaultNamespaceDecl')
    .find((each) => childOf(each, 'defaultNamespaceCategory')?.textContent === 'function');
  return {
    prefixes: known,
    unprefixed: (unprefixed && childOf(unprefixed, 'uri')?.textContent) ?? functions,
  };
}

function scopeInside(made: Element, scope: NamespaceScope): NamespaceScope {
  const attributes = childOf(made, 'attributeList');
  const declarations =
    attributes === undefined
      ? []
      : partsOf(attributes).filter(({ localName }) => localName === 'namespaceDeclaration');
  if (declarations.length === 0) return scope;
  const known = new Map(scope.prefixes);
  for (const declaration of declarations) declare(declaration, known);
  return { ...scope, prefixes: known };
}

function declare(declaration: Element, known: Map<string, string>): void {
  const prefix = childOf(declaration, 'prefix')?.textContent;
  const uri = childOf(declaration, 'uri')?.textContent;
  if (prefix) known.set(prefix, uri ?? '');
}
