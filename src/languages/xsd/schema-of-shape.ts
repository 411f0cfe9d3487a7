/**
 * Converts shapes into JSON Schema (draft 2020-12), for forms, hosts and agents. It allows what the type allows, and as
 * little more as possible. Recursive types are in `$defs`; a caller that embeds the schema moves these to its root.
 */
import type { Json } from '../../kernel/index.ts';
import { type ComplexCodec, compileShape, resolveType } from './compile-shape.ts';
import { type ChildRule, type ContentModel, wildcardKey } from './content-model.ts';
import { recursiveTypes } from './recursive-types.ts';
import { schemaOfContent, together } from './schema-of-content.ts';
import { type Schema, schemaOfSimple } from './schema-of-simple.ts';
import type { Shape, XsdComplex, XsdType } from './shape.ts';

/** Up to this number, types are written inline; beyond it, each is written once and referenced. */
const maxWritten = 500;

export function schemaOfShape(shape: Shape): Schema {
  const loops = recursiveTypes(shape);
  const { schema, written } = writeSchema(shape, (name) => loops.has(name));
  return written > maxWritten ? writeSchema(shape, () => true).schema : schema;
}

/** @param isReferred whether a named type is written to `$defs` */
function writeSchema(
  shape: Shape,
  isReferred: (name: string) => boolean,
): { readonly schema: Schema; readonly written: number } {
  const { types } = shape;
  const definitions = new Map<string, Schema>();
  const waiting: Extract<XsdType, { kind: 'named' }>[] = [];
  let written = 0;

  const schemaOf = (type: XsdType): Schema => {
    if (type.kind !== 'named' || !Object.hasOwn(types, type.name) || !isReferred(type.name)) {
      written += 1 + sizeOfList(resolveType(type, types));
      // The result is discarded, and the schema is written again with every type in `$defs`.
      return written > maxWritten && !isReferred('') ? {} : write(type);
    }
    if (!definitions.has(type.name)) {
      definitions.set(type.name, {});
      waiting.push(type);
    }
    return { $ref: `#/$defs/${encodeURIComponent(type.name.replaceAll('~', '~0'))}` };
  };

  const write = (type: XsdType): Schema => {
    const resolved = resolveType(type, types);
    const codec = compileShape({ type: resolved, types });
    if (resolved.kind === 'any') return { type: ['string', 'number', 'boolean', 'object'] };
    if (resolved.kind === 'simple')
      return codec.kind === 'simple' ? schemaOfSimple(resolved, codec, schemaOf) : {};
    return codec.kind === 'complex'
      ? schemaOfComplex(resolved, codec, schemaOf)
      : textSchema(resolved, schemaOf);
  };

  const schema = schemaOf(shape.type);
  // Iterative: chains of types can be longer than the call stack.
  for (const type of waiting) definitions.set(type.name, write(type));
  const $defs = Object.fromEntries(definitions);
  return { schema: definitions.size === 0 ? schema : { ...schema, $defs }, written };
}

/** Long lists of values count as several types. */
const sizeOfList = (type: XsdType): number =>
  type.kind === 'simple' ? Math.floor((type.facets?.enumeration?.length ?? 0) / 20) : 0;

function schemaOfComplex(type: XsdComplex, codec: ComplexCodec, schemaOf: (type: XsdType) => Schema): Schema {
  const { content } = codec;
  const bare = type.attributes.length === 0 && type.open !== true;
  if (bare && content.kind === 'empty') return { type: 'null' };
  if (bare && content.kind === 'mixed') return textSchema(type, schemaOf);
  const attributes = type.attributes.map(({ name, type: given, default: initial, fixed, required }) => {
    const value = codec.attributes.get(name)?.codec.read(fixed ?? initial ?? '')?.value;
    return { name: `@${name}`, schema: withInitial(schemaOf(given), value, initial, fixed), required };
  });
  const inside =
    content.kind === 'elements'
      ? childrenOf(content.model, codec, schemaOf)
      : content.kind === 'empty'
        ? []
        : [{ name: '#text', schema: textSchema(type, schemaOf), required: true }];
  const fields = [...attributes, ...inside];
  const object: Schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    ...(type.open ? { patternProperties: { '^@': { type: 'string' } } } : {}),
    additionalProperties: false,
  };
  const rules = content.kind === 'elements' ? schemaOfContent(content.model) : [];
  return rules.length === 0 ? object : { ...object, ...together(rules) };
}

function textSchema({ content }: XsdComplex, schemaOf: (type: XsdType) => Schema): Schema {
  return content.kind === 'text'
    ? schemaOf(content.type)
    : { type: 'string', contentMediaType: 'application/xml' };
}

function childrenOf(model: ContentModel, codec: ComplexCodec, schemaOf: (type: XsdType) => Schema) {
  return [...model.children.values()].map((rule) => ({
    name: rule.name,
    schema: schemaOfChild(rule, codec, schemaOf),
    required: rule.min > 0,
  }));
}

function schemaOfChild(rule: ChildRule, codec: ComplexCodec, schemaOf: (type: XsdType) => Schema): Schema {
  const wild = rule.name === wildcardKey;
  const item = wild
    ? { type: 'string', contentMediaType: 'application/xml' }
    : withNull(withValue(schemaOf(rule.type), rule, codec), rule.nillable);
  if (rule.max <= 1 && !wild) return item;
  return {
    type: 'array',
    items: item,
    ...(rule.min > 0 ? { minItems: rule.min } : {}),
    ...(rule.max === Number.POSITIVE_INFINITY ? {} : { maxItems: rule.max }),
  };
}

function withValue(schema: Schema, rule: ChildRule, codec: ComplexCodec): Schema {
  const { default: initial, fixed } = rule;
  const inner = codec.codecOf(rule);
  const value = inner.kind === 'simple' ? inner.read(fixed ?? initial ?? '')?.value : undefined;
  return withInitial(schema, value, initial, fixed);
}

/** @param value the default or fixed value of the declaration, if any */
function withInitial(
  schema: Schema,
  value: Json | undefined,
  initial: string | undefined,
  fixed: string | undefined,
): Schema {
  if (value === undefined || (initial === undefined && fixed === undefined)) return schema;
  return fixed === undefined ? { ...schema, default: value } : { const: value };
}

function withNull(schema: Schema, nillable: boolean): Schema {
  if (!nillable) return schema;
  const { type } = schema;
  if (type === 'null') return schema;
  if (typeof type !== 'string' || 'enum' in schema || 'const' in schema)
    return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [type, 'null'] };
}
