/** Converts simple types into JSON Schema. It omits rules that JSON Schema cannot express, such as the order of dates. */
import type { Json } from '../../kernel/index.ts';
import { findBase } from './built-in-base.ts';
import type { SimpleCodec } from './compile-simple.ts';
import { compileXsdPattern } from './compile-xsd-pattern.ts';
import { isExactNumber } from './decimal.ts';
import type { PrimitiveName } from './primitive.ts';
import type { XsdFacets, XsdSimple, XsdType } from './shape.ts';

export type Schema = { readonly [key: string]: Json };

const zone = '(Z|[+-][0-9]{2}:[0-9]{2})?';
const day = '-?[0-9]{4,8}-[0-9]{2}-[0-9]{2}';
const time = '[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?';

const patternOf = (pattern: string): string => {
  const compiled = compileXsdPattern(pattern);
  return compiled.kind === 'pattern' ? compiled.ecma : '';
};

const byte = '([A-Za-z0-9+/] ?)';
const forms: Readonly<Partial<Record<PrimitiveName, string>>> = {
  language: '^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$',
  hexBinary: '^([0-9A-Fa-f]{2})*$',
  base64Binary: `^(${byte}{4})*(${byte}{3}=|${byte}{2}= ?=)?$`,
  duration: '^-?P([0-9]+Y)?([0-9]+M)?([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]+)?S)?)?$',
  dateTime: `^${day}T${time}${zone}$`,
  date: `^${day}${zone}$`,
  time: `^${time}${zone}$`,
  gYear: `^-?[0-9]{4,8}${zone}$`,
  gYearMonth: `^-?[0-9]{4,8}-[0-9]{2}${zone}$`,
  gMonth: `^--[0-9]{2}${zone}$`,
  gMonthDay: `^--[0-9]{2}-[0-9]{2}${zone}$`,
  gDay: `^---[0-9]{2}${zone}$`,
};
/** Patterns of XML Schema, compiled when they are used: it takes milliseconds. */
const names: Readonly<Partial<Record<PrimitiveName, string>>> = {
  Name: '\\i\\c*',
  NCName: '[\\i-[:]][\\c-[:]]*',
  NMTOKEN: '\\c+',
  QName: '([\\i-[:]][\\c-[:]]*:)?[\\i-[:]][\\c-[:]]*',
};
const formats: Readonly<Partial<Record<PrimitiveName, string>>> = { date: 'date', dateTime: 'date-time' };

/** @param schemaOf the schema of a type that this one refers to */
export function schemaOfSimple(
  simple: XsdSimple,
  codec: SimpleCodec,
  schemaOf: (type: XsdType) => Schema,
): Schema {
  const { base, items, members, facets = {} } = simple;
  const { enumeration } = facets;
  if (enumeration !== undefined) {
    const values = enumeration.flatMap((text) => {
      const parsed = codec.read(text);
      return parsed === undefined ? [] : [parsed.value];
    });
    const allStrings = values.every((value) => typeof value === 'string');
    const distinct = [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
    return allStrings ? { type: 'string', enum: distinct } : { enum: distinct };
  }
  // A value whose canonical text the pattern does not allow is stored as a text.
  const kept: readonly Schema[] = facets.patterns === undefined ? [] : [{ type: 'string' }];
  if (items !== undefined) {
    const item = schemaOf(items);
    return schemaOfList(kept.length === 0 ? item : { anyOf: [item, ...kept] }, facets);
  }
  if (members !== undefined) {
    const schemas = new Map(
      [...members.map(schemaOf), ...kept].map((schema) => [JSON.stringify(schema), schema]),
    );
    const [only] = schemas.values();
    return schemas.size === 1 && only !== undefined ? only : { anyOf: [...schemas.values()] };
  }
  const { primitive = 'string', facets: own = {} } = findBase(base) ?? {};
  switch (primitive) {
    case 'boolean':
      return withTexts({ type: 'boolean' }, facets);
    case 'integer':
    case 'decimal':
      return withTexts(schemaOfDecimal(primitive, { ...own, ...facets }, [own, facets]), facets);
    case 'float':
    case 'double':
      return withTexts(schemaOfFloat([facets]), facets);
    default:
      return schemaOfText(primitive, facets);
  }
}

const schemaOfList = (
  items: Schema,
  { length, minLength = length, maxLength = length }: XsdFacets,
): Schema => ({
  type: 'array',
  items,
  ...(minLength === undefined ? {} : { minItems: minLength }),
  ...(maxLength === undefined ? {} : { maxItems: maxLength }),
});

function withTexts(schema: Schema, facets: XsdFacets): Schema {
  if (facets.patterns === undefined) return schema;
  const { pattern: _pattern, type = null, ...rest } = schema;
  const kinds = Array.isArray(type) ? (type as readonly Json[]) : [type];
  const [first, ...others] = patternsOf(facets);
  return {
    type: [...new Set([...kinds, 'string'])],
    ...rest,
    ...(first === undefined ? {} : { pattern: first }),
    ...(others.length === 0 ? {} : { allOf: others.map((pattern) => ({ pattern })) }),
  };
}

/** One for each step of derivation. */
const patternsOf = ({ patterns = [] }: XsdFacets): readonly string[] =>
  patterns.flatMap((group) => {
    const pattern = patternOf(
      group.length === 1 ? group.join('') : group.map((each) => `(${each})`).join('|'),
    );
    return pattern === '' ? [] : [pattern];
  });

function schemaOfText(primitive: PrimitiveName, facets: XsdFacets): Schema {
  const name = names[primitive];
  const form = name === undefined ? forms[primitive] : patternOf(name);
  const format = formats[primitive];
  const own = patternsOf(facets);
  const patterns = form === undefined ? own : [form, ...own];
  const [first, ...others] = patterns;
  // The facet counts bytes, not the characters of their notation.
  const counted = !/Binary$/.test(primitive);
  const { length, minLength = length, maxLength = length } = counted ? facets : {};
  return {
    type: 'string',
    ...(format === undefined ? {} : { format }),
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(first === undefined ? {} : { pattern: first }),
    ...(others.length === 0 ? {} : { allOf: others.map((pattern) => ({ pattern })) }),
  };
}

/** Long numbers are texts, if the type allows them. */
function schemaOfDecimal(
  primitive: 'integer' | 'decimal',
  facets: XsdFacets,
  all: readonly XsdFacets[],
): Schema {
  const whole = primitive === 'integer' || facets.fractionDigits === 0;
  const type = whole ? 'integer' : 'number';
  const bounds = boundsOf(all);
  const { totalDigits = Number.POSITIVE_INFINITY } = facets;
  const few = totalDigits <= 15;
  const max = 10 ** totalDigits - 1;
  if (few || (whole && bounds.low !== undefined && bounds.high !== undefined)) {
    const digits =
      few && whole
        ? { minimum: Math.max(-max, bounds.low ?? -max), maximum: Math.min(max, bounds.high ?? max) }
        : {};
    return { type, ...digits, ...bounds.schema };
  }
  const pattern = whole ? '^-?[0-9]{16,}$' : '^-?[0-9]+(\\.[0-9]+)?$';
  return { type: [type, 'string'], ...bounds.schema, pattern };
}

function schemaOfFloat(all: readonly XsdFacets[]): Schema {
  const { low, high, schema } = boundsOf(all);
  if (low !== undefined && high !== undefined) return { type: 'number', ...schema };
  return { type: ['number', 'string'], ...schema, pattern: '^(-?INF|NaN)$' };
}

/** As far as JSON has these numbers. */
function boundsOf(all: readonly XsdFacets[]): {
  low: number | undefined;
  high: number | undefined;
  schema: Schema;
} {
  const read = (pick: (facets: XsdFacets) => string | undefined): number[] =>
    all.flatMap((facets) => {
      const text = pick(facets);
      const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
      return Number.isFinite(number) && isExactNumber(number) ? [number] : [];
    });
  const pick = (numbers: readonly number[], choose: (...numbers: number[]) => number): number | undefined =>
    numbers.length === 0 ? undefined : choose(...numbers);
  const minimum = pick(
    read(({ minInclusive }) => minInclusive),
    Math.max,
  );
  const maximum = pick(
    read(({ maxInclusive }) => maxInclusive),
    Math.min,
  );
  const exclusiveMinimum = pick(
    read(({ minExclusive }) => minExclusive),
    Math.max,
  );
  const exclusiveMaximum = pick(
    read(({ maxExclusive }) => maxExclusive),
    Math.min,
  );
  return {
    low: minimum ?? exclusiveMinimum,
    high: maximum ?? exclusiveMaximum,
    schema: {
      ...(minimum === undefined ? {} : { minimum }),
      ...(maximum === undefined ? {} : { maximum }),
      ...(exclusiveMinimum === undefined ? {} : { exclusiveMinimum }),
      ...(exclusiveMaximum === undefined ? {} : { exclusiveMaximum }),
    },
  };
}
