/**
 * Declares the shape of a map in a document, once: its keys with their types, defaults, names in other formats and a
 * sentence about each. The declaration reads the map and reports every error with a correction (`readShape`), and
 * describes it for editors and agents (`jsonSchema`) and for people (`markdownTable`).
 */
import type { Json } from '../../expression/index.ts';
import type { Located } from './located.ts';
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
  /** Starts a sentence about the value of a key. Default: that of the shape. */
  readonly whatOf?: (key: string) => string;
  /** In a few words, for tables. */
  readonly label: string;
}

export interface Key<Value = unknown> {
  readonly type: ValueType<Value>;
  /** A sentence about it, for readers who look it up. */
  readonly doc: string;
  /** Starts a sentence in messages. Default: that of the type. */
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
  /** Starts a sentence about the value of a key. Default: the key. */
  readonly whatOf?: (key: string) => string;
  /** Why a key that is valid in other maps is not valid in this one. */
  readonly whyMisplaced?: (key: string) => string | undefined;
  /** What the schema says about keys that depend on each other. */
  readonly together?: JsonSchema;
}

/** “The value of “limits””. */
export const theValueOf = (key: string): string => `The value of “${key}”`;

export const shape = <const Declared extends Keys>(declared: MapShape<Declared>): MapShape<Declared> =>
  declared;

/** The shape with only some of its keys. */
export function restrict<Declared extends Keys>(
  declared: MapShape<Declared>,
  only: readonly string[],
  name: string,
): MapShape {
  const keys = Object.entries(declared.keys).filter(([key]) => only.includes(key));
  return { ...declared, name, keys: Object.fromEntries(keys) };
}
