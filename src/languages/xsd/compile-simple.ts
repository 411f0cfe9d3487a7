/** Compiles simple types: texts to JSON values, and back. */
import type { Json } from '../../kernel/index.ts';
import { type BuiltInBase, findBase } from './built-in-base.ts';
import { compileFacets, effortOf, type FacetCheck, type FacetEffort } from './compile-facets.ts';
import { isExactNumber, plainNumber } from './decimal.ts';
import { describeSimple } from './describe-simple.ts';
import { type ParsedValue, type Primitive, primitives } from './primitive.ts';
import type { XsdFacets, XsdSimple, XsdType } from './shape.ts';

export interface SimpleCodec {
  readonly kind: 'simple';
  /** What it allows, as a short phrase. */
  readonly description: string;
  /** Whether its values are lists. */
  readonly list: boolean;
  /** Whether JSON has its values: they are booleans or whole numbers, and its schema allows no short text. */
  readonly isNative: boolean;
  /** `undefined` if the text is not a value of the type. */
  read(text: string): ParsedValue | undefined;
  /** The cost of reading a text, in steps. */
  readonly efforts: ReadonlySet<FacetEffort>;
  /** Normalizes white space before a text is read. */
  normalize(text: string): string;
}

/** The cost of reading a text, in steps. */
export function stepsFor({ efforts }: SimpleCodec, { length }: { readonly length: number }): number {
  let steps = 0;
  for (const { perText, perCharacter } of efforts) steps += perText + perCharacter * length;
  return steps;
}

const effortsOf = (
  facets: XsdFacets | undefined,
  primitive: Primitive,
  inner: readonly SimpleCodec[],
): ReadonlySet<FacetEffort> => {
  const own = facets === undefined ? undefined : effortOf(facets, primitive);
  return new Set([...inner.flatMap(({ efforts }) => [...efforts]), ...(own === undefined ? [] : [own])]);
};

/** Texts that are read at one time: the input, and the texts of values that it can mean. */
const maxRemembered = 8;

/** @param find the codec of a type that this one refers to */
export function compileSimple(
  simple: XsdSimple,
  find: (type: XsdType) => SimpleCodec | undefined,
): SimpleCodec {
  const description = describeSimple(simple);
  if (simple.items !== undefined) return compileList(simple, description, find(simple.items));
  if (simple.members !== undefined) {
    const members = simple.members.flatMap((member) => find(member) ?? []);
    return compileUnion(simple, description, members);
  }
  return compileAtom(
    simple,
    description,
    findBase(simple.base) ?? { primitive: 'string', whiteSpace: 'preserve' },
  );
}

function compileAtom(simple: XsdSimple, description: string, base: BuiltInBase): SimpleCodec {
  const primitive = primitives[base.primitive];
  const normalize = spaceRules[simple.facets?.whiteSpace ?? base.whiteSpace];
  const checks: FacetCheck[] = [base.facets, simple.facets].flatMap((facets) =>
    facets === undefined ? [] : compileFacets(facets, primitive, (text) => primitive.parse(normalize(text))),
  );
  const readText = (text: string): ParsedValue | undefined => {
    const parsed = primitive.parse(text);
    return parsed !== undefined && checks.every((holds) => holds(parsed, text)) ? parsed : undefined;
  };
  return {
    kind: 'simple',
    description,
    list: false,
    isNative:
      (base.primitive === 'boolean' || base.primitive === 'integer') && simple.facets?.patterns === undefined,
    efforts: effortsOf(simple.facets, primitive, []),
    normalize,
    read(given) {
      const text = normalize(given);
      const parsed = readText(text);
      return simple.facets?.patterns === undefined ? parsed : keepText(parsed, text, text, readText);
    },
  };
}

function compileList(simple: XsdSimple, description: string, item: SimpleCodec | undefined): SimpleCodec {
  const parse = (given: string): ParsedValue | undefined => {
    const text = collapse(given);
    const parts = text === '' ? [] : text.split(' ');
    const parsed = parts.map((part) => item?.read(part));
    if (!parsed.every((part) => part !== undefined)) return undefined;
    return {
      canonical: parsed.map(({ canonical }) => canonical).join(' '),
      value: parsed.map(({ value }) => value),
    };
  };
  const lengthOf = (canonical: string): number => (canonical === '' ? 0 : canonical.split(' ').length);
  const primitive: Primitive = { description, parse, lengthOf };
  const checks = compileFacets(simple.facets ?? {}, primitive, parse);
  const readText = (text: string): ParsedValue | undefined => {
    const parsed = parse(text);
    return parsed !== undefined && checks.every((holds) => holds(parsed, text)) ? parsed : undefined;
  };
  return {
    kind: 'simple',
    description,
    list: true,
    isNative: false,
    efforts: effortsOf(simple.facets, primitive, item === undefined ? [] : [item]),
    normalize: collapse,
    read(given) {
      const text = collapse(given);
      const parsed = readText(text);
      return simple.facets?.patterns === undefined
        ? parsed
        : keepText(parsed, text, text.split(' '), readText);
    },
  };
}

/** A value whose canonical text is not allowed, or has another meaning, is stored as written: `10.00` by a pattern. */
function keepText(
  parsed: ParsedValue | undefined,
  text: string,
  written: Json,
  read: (text: string) => ParsedValue | undefined,
): ParsedValue | undefined {
  const own = parsed === undefined ? undefined : textOfValue(parsed.value);
  if (parsed === undefined || own === text) return parsed;
  const again = own === undefined ? undefined : read(own);
  return again?.canonical === parsed.canonical && typeof again.value === typeof parsed.value
    ? parsed
    : { ...parsed, value: written };
}

/**
 * Unions can contain unions, and the same ones several times. The last results are cached, so that each member reads a
 * text once.
 */
function compileUnion(simple: XsdSimple, description: string, given: readonly SimpleCodec[]): SimpleCodec {
  const members = [...new Set(given)];
  const find = remembered((text): { readonly parsed: ParsedValue; readonly text: string } | undefined => {
    for (const member of members) {
      const parsed = member.read(text);
      if (parsed !== undefined) return { parsed, text: member.normalize(text) };
    }
    return undefined;
  });
  const parse = (text: string): ParsedValue | undefined => find(text)?.parsed;
  const checks = compileFacets(simple.facets ?? {}, { description, parse }, parse);
  const readText = (text: string): ParsedValue | undefined => {
    const found = find(text);
    return found !== undefined && checks.every((holds) => holds(found.parsed, found.text))
      ? found.parsed
      : undefined;
  };
  const read = remembered((text): ParsedValue | undefined => {
    const parsed = readText(text);
    if (parsed === undefined || simple.facets?.patterns === undefined) return parsed;
    const written = find(text)?.text ?? text;
    return keepText(parsed, written, Array.isArray(parsed.value) ? written.split(' ') : written, readText);
  });
  return {
    kind: 'simple',
    description,
    list: members.some(({ list }) => list),
    isNative: false,
    efforts: effortsOf(simple.facets, { description, parse }, members),
    normalize: (text) => find(text)?.text ?? text,
    read,
  };
}

function remembered<T>(compute: (text: string) => T): (text: string) => T {
  const results = new Map<string, { readonly result: T }>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known.result;
    const result = compute(text);
    if (results.size >= maxRemembered) results.clear();
    results.set(text, { result });
    return result;
  };
}

const replace = (text: string): string => text.replaceAll(/[\t\n\r]/g, ' ');

function collapse(text: string): string {
  // Most texts have nothing to collapse.
  if (!/[\t\n\r]| {2}|^ | $/.test(text)) return text;
  return replace(text).replaceAll(/ {2,}/g, ' ').replace(/^ /, '').replace(/ $/, '');
}

const spaceRules = { preserve: (text: string): string => text, replace, collapse };

/** The text of a value; for a list, its items with spaces between. `undefined` if it is not the JSON of a simple value. */
export function textOfValue(value: Json): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return textOfNumber(value);
  if (!Array.isArray(value)) return undefined;
  const texts = (value as readonly Json[]).map((item) =>
    Array.isArray(item) ? undefined : textOfValue(item),
  );
  return texts.every((text) => text !== undefined) ? texts.join(' ') : undefined;
}

function textOfNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value).replace('Infinity', 'INF');
  return isExactNumber(value) && (value === 0 || Math.abs(value) > 1e-30)
    ? plainNumber(value)
    : String(value);
}
