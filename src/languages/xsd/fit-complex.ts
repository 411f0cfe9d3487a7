/** Validates a JSON object against a complex type: attributes and children, or a text with attributes. */
import type { Json } from '../../kernel/index.ts';
import { arrangeContent } from './arrange-content.ts';
import { type Codec, type ComplexCodec, isBare } from './compile-shape.ts';
import { type ChildRule, type ContentModel, wildcardKey } from './content-model.ts';
import { describeContent } from './describe-content.ts';
import { fitAttributes, isRecord, type JsonObject, refuseOthers } from './fit-attributes.ts';
import { fitSimple } from './fit-simple.ts';
import { innerXml, parseInner } from './inner-xml.ts';
import {
  childPath,
  createMismatchCollector,
  describeKind,
  type MismatchCollector,
} from './mismatch-collector.ts';
import { addMissing } from './read-attributes.ts';
import { orderedValues, readChildren } from './read-element.ts';
import { writeChildren } from './to-xml.ts';

type Rule = Pick<ChildRule, 'nillable' | 'default' | 'fixed'>;
type FitElement = (value: Json, codec: Codec, rule: Rule, path: string, found: MismatchCollector) => Json;

export function fitComplex(
  value: Json,
  codec: ComplexCodec,
  rule: Rule,
  path: string,
  found: MismatchCollector,
  fitElement: FitElement,
): Json {
  const { content } = codec;
  if (content.kind === 'elements') return fitObject(value, codec, content.model, path, found, fitElement);
  if (content.kind === 'empty') return fitEmpty(value, codec, path, found);
  const fitText = (given: Json): Json =>
    content.kind === 'text'
      ? fitSimple(given, content.codec, rule, path, found)
      : fitMixed(given, codec, content.model, path, found);
  if (isBare(codec)) return fitText(value);
  // A plain text is the text without attributes.
  const given: JsonObject = isRecord(value) ? value : { '#text': value };
  refuseOthers(given, codec, new Map([['#text', null]]), path, found);
  const attributes = fitAttributes(given, codec, path, found);
  return Object.fromEntries([...attributes, ['#text', fitText(given['#text'] ?? '')]]);
}

function fitEmpty(value: Json, codec: ComplexCodec, path: string, found: MismatchCollector): Json {
  const given: Json = value === null || value === '' ? {} : value;
  if (!isRecord(given)) {
    found.add(path, `“${path}” is always empty: its value is null.`, 'null', describeKind(value));
    return null;
  }
  refuseOthers(given, codec, new Map(), path, found);
  const attributes = fitAttributes(given, codec, path, found);
  return isBare(codec) ? null : Object.fromEntries(attributes);
}

/** Mixed content: XML whose elements have the types of the model. */
function fitMixed(
  value: Json,
  codec: ComplexCodec,
  model: ContentModel,
  path: string,
  found: MismatchCollector,
): Json {
  const parsed = typeof value === 'string' ? parseInner(value) : undefined;
  if (parsed === undefined) {
    found.add(path, `“${path}” must be well-formed XML as a text.`, 'XML as a text', describeKind(value));
    return null;
  }
  readChildren(parsed, codec, model, path, found);
  return innerXml(parsed);
}

function fitObject(
  value: Json,
  codec: ComplexCodec,
  model: ContentModel,
  path: string,
  found: MismatchCollector,
  fitElement: FitElement,
): Json {
  if (!isRecord(value)) {
    const expected = `an object with ${describeContent(model)}`;
    found.add(path, `“${path}” must be ${expected}.`, expected, describeKind(value));
    return null;
  }
  if (!found.spend(sizeOf(codec, model), path)) return null;
  const before = found.count;
  refuseOthers(value, codec, model.children, path, found);
  const attributes = fitAttributes(value, codec, path, found);
  const values = new Map<string, readonly Json[]>();
  for (const rule of model.children.values()) {
    const given = Object.hasOwn(value, rule.name) ? (value[rule.name] ?? null) : undefined;
    if (given === undefined && rule.min === 0) continue;
    const at = childPath(path, rule.name);
    const list = given === undefined ? [] : fitChild(given, codec, rule, at, found, fitElement);
    if (list.length > 0) values.set(rule.name, list);
    checkNumber(list.length, rule, codec, at, found);
    if (found.isFull) return null;
  }
  if (found.count === before && !model.plain) checkArrangement(model, values, path, found);
  const fitted = Object.fromEntries([...attributes, ...Object.entries(orderedValues(model, values))]);
  if (found.count === before && values.has(wildcardKey)) checkWild(fitted, codec, model, path, found);
  return fitted;
}

/** The cost of checking one object. */
const sizeOf = ({ attributes }: ComplexCodec, { children }: ContentModel): number =>
  1 + attributes.size + children.size;

/** An element of a wildcard must not be readable as a declared child. */
function checkWild(
  fitted: JsonObject,
  codec: ComplexCodec,
  model: ContentModel,
  path: string,
  found: MismatchCollector,
): void {
  const wild = (fitted[wildcardKey] ?? []) as readonly string[];
  if (!wild.some((item) => model.children.has(localNameOf(item)))) return;
  const parsed = parseInner(writeChildren(fitted, codec, model));
  const again = createMismatchCollector();
  const read = parsed === undefined ? {} : readChildren(parsed, codec, model, path, again);
  if (again.count === 0 && JSON.stringify(wild) === JSON.stringify(read[wildcardKey])) return;
  const at = childPath(path, wildcardKey);
  const message = `“${at}” has an element that would be read as a declared one. Pass it under its name.`;
  found.add(at, message, 'elements of other names', 'a declared name');
}

/** The local name of a written element: `<p:name …`. */
const localNameOf = (xml: string): string => /^<(?:[^\s/>:]+:)?([^\s/>:]+)/.exec(xml)?.[1] ?? '';

function fitChild(
  value: Json,
  codec: ComplexCodec,
  rule: ChildRule,
  path: string,
  found: MismatchCollector,
  fitElement: FitElement,
): readonly Json[] {
  if (rule.name === wildcardKey) return fitWild(value, path, found);
  const inner = codec.codecOf(rule);
  const hasNull = rule.nillable || (inner.kind === 'complex' && inner.content.kind === 'empty');
  // Null for an optional child omits it.
  if (value === null && !hasNull) {
    if (rule.min > 0) return [fitElement(value, inner, rule, path, found)];
    return [];
  }
  if (rule.max <= 1) return [fitElement(value, inner, rule, path, found)];
  // A single value for a repeated child is a list of one.
  if (!Array.isArray(value)) return [fitElement(value, inner, rule, path, found)];
  return (value as readonly Json[]).map((item, index) =>
    found.isFull ? null : fitElement(item, inner, rule, `${path}[${index}]`, found),
  );
}

function fitWild(value: Json, path: string, found: MismatchCollector): readonly Json[] {
  const items = Array.isArray(value) ? (value as readonly Json[]) : [value];
  return items.map((item, index) => {
    const parsed = typeof item === 'string' ? parseInner(item.trim()) : undefined;
    if (parsed?.children.length === 1 && parsed.children[0]?.kind === 'element') return innerXml(parsed);
    const at = `${path}[${index}]`;
    found.add(
      at,
      `“${at}” must be the XML of one element, as a text.`,
      'an element as a text',
      describeKind(item),
    );
    return null;
  });
}

function checkNumber(
  count: number,
  rule: ChildRule,
  codec: ComplexCodec,
  path: string,
  found: MismatchCollector,
): void {
  if (count === 0 && rule.min > 0) {
    const inner = rule.name === wildcardKey ? undefined : codec.codecOf(rule);
    const description =
      inner?.kind === 'simple'
        ? inner.description
        : inner?.kind === 'complex'
          ? 'an object'
          : 'XML as a text';
    addMissing(path, rule.max > 1 ? `a list, each ${description}` : description, found);
  } else if (count < rule.min) {
    found.add(
      path,
      `“${path}” has ${count} items. It needs at least ${rule.min}.`,
      `at least ${rule.min}`,
      String(count),
    );
  } else if (count > rule.max) {
    found.add(
      path,
      `“${path}” has ${count} items. It can have at most ${rule.max}.`,
      `at most ${rule.max}`,
      String(count),
    );
  }
}

function checkArrangement(
  model: ContentModel,
  values: ReadonlyMap<string, readonly Json[]>,
  path: string,
  found: MismatchCollector,
): void {
  const counts = new Map([...values].map(([name, list]) => [name, list.length]));
  if (arrangeContent(model, counts, (steps) => found.spend(steps, path)) !== undefined || found.isFull)
    return;
  const expected = describeContent(model);
  const actual = values.size === 0 ? 'nothing' : [...values.keys()].join(', ');
  found.add(path, `The elements of “${path}” cannot be combined. Allowed: ${expected}.`, expected, actual);
}
