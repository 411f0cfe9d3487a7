/** Reads one XML element by its type: its value, and its mismatches. */
import type { Json } from '../../kernel/index.ts';
import { textContentOf, writeElement } from '../xml/write-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { type Codec, type ComplexCodec, isBare } from './compile-shape.ts';
import { type SimpleCodec, stepsFor } from './compile-simple.ts';
import { type ChildRule, type ContentModel, wildcardKey } from './content-model.ts';
import { innerXml } from './inner-xml.ts';
import { expectedAt, isComplete, matchChild, startMatch } from './match-content.ts';
import { childPath, clip, type MismatchCollector } from './mismatch-collector.ts';
import { readAttributes } from './read-attributes.ts';

type Rule = Pick<ChildRule, 'nillable' | 'default' | 'fixed'>;

export const noRule: Rule = { nillable: false, default: undefined, fixed: undefined };

export function readElement(
  element: XmlElement,
  codec: Codec,
  rule: Rule,
  path: string,
  found: MismatchCollector,
): Json {
  if (found.isFull) return null;
  if (element.namespace !== '') {
    found.add(
      path,
      `“${path}” is in a namespace. Data has none: remove “xmlns”.`,
      'no namespace',
      'a namespace',
    );
  }
  const { values, nil } = readAttributes(element, codec, path, found);
  if (nil) return readNil(element, rule, values.length > 0, path, found);
  if (codec.kind === 'any') {
    const inside = innerXml(element);
    return values.length === 0 ? inside : Object.fromEntries([...values, ['#text', inside]]);
  }
  if (codec.kind === 'simple') return readText(element, codec, rule, path, found);
  const value = readContent(element, codec, rule, path, found);
  if (codec.content.kind === 'elements')
    return Object.fromEntries([...values, ...Object.entries(value ?? {})]);
  if (isBare(codec)) return value;
  return Object.fromEntries(codec.content.kind === 'empty' ? values : [...values, ['#text', value]]);
}

function readNil(
  element: XmlElement,
  rule: Rule,
  attributed: boolean,
  path: string,
  found: MismatchCollector,
): null {
  if (!rule.nillable) {
    found.add(path, `“${path}” cannot be nil: it is not declared “nillable”.`, 'a value', 'nil');
  } else if (element.children.length > 0) {
    found.add(path, `“${path}” is nil and must be empty.`, 'an empty element', 'content');
  } else if (attributed) {
    found.add(
      path,
      `“${path}” is nil and has attributes, which is not supported.`,
      'no attributes',
      'attributes',
    );
  }
  return null;
}

function readContent(
  element: XmlElement,
  codec: ComplexCodec,
  rule: Rule,
  path: string,
  found: MismatchCollector,
): Json {
  const { content } = codec;
  switch (content.kind) {
    case 'empty':
      if (element.children.length > 0) {
        found.add(path, `“${path}” must be empty.`, 'an empty element', 'content');
      }
      return null;
    case 'text':
      return readText(element, content.codec, rule, path, found);
    case 'elements': {
      const text = element.children.find((child) => child.kind === 'text' && /[^ \t\n\r]/.test(child.text));
      if (text !== undefined) {
        found.add(path, `“${path}” can only contain elements, no text.`, 'elements', 'a text');
      }
      return readChildren(element, codec, content.model, path, found);
    }
    case 'mixed': {
      const text = textContentOf(element);
      if (rule.fixed !== undefined && element.children.length > 0 && text !== rule.fixed)
        addFixed(rule.fixed, path, found);
      readChildren(element, codec, content.model, path, found);
      return element.children.length === 0 ? (rule.fixed ?? rule.default ?? '') : innerXml(element);
    }
  }
}

/** Also for an element that can have attributes, which are read separately. */
function readText(
  element: XmlElement,
  codec: SimpleCodec,
  rule: Rule,
  path: string,
  found: MismatchCollector,
): Json {
  if (element.children.some(({ kind }) => kind === 'element')) {
    found.add(
      path,
      `“${path}” is ${codec.description}. It cannot contain elements.`,
      codec.description,
      'elements',
    );
    return null;
  }
  const initial = rule.fixed ?? rule.default;
  const text = element.children.length === 0 && initial !== undefined ? initial : textContentOf(element);
  if (!found.spend(stepsFor(codec, text), path)) return null;
  const parsed = codec.read(text);
  if (parsed === undefined) {
    const actual = text === '' ? 'an empty element' : 'another text';
    found.add(path, `“${path}” must be ${codec.description}.`, codec.description, actual);
    return null;
  }
  if (rule.fixed !== undefined && codec.read(rule.fixed)?.canonical !== parsed.canonical)
    addFixed(rule.fixed, path, found);
  return parsed.value;
}

export const addFixed = (fixed: string, path: string, found: MismatchCollector): void =>
  found.add(path, `“${path}” must be “${fixed}”.`, `“${fixed}”`, 'another value');

/** In the order of the model, regardless of the order in the text. */
export function readChildren(
  element: XmlElement,
  codec: ComplexCodec,
  model: ContentModel,
  path: string,
  found: MismatchCollector,
): { readonly [key: string]: Json } {
  const values = new Map<string, Json[]>();
  let positions = startMatch(model);
  const spend = (steps: number): boolean => found.spend(steps, path);
  if (!spend(1 + model.children.size)) return {};
  for (const child of element.children) {
    if (child.kind === 'text') continue;
    const match = matchChild(positions, child.local, spend);
    if (found.isFull) return {};
    if (match === undefined) {
      addUnexpected(child, expectedAt(positions), isComplete(positions), path, found);
      return {};
    }
    positions = match.positions;
    const key = match.named ? child.local : wildcardKey;
    const rule = model.children.get(key);
    const list = values.get(key) ?? [];
    values.set(key, list);
    if (!match.named) list.push(writeElement(child));
    else if (rule !== undefined) {
      const place = childPath(path, key);
      const at = rule.max > 1 ? `${place}[${list.length}]` : place;
      list.push(readElement(child, codec.codecOf(rule), rule, at, found));
    }
  }
  if (!isComplete(positions)) {
    const names = clip(expectedAt(positions).map(describeName).join(' or '));
    found.add(path, `“${path}” ends too early: ${names} is missing.`, names, 'nothing');
  }
  return orderedValues(model, values);
}

/** A list if several are allowed. */
export function orderedValues(
  model: ContentModel,
  values: ReadonlyMap<string, readonly Json[]>,
): { readonly [key: string]: Json } {
  const entries: [string, Json][] = [];
  for (const { name, max } of model.children.values()) {
    const list = values.get(name) ?? [];
    const [first] = list;
    if (first !== undefined) entries.push([name, max > 1 || name === wildcardKey ? list : first]);
  }
  return Object.fromEntries(entries);
}

function addUnexpected(
  child: XmlElement,
  expected: readonly string[],
  canEnd: boolean,
  path: string,
  found: MismatchCollector,
): void {
  const names = clip([...expected.map(describeName), ...(canEnd ? ['nothing more'] : [])].join(' or '));
  const message = `“<${clip(child.name)}>” is not allowed at this position in “${path}”. Allowed: ${names}.`;
  found.add(childPath(path, child.local), message, names, `“<${clip(child.name)}>”`);
}

const describeName = (name: string): string => (name === wildcardKey ? 'any element' : `“<${name}>”`);
