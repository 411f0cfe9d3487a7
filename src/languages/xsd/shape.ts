/**
 * What XML Schema says of a value, as plain JSON: a part of programs and of work items. Values themselves are JSON; a
 * shape says how they are written in XML, and which of them there may be.
 *
 * An element with children is an object with a key for each child that is there; one that may stand there more than
 * once is a list; an attribute is the key `@name`; the text of an element whose type has attributes is `#text`. A child
 * that only a wildcard allows is its XML as a text, in the list `#any`. Mixed content and what has no type is its XML
 * as a text. A list of XML Schema (`xs:list`) is a list. Numbers are numbers as far as JSON can hold them exactly, else
 * texts; `INF` and `NaN` are texts. An element that is nil, or that cannot have anything inside, is null.
 *
 * Data is in no namespace, whatever namespace the schema is for. Among children that may stand in any order, JSON keeps
 * the order of those with one name only.
 */
import type { Json } from '../../kernel/index.ts';

/** A type with the named ones that it refers to, directly or not. */
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
  /** Anything: its XML as a text. */
  | { readonly kind: 'any' };

export interface XsdSimple {
  readonly kind: 'simple';
  /** The built-in type that it comes from: `string`, `positiveInteger`, `dateTime`. */
  readonly base: string;
  /** Of a list: what it is made of. */
  readonly items?: XsdType;
  /** Of a union. */
  readonly members?: readonly XsdType[];
  readonly facets?: XsdFacets;
}

export interface XsdFacets {
  readonly enumeration?: readonly string[];
  /** Each group is one step of derivation: one of its patterns has to match. */
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
  /** Others are allowed, too: texts. */
  readonly open?: true;
  readonly content:
    | { readonly kind: 'empty' }
    | { readonly kind: 'text'; readonly type: XsdType }
    | { readonly kind: 'elements'; readonly particle: XsdParticle }
    /** Text between the elements; the particle is null where there are no elements. */
    | { readonly kind: 'mixed'; readonly particle: XsdParticle | null };
}

export interface XsdAttribute {
  readonly name: string;
  readonly type: XsdType;
  readonly required: boolean;
  readonly default?: string;
  readonly fixed?: string;
}

/** `max: null` is without end. */
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

/** A value that does not fit. The path begins where the caller says: `output.order.lines[2].quantity`. */
export interface Mismatch {
  readonly path: string;
  readonly message: string;
  readonly expected: string;
  /** What it is, never what it says. */
  readonly actual: string;
}

export type Fitted =
  | { readonly kind: 'fitted'; readonly value: Json }
  | { readonly kind: 'misshapen'; readonly problems: readonly Mismatch[] };
