/**
 * Describes a value of an XML Schema type, as plain JSON in programs and work items. Values are JSON; a shape defines
 * their XML and which values are valid.
 *
 * An element with children is an object with a key for each child that is present. A child that can occur more than
 * once is a list. An attribute is the key `@name`. The text of an element whose type has attributes is `#text`. A child
 * that only a wildcard allows is its XML as a text, in the list `#any`. Mixed content and untyped content are XML as a
 * text. A list of XML Schema (`xs:list`) is a list. Numbers are numbers if JSON can represent them exactly, otherwise
 * texts; `INF` and `NaN` are texts. An element that is nil or always empty is null.
 *
 * Data is in no namespace, regardless of the schema. If children can appear in any order, JSON keeps only the order of
 * those with the same name.
 */
import type { Json } from '../../kernel/index.ts';

/** A type with the named types that it refers to, directly or not. */
export interface Shape {
  readonly type: XsdType;
  readonly types: XsdTypes;
}

/** By name. */
export interface XsdTypes {
  readonly [name: string]: XsdType;
}

export type XsdType =
  | { readonly kind: 'named'; readonly name: string }
  | XsdSimple
  | XsdComplex
  /** Any content: its XML as a text. */
  | { readonly kind: 'any' };

export interface XsdSimple {
  readonly kind: 'simple';
  /** Its built-in base type: `string`, `positiveInteger`, `dateTime`. */
  readonly base: string;
  /** Of a list: the type of its items. */
  readonly items?: XsdType;
  /** Of a union. */
  readonly members?: readonly XsdType[];
  readonly facets?: XsdFacets;
}

export interface XsdFacets {
  readonly enumeration?: readonly string[];
  /** Each group is one step of derivation: one of its patterns must match. */
  readonly patterns?: readonly (readonly string[])[];
  readonly length?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minInclusive?: string;
  readonly maxInclusive?: string;
  readonly minExclusive?: string;
  readonly maxExclusive?: string;
  readonly totalDigits?: number;
  readonly fractionDigits?: number;
  readonly whiteSpace?: 'preserve' | 'replace' | 'collapse';
}

export interface XsdComplex {
  readonly kind: 'complex';
  readonly attributes: readonly XsdAttribute[];
  /** Other attributes are allowed, as texts. */
  readonly open?: true;
  readonly content:
    | { readonly kind: 'empty' }
    | { readonly kind: 'text'; readonly type: XsdType }
    | { readonly kind: 'elements'; readonly particle: XsdParticle }
    /** Text between the elements; the particle is `null` if there are no elements. */
    | { readonly kind: 'mixed'; readonly particle: XsdParticle | null };
}

export interface XsdAttribute {
  readonly name: string;
  readonly type: XsdType;
  readonly required: boolean;
  readonly default?: string;
  readonly fixed?: string;
}

/** `max: null` is unbounded. */
export type XsdParticle = { readonly min: number; readonly max: number | null } & (
  | { readonly kind: 'sequence' | 'choice' | 'all'; readonly parts: readonly XsdParticle[] }
  | {
      readonly kind: 'element';
      readonly name: string;
      readonly type: XsdType;
      readonly nillable?: boolean;
      readonly default?: string;
      readonly fixed?: string;
    }
  | { readonly kind: 'wildcard' }
);

/** A value that does not fit. The caller chooses the start of the path: `output.order.lines[2].quantity`. */
export interface Mismatch {
  readonly path: string;
  readonly message: string;
  readonly expected: string;
  /** The kind of the value, never its content. */
  readonly actual: string;
}

export type Fitted =
  | { readonly kind: 'fitted'; readonly value: Json }
  | { readonly kind: 'misshapen'; readonly problems: readonly Mismatch[] };
