/** Evaluates queries over data documents and reads their results. */
import type { Compiled, Effort, Json, Scope } from '../../../kernel/index.ts';
import type { QueryEngine, QueryItem } from '../../query-engine.ts';
import { parseXml } from '../../xml/parse-xml.ts';
import { escapeText, textContentOf } from '../../xml/write-xml.ts';
import type { XmlElement } from '../../xml/xml-tree.ts';
import { emptyValueOf } from '../../xsd/default-value.ts';
import { fromXml } from '../../xsd/from-xml.ts';
import type { XsdTypes } from '../../xsd/shape.ts';
import { documentReader, documentWriter, tooMuchEffort } from './data-document.ts';
import type { DataField, YawlSource } from './evaluator-source.ts';
import { type CopiedField, findCopiedField } from './find-copied-field.ts';
import { tryCompute } from './try-compute.ts';

export interface QueryCompileContext {
  readonly queries: QueryEngine;
  readonly types: XsdTypes;
  readonly resolve: (name: string) => number | undefined;
}

type SourceOf<D extends YawlSource['do']> = Extract<YawlSource, { readonly do: D }>;

/** The result items of a query. */
export function compileQuery(
  context: QueryCompileContext,
  { query, over }: SourceOf<'map' | 'test' | 'count' | 'piece' | 'split'>,
) {
  const write = documentWriter(over, context.types, context.resolve);
  return (scope: Scope): readonly QueryItem[] => context.queries.evaluate(query, write(scope), scope.at);
}

export function compileMap(context: QueryCompileContext, source: SourceOf<'map'>): Compiled {
  const copied = findCopiedField(source, context.types);
  if (copied !== undefined) return compileCopy(context, source, copied);
  const ask = compileQuery(context, source);
  return (scope) => readResult(ask(scope), source.to, context.types, scope.effort);
}

/** An empty value is what the query would return for an empty element. */
function compileCopy(
  { types, resolve }: QueryCompileContext,
  { over, to }: SourceOf<'map'>,
  { field, isWrapped }: CopiedField,
): Compiled {
  const read = documentReader({ ...over, fields: [field] }, types, resolve);
  const empty: QueryItem = { kind: 'element', text: `<${to.name}/>` };
  return (scope) => {
    const [value] = read(scope);
    if (value !== undefined && value !== null) return value;
    return readResult(value === null || isWrapped ? [empty] : [], to, types, scope.effort);
  };
}

export function compileQueryTest(context: QueryCompileContext, source: SourceOf<'test'>): Compiled {
  const ask = compileQuery(context, source);
  return (scope) => {
    const [item] = ask(scope);
    return item?.text === 'true';
  };
}

/** YAWL ignores a bound that cannot be evaluated. A resource limit is not ignored. */
export function compileCount(context: QueryCompileContext, source: SourceOf<'count'>): Compiled {
  const ask = compileQuery(context, source);
  return (scope) => {
    const [item] = tryCompute(() => ask(scope)) ?? [];
    const count = item === undefined ? Number.NaN : Number(contentOf(item).trim() || Number.NaN);
    return Number.isInteger(count) && count >= 1 ? count : source.otherwise;
  };
}

/** The single element of a result, with any name, read by the type of its target. */
export function readResult(
  items: readonly QueryItem[],
  to: DataField,
  types: XsdTypes,
  effort: Effort,
): Json {
  const shape = { type: to.type, types };
  if (items.length === 0) return withoutContent(to, types);
  const element = parseElement(elementText(items, to.name));
  const fitted = fromXml(element, shape, to.name, effort);
  if (effort.left < 0) throw new Error(tooMuchEffort);
  if (fitted.kind === 'fitted') return fitted.value;
  if (isBlank(element)) return withoutContent(to, types);
  throw new Error(fitted.problems.map(({ message }) => message).join(' '));
}

function withoutContent({ name, type, required }: DataField, types: XsdTypes): Json {
  if (required) throw new Error(`The query for “${name}” returns nothing, but a value is required.`);
  return emptyValueOf({ type, types });
}

/** Text and atomic values become the content of the target element. */
function elementText(items: readonly QueryItem[], name: string): string {
  const elements = items.filter(({ kind }) => kind === 'element');
  const [element] = elements;
  if (element === undefined)
    return `<${name}>${escapeText(items.map(({ text }) => text).join(' '))}</${name}>`;
  const others = items.filter(({ kind, text }) => kind !== 'element' && text.trim() !== '');
  if (elements.length === 1 && others.length === 0) return element.text;
  const count = elements.length + others.length;
  throw new Error(`The query for “${name}” returns ${count} nodes. One element is required.`);
}

export function parseElement(text: string): XmlElement {
  const { root, problems } = parseXml(text);
  if (root === null) throw new Error(problems[0]?.message ?? 'The result is not XML.');
  return root;
}

const isBlank = ({ children, attributes }: XmlElement): boolean =>
  attributes.length === 0 && children.every((child) => child.kind === 'text' && child.text.trim() === '');

/** For an element: its inner text. */
function contentOf({ kind, text }: QueryItem): string {
  return kind === 'element' ? textContentOf(parseElement(text)) : text;
}
