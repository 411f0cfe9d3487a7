/** Schemas of data types in an imported program. */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import { type Shape, schemaOfShape } from '../../languages/index.ts';

const name = z.string().min(1).max(1_000);
const text = z.string().max(100_000);
const count = z.int().min(0);

type XsdType = Shape['type'];

const type: z.ZodType<XsdType> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('named'), name }),
    z.strictObject({ kind: z.literal('any') }),
    z.strictObject({
      kind: z.literal('simple'),
      base: name,
      items: z.exactOptional(type),
      members: z.exactOptional(z.array(type)),
      facets: z.exactOptional(facets),
    }),
    z.strictObject({
      kind: z.literal('complex'),
      attributes: z.array(attribute),
      open: z.exactOptional(z.literal(true)),
      content: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('empty') }),
        z.strictObject({ kind: z.literal('text'), type }),
        z.strictObject({ kind: z.literal('elements'), particle }),
        z.strictObject({ kind: z.literal('mixed'), particle: particle.nullable() }),
      ]),
    }),
  ]),
);

const facets = z.strictObject({
  enumeration: z.exactOptional(z.array(text)),
  patterns: z.exactOptional(z.array(z.array(text))),
  length: z.exactOptional(count),
  minLength: z.exactOptional(count),
  maxLength: z.exactOptional(count),
  minInclusive: z.exactOptional(text),
  maxInclusive: z.exactOptional(text),
  minExclusive: z.exactOptional(text),
  maxExclusive: z.exactOptional(text),
  totalDigits: z.exactOptional(count),
  fractionDigits: z.exactOptional(count),
  whiteSpace: z.exactOptional(z.enum(['preserve', 'replace', 'collapse'])),
});

const attribute = z.strictObject({
  name,
  type,
  required: z.boolean(),
  default: z.exactOptional(text),
  fixed: z.exactOptional(text),
});

type Particle = Extract<Extract<XsdType, { kind: 'complex' }>['content'], { kind: 'elements' }>['particle'];

const often = { min: count, max: count.nullable() };

const particle: z.ZodType<Particle> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.enum(['sequence', 'choice', 'all']), ...often, parts: z.array(particle) }),
    z.strictObject({
      kind: z.literal('element'),
      ...often,
      name,
      type,
      nillable: z.exactOptional(z.boolean()),
      default: z.exactOptional(text),
      fixed: z.exactOptional(text),
    }),
    z.strictObject({ kind: z.literal('wildcard'), ...often }),
  ]),
);

const types = z.record(z.string(), type);

/** A usable type: its patterns and bounds are valid, too. */
function isUsable(given: Shape): boolean {
  try {
    schemaOfShape(given);
    return true;
  } catch {
    return false;
  }
}

const typed = z.array(z.looseObject({ name, of: type }));
/** A valid XML element name. */
const root = z
  .string()
  .regex(/^[\p{L}_][\p{L}\p{N}_.-]*$/u)
  .max(1_000);

const described = z
  .looseObject({
    expects: z.exactOptional(z.array(z.looseObject({ name, type: z.string(), of: z.exactOptional(type) }))),
    data: z.exactOptional(z.looseObject({ root, inputs: typed, outputs: typed })),
    types: z.exactOptional(types),
  })
  .refine(({ expects = [], data, types: named = {} }) => {
    const fields = [...expects, ...(data?.inputs ?? []), ...(data?.outputs ?? [])];
    return fields.every(({ of }) => of === undefined || isUsable({ type: of, types: named }));
  });

/** Checks the data declaration of an item. */
export const hasReadableData = (item: Json): boolean =>
  typeof item !== 'object' || item === null || Array.isArray(item) || described.safeParse(item).success;

const shared = z.looseObject({
  types,
  data: z.looseObject({ root, fields: z.array(z.looseObject({ name, type })) }),
});

/** Checks the shared data of a program: nothing, or the types of its data. */
export const hasReadableTypes = (given: Json): boolean =>
  typeof given !== 'object' || given === null || !('data' in given) || shared.safeParse(given).success;
