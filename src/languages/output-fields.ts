/**
 * Building blocks of result schemas. A result is described and never parsed: nothing here changes a value, and the
 * derived types are read-only, like the results of operations.
 */
import { z } from 'zod';
import type { Json } from '../kernel/index.ts';

type Fields<Shape extends z.ZodRawShape> = Readonly<z.infer<z.ZodObject<Shape, z.core.$strict>>>;

/** An object with exactly these fields. */
export const objectOf = <Shape extends z.ZodRawShape>(
  shape: Shape,
  what?: string,
): z.ZodType<Fields<Shape>> => described(z.strictObject(shape), what);

/** A schema that API documents reference by name, because several results contain it. */
export const namedObject = <Shape extends z.ZodRawShape>(
  id: string,
  description: string,
  shape: Shape,
): z.ZodType<Fields<Shape>> => named(id, description, z.strictObject(shape));

/** The same for a schema that is not an object. */
export function named<Schema extends z.ZodType>(id: string, description: string, schema: Schema): Schema {
  z.globalRegistry.add(schema, { id, description });
  return schema;
}

/** One of several kinds of objects, discriminated by a field. */
export const oneOfKinds = <Kinds extends readonly z.ZodType[]>(
  field: string,
  kinds: Kinds,
  // Objects know what their fields can be; their types here no longer say so.
): z.ZodType<z.infer<Kinds[number]>> => z.discriminatedUnion(field, kinds as never);

export const listOf = <Entry>(entry: z.ZodType<Entry>, what?: string): z.ZodType<readonly Entry[]> =>
  described(z.array(entry), what);

export const byName = <Value>(
  value: z.ZodType<Value>,
  what?: string,
): z.ZodType<{ readonly [name: string]: Value }> => described(z.record(z.string(), value), what);

export const text = (what?: string) => described(z.string(), what);
export const integer = (what?: string) => described(z.int(), what);
export const flag = (what?: string) => described(z.boolean(), what);
/** A time such as 2026-01-15T10:00:00.000Z. */
export const timestamp = (what?: string) =>
  described(shownAs(z.iso.datetime(), { type: 'string', format: 'date-time' }), what);
export const hash = (what: string) => described(z.string().regex(/^[0-9a-f]{64}$/), what);

export const orNull = <Value>(value: z.ZodType<Value>, what: string): z.ZodType<Value | null> =>
  described(z.nullable(value), what);

/** Cursor of the next page, for `cursorField` of the next call. */
export const nextCursorField = orNull(
  text(),
  'Send it as “cursor” to get the next page; null on the last page.',
);

/** Adds the description in place: copying a schema takes twice the time, and all schemas are created at startup. */
export function described<Schema extends z.ZodType>(schema: Schema, what: string | undefined): Schema {
  if (what !== undefined) z.globalRegistry.add(schema, { description: what });
  return schema;
}

/** Any JSON value. API documents do not describe it further. */
export const json = (what: string): z.ZodType<Json> => described(shownAs(z.json(), {}), what);

/** A shorter schema for API documents than the one that is checked. */
function shownAs<Schema extends z.ZodType>(schema: Schema, shown: object): Schema {
  schema._zod.toJSONSchema = () => ({ ...shown });
  return schema;
}
