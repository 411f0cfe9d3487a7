/**
 * Shapes as JSON Schema (draft 2020-12), for forms, for hosts and for agents. It allows what the type allows, and as
 * little more as it can say. Types that are inside themselves are in `$defs`; who puts the schema into a larger one
 * moves these to its root.
 */
import type { Json } from '../../kernel/index.ts';
import { type AttributeRule, type Codec, type ComplexCodec, compileShape, resolveType } from './compile-shape.ts';
import { compileSimple } from './compile-simple.ts';
import { type ChildRule, type ContentModel, wildcardKey } from './content-model.ts';
import { schemaOfContent, together } from './schema-of-content.ts';
import { type Schema, schemaOfSimple } from './schema-of-simple.ts';
import type { Shape, XsdType, XsdTypes } from './shape.ts';

/** Types inside types are written out up to so many; beyond, each is written once, and referred to. */
const mostWritten = 500;

export function schemaOfShape(shape: Shape): Schema {
  const plain = writeSchema(shape, recursiveTypes(shape));
  return plain ?? writeSchema(shape, new Set(Object.keys(shape.types))) ?? {};
}

/** Undefined where it would become too long. */
function writeSchema({ type, types }: Shape, referred: ReadonlySet<string>): Schema | undefined {
  const definitions = new Map<string, Schema>();
  let written = 0;

  const schemaOf = (given: XsdType): Schema => {
    if (given.kind !== 'named' || !referred.has(given.name)) return write(given);
    if (!definitions.has(given.name)) {
      definitions.set(given.name, {});
      definitions.set(given.name, write(given));
    }
    return { $ref: `#/$defs/${pointer(given.name)}` };
  };

  const write = (given: XsdType): Schema => {
    written += 1;
    if (written > mostWritten && !referred.has('')) return {};
    const resolved = resolveType(given, types);
    const codec = compileShape({ type: given, types });
    if (resolved.kind === 'simple' && codec.kind === 'simple') return schemaOfSimple(resolved, codec, schemaOf);
    if (codec.kind === 'simple' && resolved.kind === 'complex' && resolved.content.kind === 'text') {
      return schemaOf(resolved.content.type);
    }
    if (codec.kind !== 'complex' || resolved.kind !== 'complex') return { type: ['string', 'number', 'boolean', 'object'] };
    return schemaOfComplex(codec, schemaOf, resolved.attributes.map(({ name, type: attribute }) => [name, schemaOf(attribute)]), textSchema(resolved, codec, schemaOf));
  };
  const schema = schemaOf(type);
  if (written > mostWritten && !allNamed(referred, types)) return undefined;
  return definitions.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(definitions) };
}
