/** Reads the value of a mapping: a variable, a simple query, or a literal. */
import type { Json } from '../../../kernel/index.ts';
import { parseXml } from '../../xml/parse-xml.ts';
import { writeElement } from '../../xml/write-xml.ts';
import type { Shape } from '../../xsd/shape.ts';
import { childShapesOf, graphTypeOf } from './graph-type-name.ts';
import { readQuery } from './read-query.ts';
import type { NodeTerm, QueryScope, Term } from './term.ts';

export type MappedValue =
  | { readonly kind: 'constant'; readonly value: Json }
  /** An expression of the graph language. */
  | { readonly kind: 'expression'; readonly text: string; readonly nullable?: true }
  /** An object. */
  | { readonly kind: 'record'; readonly fields: readonly (readonly [string, MappedValue])[] };

const madeElement = /^<([A-Za-z_][\w.-]*)\s*>([\s\S]*)<\/\1\s*>$/;
const emptyElement = /^<[A-Za-z_][\w.-]*\s*\/>$/;

/**
 * @param target what receives it
 * @returns the value, or why it cannot be converted
 */
export function readMapping(query: string, scope: QueryScope, target: Shape): MappedValue | string {
  const trimmed = query.trim();
  if (emptyElement.test(trimmed)) return emptyMapping(target);
  const made = madeElement.exec(trimmed);
  if (made === null) {
    const term = readQuery(trimmed.replace(/^\{([^{}]*)\}$/, '$1'), scope);
    return typeof term === 'string' ? term : givenOf(term, target, true);
  }
  const inside = made[2]?.trim() ?? '';
  if (inside === '') return emptyMapping(target);
  const enclosed = /^\{([^{}]*)\}$/.exec(inside)?.[1];
  if (enclosed === undefined) {
    return inside.startsWith('<') ? recordOf(trimmed, scope, target) : writtenOut(inside, target);
  }
  const term = readQuery(enclosed, scope);
  return typeof term === 'string' ? term : givenOf(term, target, false);
}

/** Elements in an element, each with its own value. */
function recordOf(query: string, scope: QueryScope, target: Shape): MappedValue | string {
  const { root } = parseXml(query);
  const parts = root?.children.filter((each) => each.kind === 'element' || each.text.trim() !== '') ?? [];
  const known = childShapesOf(target);
  const fields: [string, MappedValue][] = [];
  for (const part of parts) {
    const child = part.kind === 'element' ? known.get(part.local) : undefined;
    if (part.kind !== 'element' || child === undefined || child.many) return 'it is more than a simple query';
    if (fields.some(([name]) => name === part.local)) return 'it is more than a simple query';
    const given = readMapping(writeElement(part), scope, child.shape);
    if (typeof given === 'string') return given;
    fields.push([part.local, given]);
  }
  return fields.length === 0 ? 'it is more than a simple query' : { kind: 'record', fields };
}

/** The value of an empty element: the empty string, or nothing. */
export function emptyMapping(target: Shape): MappedValue {
  return { kind: 'constant', value: graphTypeOf(target) === 'str' ? '' : null };
}

function writtenOut(text: string, target: Shape): MappedValue | string {
  if (/[<&{}]/.test(text)) return 'it is more than a simple query';
  switch (graphTypeOf(target)) {
    case 'str':
    case 'date':
      return { kind: 'constant', value: text };
    case 'int':
    case 'float':
      return /^-?\d{1,15}(?:\.\d+)?$/.test(text)
        ? { kind: 'constant', value: Number(text) }
        : `“${text}” is not a number`;
    case 'bool':
      return text === 'true' || text === 'false'
        ? { kind: 'constant', value: text === 'true' }
        : `“${text}” is neither true nor false`;
    default:
      return 'it writes out a value with parts';
  }
}

/** @param whole the element itself is the value, not the content of one */
function givenOf(term: Term, target: Shape, whole: boolean): MappedValue | string {
  if (term.kind === 'node') return givenOfNode(term, target, whole);
  const kind = graphTypeOf(target);
  if (term.literal !== undefined) return writtenOut(term.literal, target);
  if (term.type === 'bool') return kind === 'bool' ? expression(term.text) : as(kind, `string(${term.text})`);
  if (term.type === 'num') {
    if (kind === 'float' || kind === 'int') return expression(term.text);
    return as(kind, `string(${term.text})`);
  }
  return as(kind, term.text);
}

const expression = (text: string): MappedValue => ({ kind: 'expression', text });

const ofNode = ({ text, nullable, of }: NodeTerm): MappedValue =>
  nullable && of !== 'str' ? { kind: 'expression', text, nullable } : expression(text);

const as = (kind: string, text: string): MappedValue | string =>
  kind === 'str' ? expression(text) : 'it returns a value of another type';

function givenOfNode(node: NodeTerm, target: Shape, whole: boolean): MappedValue | string {
  const { of, part, many } = node;
  if (many) return 'it returns several elements';
  const simple = of !== 'object' && of !== 'any';
  if (part === 'number') return 'it returns a value that may not be a number';
  if (part === 'children' && simple) return 'it returns the children of a plain value';
  if (part === 'text' && !simple) return 'it returns the text of a value with parts';
  if (part === 'element' && !whole) return 'it puts an element into an element';
  const kind = graphTypeOf(target);
  if (of === kind) {
    if (simple || JSON.stringify(node.shape.type) === JSON.stringify(target.type)) return ofNode(node);
    return 'it returns a value of another type';
  }
  if (of === 'int' && kind === 'float') return ofNode(node);
  if (kind !== 'str' || !simple || of === 'list') return 'it returns a value of another type';
  return expression(node.nullable ? `string(default(${node.text}, ""))` : `string(${node.text})`);
}
