/**
 * Finds what fontoxpath parses but does not compute, or computes differently from XQuery, and what Signalbox does not
 * allow.
 */
import type { Element } from 'slimdom';
import { offsetOf, type ParsedQuery, partsOf } from './parse-query.ts';
import { declarePrefix, type Refusal, refuseAt } from './query-refusal.ts';
import {
  attributeOf,
  declaredFunctions,
  type FunctionName,
  findUndeclared,
  functions,
  prefixes,
} from './resolve-functions.ts';

/** Refused nodes of the tree: how they are written, and what to do. */
const constructs: Readonly<Record<string, readonly [string, string]>> = {
  groupByClause: [
    'group by',
    'take distinct-values() of the keys, and for each of them the items that have it',
  ],
  windowClause: ['window', 'use “for … at $i” and positions in predicates'],
  countClause: ['count', 'use “at $i” of a for clause'],
  allowingEmpty: ['allowing empty', 'check for empty(…) with “if”'],
  treatExpr: ['treat as', 'leave it out, or check with “instance of”'],
  validateExpr: ['validate', 'values are checked against the types of the variables that take them'],
  computedDocumentConstructor: ['document { }', 'construct the element itself'],
  computedNamespaceConstructor: ['namespace { }', 'write xmlns in the start tag of the element'],
  extensionExpr: ['(# #)', 'leave it out'],
  insertExpr: ['insert', 'queries cannot change data: construct a new element'],
  deleteExpr: ['delete', 'queries cannot change data: construct a new element'],
  renameExpr: ['rename', 'queries cannot change data: construct a new element'],
  replaceExpr: ['replace', 'queries cannot change data: construct a new element'],
  transformExpr: ['copy … modify', 'queries cannot change data: construct a new element'],
  moduleImport: ['import module', 'declare the functions in the query'],
  schemaImport: ['import schema', 'the types of the specification need no import'],
  external: ['external', 'a query can read only the data of its net or item; assign a value to the variable'],
  collation: ['collation', 'texts are compared by their characters'],
  stringConstructor: ['``[ ]``', 'use concat(…)'],
};

export const refusedFunctions: Readonly<Record<string, string>> = {
  doc: 'a query can read only the data of its net or item',
  'doc-available': 'a query can read only the data of its net or item',
  collection: 'a query can read only the data of its net or item',
  'uri-collection': 'a query can read only the data of its net or item',
  'unparsed-text': 'a query can read only the data of its net or item',
  'unparsed-text-lines': 'a query can read only the data of its net or item',
  'unparsed-text-available': 'a query can read only the data of its net or item',
  'json-doc': 'a query can read only the data of its net or item',
  'environment-variable': 'a query can read only the data of its net or item',
  'available-environment-variables': 'a query can read only the data of its net or item',
  put: 'queries cannot change data',
  trace: 'its output is not visible',
  'generate-id': 'it returns another value each time',
  'random-number-generator': 'it returns another value each time',
  'function-lookup': 'name the function itself',
  'format-number': 'use round(…), concat(…) and string(…)',
  'format-integer': 'use string(…), substring(…) and concat(…)',
  'format-date': 'take its parts with year-from-date(…) and the like, and join them with concat(…)',
  'format-dateTime': 'take its parts with year-from-dateTime(…) and the like, and join them with concat(…)',
  'format-time': 'take its parts with hours-from-time(…) and the like, and join them with concat(…)',
  'adjust-date-to-timezone': 'times are in UTC',
  'adjust-dateTime-to-timezone': 'times are in UTC',
  'adjust-time-to-timezone': 'times are in UTC',
};

export function findUnsupported(query: ParsedQuery, names: readonly FunctionName[]): Refusal | null {
  const construct = findConstruct(query.root);
  if (construct !== undefined) {
    const { element, written, instead } = construct;
    return refuseAt(query.text, offsetOfConstruct(query, element, written), notSupported(written, instead));
  }
  const undeclared = findUndeclared(query.root);
  if (undeclared !== undefined) {
    const prefix = attributeOf(undeclared, 'prefix') ?? '';
    return refuseAt(query.text, Math.max(query.text.indexOf(`${prefix}:`), 0), declarePrefix(prefix));
  }
  const declared = declaredFunctions(query.root);
  for (const each of names) {
    const reason = reasonAgainst(each, declared);
    if (reason !== undefined) return refuseAt(query.text, offsetOf(query, each.element), reason);
  }
  return null;
}

const notSupported = (written: string, instead: string): string =>
  `“${written}” is not supported: ${instead}.`;

interface Found {
  readonly element: Element;
  readonly written: string;
  readonly instead: string;
}

function findConstruct(element: Element): Found | undefined {
  const known = Object.hasOwn(constructs, element.localName) ? constructs[element.localName] : undefined;
  if (known !== undefined) return { element, written: known[0], instead: known[1] };
  for (const part of partsOf(element)) {
    const found = findConstruct(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Clauses have no position of their own: uses the first match in the enclosing expression. */
function offsetOfConstruct(query: ParsedQuery, element: Element, written: string): number {
  const start = offsetOf(query, element);
  const [first = ''] = written.split(/[^\w(`#]/);
  const found = query.text.indexOf(first, start);
  return found < 0 ? start : found;
}

function reasonAgainst(
  { uri, prefix, name, arity }: FunctionName,
  declared: ReadonlySet<string>,
): string | undefined {
  const written = prefix === '' ? name : `${prefix}:${name}`;
  if (uri === undefined) {
    return declarePrefix(prefix);
  }
  if (declared.has(`{${uri}}${name}#${arity}`)) return undefined;
  if (uri !== functions) return namespaces.has(uri) ? undefined : `The function “${written}” does not exist.`;
  const reason = Object.hasOwn(refusedFunctions, name) ? refusedFunctions[name] : undefined;
  if (reason !== undefined) return notSupported(`${written}()`, reason);
  return (name === 'replace' && arity === 4) || (name === 'tokenize' && arity === 3)
    ? notSupported(`${written}() with flags`, 'write the pattern without them')
    : undefined;
}

/** The namespaces of XQuery: extensions of an engine are not allowed. */
const namespaces: ReadonlySet<string> = new Set(prefixes.values());
