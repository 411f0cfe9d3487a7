/** Creates a value that fits a shape, for forms and for simulations without data. */
import type { Json } from '../../kernel/index.ts';
import { type Codec, type ComplexCodec, compileShape, isBare, resolveType } from './compile-shape.ts';
import type { SimpleCodec } from './compile-simple.ts';
import { type ContentModel, type ContentNode, wildcardKey } from './content-model.ts';
import { exampleTexts } from './example-texts.ts';
import { orderedValues } from './read-element.ts';
import type { Shape, XsdSimple, XsdType, XsdTypes } from './shape.ts';
import { writeChildren } from './to-xml.ts';

/** At greater depth, only required parts. */
const fullDetailDepth = 3;
const maxDepth = 20;
/** Limits on the parts of one example: beyond the first only required parts, beyond the second none. */
const fullDetailSize = 200;
const maxSize = 1_000;
/** Limit on the simple types that a type refers to. */
const maxTries = 200;

/** The remaining parts of all examples: deeply nested types would otherwise produce very many. */
interface ExampleBudget {
  left: number;
}

interface ExampleContext {
  readonly types: XsdTypes;
  /** Counts one more part; false at the limit. */
  take(): boolean;
  /** Whether optional parts are included. */
  isFullDetail(depth: number): boolean;
}

/** It fits its shape, unless that needs more parts than the limit. */
export function exampleOfShape(
  { type, types }: Shape,
  name: string,
  budget: ExampleBudget = { left: maxSize },
): Json {
  let taken = 0;
  const context: ExampleContext = {
    types,
    take() {
      if (taken >= maxSize || budget.left <= 0) return false;
      taken += 1;
      budget.left -= 1;
      return true;
    },
    isFullDetail: (depth) => depth <= fullDetailDepth && taken < fullDetailSize,
  };
  return exampleOfXsdType(type, context, name, 0);
}

function exampleOfXsdType(type: XsdType, context: ExampleContext, name: string, depth: number): Json {
  if (!context.take()) return null;
  const { types } = context;
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
    if (rule === undefined || !(rule.required || context.isFullDetail(depth)) || !context.take()) return [];
    const fixed = rule.fixed === undefined ? undefined : rule.codec.read(rule.fixed)?.value;
    return [
      [`@${attribute.name}`, fixed ?? exampleOfText(attribute.type, types, rule.codec, attribute.name)],
    ];
  });
  const { content } = codec;
  if (content.kind === 'elements') {
    const children = depth > maxDepth ? {} : exampleOfContent(content.model, codec, context, depth);
    return Object.fromEntries([...attributes, ...Object.entries(children)]);
  }
  const text =
    resolved.content.kind === 'text' && content.kind === 'text'
      ? exampleOfText(resolved.content.type, types, content.codec, name)
      : content.kind === 'mixed'
        ? exampleOfMixed(content.model, codec, context, name, depth)
        : null;
  if (isBare(codec)) return text;
  return Object.fromEntries(content.kind === 'empty' ? attributes : [...attributes, ['#text', text]]);
}

function exampleOfText(type: XsdType, types: XsdTypes, codec: SimpleCodec, name: string): Json {
  const resolved = resolveType(type, types);
  if (resolved.kind !== 'simple') return `${name}-1`;
  for (const part of memberTypes(resolved, types)) {
    for (const text of exampleTexts(part, name)) {
      const value = codec.read(text)?.value;
      if (value !== undefined) return value;
    }
  }
  return `${name}-1`;
}

/** The type, then the types it refers to, each once, up to a limit. */
function memberTypes(type: XsdSimple, types: XsdTypes): readonly XsdSimple[] {
  const parts = new Set([type]);
  for (const { members = [], items } of parts) {
    for (const inner of items === undefined ? members : [items]) {
      const part = resolveType(inner, types);
      if (part.kind === 'simple' && parts.size < maxTries) parts.add(part);
    }
  }
  return [...parts];
}

/** The required elements, or a text. */
function exampleOfMixed(
  model: ContentModel,
  codec: ComplexCodec,
  context: ExampleContext,
  name: string,
  depth: number,
): Json {
  if (model.root.nullable || depth > maxDepth) return `${name}-1`;
  return writeChildren(exampleOfContent(model, codec, context, fullDetailDepth + depth + 1), codec, model);
}

function exampleOfContent(
  model: ContentModel,
  codec: ComplexCodec,
  context: ExampleContext,
  depth: number,
): { readonly [key: string]: Json } {
  const values = new Map<string, Json[]>();
  const add = (node: ContentNode) => {
    if (node.min === 0 && (!context.isFullDetail(depth) || node.kind === 'wildcard')) return;
    for (let round = 0; round < Math.max(1, node.min) && context.take(); round++) {
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
      name === wildcardKey ? '<any/>' : (given ?? exampleOfXsdType(rule.type, context, name, depth + 1));
    const list = values.get(name);
    if (list === undefined) values.set(name, [value]);
    else list.push(value);
  };
  add(model.root);
  return orderedValues(model, values);
}
