/** Compiles shapes, once for each table of types. Reading, writing and describing values use the result. */

import { compileSimple, type SimpleCodec } from './compile-simple.ts';
import { type ChildRule, type ContentModel, createContentModel } from './content-model.ts';
import { findBuiltIn } from './find-built-in.ts';
import { findNamedType } from './find-named-type.ts';
import type { Shape, XsdAttribute, XsdComplex, XsdType, XsdTypes } from './shape.ts';

export type Codec = SimpleCodec | ComplexCodec | { readonly kind: 'any' };

export interface ComplexCodec {
  readonly kind: 'complex';
  readonly attributes: ReadonlyMap<string, AttributeRule>;
  /** Other attributes are allowed. */
  readonly open: boolean;
  readonly content:
    | { readonly kind: 'empty' }
    | { readonly kind: 'text'; readonly codec: SimpleCodec }
    | { readonly kind: 'elements'; readonly model: ContentModel }
    | { readonly kind: 'mixed'; readonly model: ContentModel };
  codecOf(child: ChildRule): Codec;
}

export interface AttributeRule {
  readonly name: string;
  readonly codec: SimpleCodec;
  readonly required: boolean;
  readonly fixed: string | undefined;
}

/** Limit on chained type references. */
const maxReferences = 100;
const compilers = new WeakMap<XsdTypes, (type: XsdType) => Codec>();

export const compileShape = ({ type, types }: Shape): Codec => compilerOf(types)(type);

function compilerOf(types: XsdTypes): (type: XsdType) => Codec {
  const known = compilers.get(types);
  if (known !== undefined) return known;
  const compiled = new WeakMap<XsdType, Codec>();
  const compile = (type: XsdType): Codec => {
    const ready = compiled.get(type);
    if (ready !== undefined) return ready;
    const resolved = resolveType(type, types);
    const codec = compiled.get(resolved) ?? compileType(resolved, compile);
    compiled.set(resolved, codec);
    compiled.set(type, codec);
    return codec;
  };
  compilers.set(types, compile);
  return compile;
}

/** Resolves a reference; the any type if the name does not exist. */
export function resolveType(type: XsdType, types: XsdTypes): Exclude<XsdType, { kind: 'named' }> {
  let at = type;
  for (let hops = 0; at.kind === 'named' && hops < maxReferences; hops++) {
    at = findNamedType(types, at.name) ?? findBuiltIn(at.name) ?? { kind: 'any' };
  }
  return at.kind === 'named' ? { kind: 'any' } : at;
}

function compileType(type: Exclude<XsdType, { kind: 'named' }>, compile: (type: XsdType) => Codec): Codec {
  if (type.kind === 'any') return type;
  const simple = (each: XsdType): SimpleCodec => {
    const codec = compile(each);
    return codec.kind === 'simple'
      ? codec
      : compileSimple({ kind: 'simple', base: 'string' }, () => undefined);
  };
  if (type.kind === 'simple') return compileSimple(type, simple);
  const { attributes, content, open = false } = type;
  // Without attributes there is nothing to distinguish its text from.
  if (content.kind === 'text' && attributes.length === 0 && !open) return simple(content.type);
  return {
    kind: 'complex',
    attributes: new Map(attributes.map((attribute) => [attribute.name, compileAttribute(attribute, simple)])),
    open,
    content: compileContent(content, simple),
    codecOf: ({ type: child }) => compile(child),
  };
}

const compileAttribute = (
  { name, type, required, fixed }: XsdAttribute,
  simple: (type: XsdType) => SimpleCodec,
): AttributeRule => ({ name, codec: simple(type), required, fixed });

function compileContent(
  content: XsdComplex['content'],
  simple: (type: XsdType) => SimpleCodec,
): ComplexCodec['content'] {
  switch (content.kind) {
    case 'empty':
      return content;
    case 'text':
      return { kind: 'text', codec: simple(content.type) };
    case 'elements':
      return { kind: 'elements', model: createContentModel(content.particle) };
    case 'mixed': {
      const nothing = { kind: 'sequence', parts: [], min: 1, max: 1 } as const;
      return { kind: 'mixed', model: createContentModel(content.particle ?? nothing) };
    }
  }
}

/** Whether its JSON is an object with the text of the element in `#text`, or the text itself. */
export const isBare = ({ attributes, open }: ComplexCodec): boolean => attributes.size === 0 && !open;
