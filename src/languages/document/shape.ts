/**
 * Declares the shape of a map in a document, once: its keys with their types, defaults, names in other formats and a
 * sentence about each. The declaration reads the map and reports every error with a correction (`readShape`), and
 * describes it for editors and agents (`jsonSchema`) and for people (`markdownTable`).
 */
import type { Json } from '../../expression/index.ts';
import type { Located } from './located.ts';
import { type MapFields, readMap } from './read-map.ts';
import type { Reporter } from './reporter.ts';

export type JsonSchema = { readonly [keyword: string]: Json };

/** What a value must be. */
export interface ValueType<Value> {
  /**
   * Reports another value, and returns what was most likely meant.
   * @param what starts a sentence about the value
   */
  read(reporter: Reporter, located: Located, what: string, fallback?: Value): Value | undefined;
  /** @param refer refers to the schema of a shape that stands elsewhere */
  readonly schema: (refer: (declared: MapShape) => JsonSchema) => JsonSchema;
  /** In a few words, for tables. */
  readonly label: string;
}

export interface Key<Value = unknown> {
  readonly type: ValueType<Value>;
  /** A sentence about it, for readers who look it up. */
  readonly doc: string;
  /** Starts a sentence in messages. Default: the key. */
  readonly what?: string;
  readonly default?: Json;
  /** The key is required. This value is proposed where it is missing. */
  readonly placeholder?: Json;
  /** Its names in other formats. */
  readonly aliases?: readonly string[];
  readonly example?: Json;
}

export type Keys = { readonly [key: string]: Key };

export interface MapShape<Declared extends Keys = Keys> {
  /** In the schema. */
  readonly name: string;
  /** Starts a sentence in messages: “A connector”. */
  readonly what: string;
  readonly keys: Declared;
  /** Keys that are valid in other maps, and why not in this one. */
  readonly misplacedKeys?: Readonly<Record<string, string>>;
  /** What the schema says about keys that depend on each other. */
  readonly together?: JsonSchema;
}

export const shape = <const Declared extends Keys>(declared: MapShape<Declared>): MapShape<Declared> =>
  declared;

/** What is different in one place of a document. */
export interface ShapeOptions {
  readonly what?: string;
  /** The keys that are allowed here. Default: all. */
  readonly only?: readonly string[];
  readonly misplacedKeys?: Readonly<Record<string, string>>;
  /** Placeholders that depend on the document, also of keys that are required only here. */
  readonly placeholders?: Readonly<Record<string, Json>>;
}

type ValueOf<Declared extends Key> =
  Declared['type'] extends ValueType<infer Value>
    ? Declared extends { readonly default: Json }
      ? Value
      : Value | undefined
    : never;

export interface ShapeFields<Declared extends Keys> extends MapFields<keyof Declared & string> {
  /** The value of a key, by its type; its default if it has none that can be read. */
  readonly read: <Name extends keyof Declared & string>(name: Name) => ValueOf<Declared[Name]>;
  /** The values of all keys that have one. */
  readonly readAll: () => ValuesOf<Declared>;
}

export type ValuesOf<Declared extends Keys> = {
  readonly [Name in keyof Declared]?: Exclude<ValueOf<Declared[Name]>, undefined>;
};

export function readShape<Declared extends Keys>(
  reporter: Reporter,
  located: Located,
  declared: MapShape<Declared>,
  options: ShapeOptions = {},
): ShapeFields<Declared> | undefined {
  const names = options.only ?? Object.keys(declared.keys);
  const fields = readMap<string>(reporter, located, {
    what: options.what ?? declared.what,
    keys: names,
    // Needed only if a key is unknown.
    get misplacedKeys() {
      return options.misplacedKeys ?? declared.misplacedKeys ?? {};
    },
    get synonyms() {
      return synonymsOf(declared);
    },
    required: placeholdersOf(declared, names, options.placeholders),
  });
  if (fields === undefined) return undefined;
  const read = (name: string): unknown => {
    const key = declared.keys[name];
    const located = fields.value(name);
    const value =
      located === undefined ? undefined : key?.type.read(reporter, located, key.what ?? name, key.default);
    return value === undefined ? key?.default : value;
  };
  const readAll = (): object =>
    Object.fromEntries(names.map((name) => [name, read(name)]).filter(([, value]) => value !== undefined));
  // The declaration says of which type each key is read.
  const { map, entry, value } = fields;
  return { map, entry, value, read, readAll } as ShapeFields<Declared>;
}

const synonymsOf = ({ keys }: MapShape): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(keys).flatMap(([name, { aliases = [] }]) => aliases.map((alias) => [alias, name])),
  );

/** Those of the declaration, in the order of the keys, then those that only this place has. */
function placeholdersOf(
  { keys }: MapShape,
  names: readonly string[],
  own: Readonly<Record<string, Json>> | undefined,
): Readonly<Record<string, Json>> {
  const placeholders: Record<string, Json> = {};
  for (const name of names) {
    const placeholder = keys[name]?.placeholder;
    if (placeholder !== undefined) placeholders[name] = placeholder;
  }
  return Object.assign(placeholders, own);
}

/** The shape with only some of its keys. */
export function restrict<Declared extends Keys>(
  declared: MapShape<Declared>,
  only: readonly string[],
  name = [declared.name, ...only].join('_'),
): MapShape {
  const keys = Object.entries(declared.keys).filter(([key]) => only.includes(key));
  return { ...declared, name, keys: Object.fromEntries(keys) };
}
