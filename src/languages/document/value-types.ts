/** The types of values that declared shapes are made of. */
import type { Json } from '../../expression/index.ts';
import { type Located, type LocatedList, toJson } from './located.ts';
import { readShape, type ShapeFields } from './read-shape.ts';
import {
  type Bounds,
  describeBounds,
  readBoolean,
  readInteger,
  readList,
  readOneOf,
  readText,
} from './read-value.ts';
import type { JsonSchema, Keys, MapShape, ValueType } from './shape.ts';

/** A text. A number or a boolean is read as it is written. */
export const text: ValueType<string> = {
  read: readText,
  schema: () => ({ type: ['string', 'number', 'boolean'] }),
  label: 'text',
};

export const boolean: ValueType<boolean> = {
  read: readBoolean,
  schema: () => ({ type: 'boolean' }),
  label: 'true or false',
};

export const integer = (bounds: Bounds = {}): ValueType<number> => ({
  read: (reporter, located, what) => readInteger(reporter, located, what, bounds),
  schema: () => ({ type: 'integer', ...bounds }),
  label: `whole number${describeBounds(bounds)}`,
});

export const oneOf = <const Choice extends string>(choices: readonly Choice[]): ValueType<Choice> => ({
  read: (reporter, located, what, fallback) => readOneOf(reporter, located, choices, what, fallback),
  schema: () => ({ enum: choices }),
  label: choices.join(', '),
});

/** A value that the caller reads, because its meaning depends on other parts of the document. */
export const described = (
  label: string,
  schema: JsonSchema | ValueType<Located>['schema'],
): ValueType<Located> => ({
  read: (_reporter, located) => located,
  schema: typeof schema === 'function' ? schema : () => schema,
  label,
});

export const anything: ValueType<Json> = {
  read: (_reporter, located) => toJson(located),
  schema: () => ({}),
  label: 'any value',
};

/** A list, whose items the caller reads. */
export const list = (
  items: Pick<ValueType<unknown>, 'schema' | 'label'>,
  more: JsonSchema = {},
): ValueType<LocatedList> => ({
  read: readList,
  schema: (refer) => ({ type: 'array', items: items.schema(refer), ...more }),
  label: `list of ${items.label}`,
});

export const nested = <Declared extends Keys>(
  declared: MapShape<Declared>,
): ValueType<ShapeFields<Declared>> => ({
  read: (reporter, located) => readShape(reporter, located, declared),
  schema: (refer) => refer(declared),
  label: 'map',
});
