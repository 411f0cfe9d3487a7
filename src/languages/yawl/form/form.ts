/** How an element of a specification is written: its attributes, and what may stand inside it, in which order. */
import { boolean, type SimpleValue } from './simple-values.ts';
import type { Lifetime } from './versions.ts';

export interface Form {
  readonly attributes?: Readonly<Record<string, AttributeForm>>;
  /** Since when it has whatever other attributes its author likes. */
  readonly extended?: Lifetime;
  readonly content: Content;
  /** It only holds others together, and is left out of paths. */
  readonly unnamed?: true;
}

/** The attribute `xsi:type` says which form an element has. */
export interface VariedForm {
  readonly variants: Readonly<Record<string, Form>>;
  /** Where there is no such attribute. */
  readonly otherwise: string | null;
}

export interface AttributeForm extends Lifetime {
  readonly value: SimpleValue;
  readonly required: boolean;
}

export type Content =
  | { readonly kind: 'text'; readonly value: SimpleValue }
  | { readonly kind: 'parts'; readonly parts: readonly Part[] }
  /** Whatever it is. */
  | { readonly kind: 'anything' };

export type Part =
  | ElementPart
  /** Elements of these kinds, as many as there are, in any order. */
  | { readonly kind: 'several'; readonly forms: Readonly<Record<string, Form | VariedForm>> }
  /** One of the options, all of whose parts belong together. */
  | { readonly kind: 'choice'; readonly options: readonly (readonly Part[])[] }
  /** What XML Schema has. */
  | { readonly kind: 'schema' };

export interface ElementPart extends Lifetime {
  readonly kind: 'element';
  readonly name: string;
  readonly form: Form | VariedForm;
  readonly required: boolean;
  readonly repeated: boolean;
  /** The child by whose text these are told apart: no two have the same. */
  readonly unique?: string;
}

export const one = (name: string, form: Form | VariedForm, lifetime: Lifetime = {}): ElementPart => ({
  kind: 'element',
  name,
  form,
  required: true,
  repeated: false,
  ...lifetime,
});

export const maybe = (name: string, form: Form | VariedForm, lifetime: Lifetime = {}): ElementPart => ({
  ...one(name, form, lifetime),
  required: false,
});

export const many = (name: string, form: Form | VariedForm, lifetime: Lifetime = {}): ElementPart => ({
  ...maybe(name, form, lifetime),
  repeated: true,
});

export const some = (name: string, form: Form | VariedForm, lifetime: Lifetime = {}): ElementPart => ({
  ...many(name, form, lifetime),
  required: true,
});

export const unique = (child: string, part: ElementPart): ElementPart => ({ ...part, unique: child });

export const either = (...options: readonly (readonly Part[])[]): Part => ({ kind: 'choice', options });

export const text = (value: SimpleValue, attributes: Form['attributes'] = {}): Form => ({
  attributes,
  content: { kind: 'text', value },
});

export const parts = (...list: readonly Part[]): Form => ({ content: { kind: 'parts', parts: list } });

/** An element that only has attributes. */
export const only = (attributes: Readonly<Record<string, AttributeForm>>): Form => ({
  attributes,
  ...parts(),
});

export const needed = (value: SimpleValue): AttributeForm => ({ value, required: true });

export const possible = (value: SimpleValue): AttributeForm => ({ value, required: false });

export const anything: Form = { content: { kind: 'anything' } };

export const truth: Form = text(boolean);
