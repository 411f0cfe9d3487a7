/** A value that fits a shape: for forms, and for playing without data. */
import type { Json } from '../../kernel/index.ts';
import { type Codec, type ComplexCodec, compileShape, isBare, resolveType } from './compile-shape.ts';
import type { SimpleCodec } from './compile-simple.ts';
import { type ContentModel, type ContentNode, wildcardKey } from './content-model.ts';
import { exampleTexts } from './example-texts.ts';
import { orderedValues } from './read-element.ts';
import type { Shape, XsdType, XsdTypes } from './shape.ts';
import { writeChildren } from './to-xml.ts';

/** Below this, only what has to be there. */
const generousDepth = 3;
const deepest = 20;

export const exampleOf = ({ type, types }: Shape, name: string): Json => exampleOfType(type, types, name, 0);

function exampleOfType(type: XsdType, types: XsdTypes, name: string, depth: number): Json {
  const resolved = resolveType(type, types);
  const codec: Codec = compileShape({ type: resolved, types });
  if (codec.kind === 'any') return `${name}-1`;
  if (codec.kind === 'simple') {
    const text =
      resolved.kind === 'complex' && resolved.content.kind === 'text' ? resolved.content.type : resolved;
    return exampleOfText(text, types, codec, name);
  }
  if (resolved.kind !== 'complex') return null;
  const attributes = resolved.attributes.flatMap((attribute): [string, Json][] => {
    const rule = codec.attributes.get(attribute.name);
    if (rule === undefined || (!rule.required && depth > generousDepth)) return [];
    const fixed = rule.fixed === undefined ? undefined : rule.codec.read(rule.fixed)?.value;
    return [
      [`@${attribute.name}`, fixed ?? exampleOfText(attribute.type, types, rule.codec, attribute.name)],
    ];
  });
  const { content } = codec;
  if (content.kind === 'elements') {
    const children = depth > deepest ? {} : exampleOfContent(content.model, codec, types, depth);
    return Object.fromEntries([...attributes, ...Object.entries(children)]);
  }
  const text =
    resolved.content.kind === 'text' && content.kind === 'text'
      ? exampleOfText(resolved.content.type, types, content.codec, name)
      : content.kind === 'mixed'
        ? exampleOfMixed(content.model, codec, types, name, depth)
        : null;
  if (isBare(codec)) return text;
  return Object.fromEntries(content.kind === 'empty' ? attributes : [...attributes, ['#text', text]]);
}

function exampleOfText(type: XsdType, types: XsdTypes, codec: SimpleCodec, name: string): Json {
  const resolved = resolveType(type, types);
  if (resolved.kind !== 'simple') return `${name}-1`;
  const inner = [...(resolved.members ?? []), ...(resolved.items === undefined ? [] : [resolved.items])];
  const texts = inner.flatMap((each) => {
    const part = resolveType(each, types);
    return part.kind === 'simple' ? exampleTexts(part, name) : [];
  });
  for (const text of [...exampleTexts(resolved, name), ...texts]) {
    const value = codec.read(text)?.value;
    if (value !== undefined) return value;
  }
  return `${name}-1`;
}

/** The elements that have to be in it, or a text. */
function exampleOfMixed(
  model: ContentModel,
  codec: ComplexCodec,
  types: XsdTypes,
  name: string,
  depth: number,
): Json {
  if (model.root.nullable || depth > deepest) return `${name}-1`;
  return writeChildren(exampleOfContent(model, codec, types, generousDepth + depth + 1), codec, model);
}

function exampleOfContent(
  model: ContentModel,
  codec: ComplexCodec,
  types: XsdTypes,
  depth: number,
): { readonly [key: string]: Json } {
  const values = new Map<string, Json[]>();
  const add = (node: ContentNode) => {
    if (node.min === 0 && (depth > generousDepth || node.kind === 'wildcard')) return;
    for (let round = 0; round < Math.max(1, Math.min(node.min, 100)); round++) {
      if (node.kind === 'choice') {
        const part = node.parts.find(({ kind }) => kind !== 'wildcard') ?? node.parts[0];
        if (part !== undefined) add(part);
      } else if (node.kind === 'element' || node.kind === 'wildcard') addLeaf(node);
      else for (const part of node.parts) add(part);
    }
  };
  const addLeaf = ({ name }: ContentNode) => {
    const rule = model.children.get(name);
    if (rule === undefined) return;
    const initial = rule.fixed ?? rule.default;
    const inner = codec.codecOf(rule);
    const given = initial === undefined || inner.kind !== 'simple' ? undefined : inner.read(initial)?.value;
    const value =
      name === wildcardKey ? '<any/>' : (given ?? exampleOfType(rule.type, types, name, depth + 1));
    values.set(name, [...(values.get(name) ?? []), value]);
  };
  add(model.root);
  return orderedValues(model, values);
}
