/** How an element of a specification is written: its attributes, and what may stand inside it, in which order. */
import { boolean, type SimpleValue } from './simple-values.ts';
import type { VersionRange } from './versions.ts';

export interface ElementForm {
  readonly attributes?: Readonly<Record<string, AttributeForm>>;
  /** Since when it has whatever other attributes its author likes. */
  readonly extended?: VersionRange;
  readonly content: FormContent;
  /** It only holds others together, and is left out of paths. */
  readonly unnamed?: true;
}

/** The attribute `xsi:type` says which form an element has. */
export interface VariedForm {
  readonly variants: Readonly<Record<string, ElementForm>>;
  /** Where there is no such attribute. */
  readonly otherwise: string | null;
}

export interface AttributeForm extends VersionRange {
  readonly value: SimpleValue;
  readonly required: boolean;
}

export type FormContent =
  | { readonly kind: 'text'; readonly value: SimpleValue }
  | { readonly kind: 'parts'; readonly parts: readonly FormPart[] }
  /** Whatever it is. */
  | { readonly kind: 'anything' };

export type FormPart =
  | ElementPart
  /** Elements of these kinds, as many as there are, in any order. */
  | { readonly kind: 'several'; readonly forms: Readonly<Record<string, ElementForm | VariedForm>> }
  /** One of the options, all of whose parts belong together. */
  | { readonly kind: 'choice'; readonly options: readonly (readonly FormPart[])[] }
  /** What XML Schema has. */
  | { readonly kind: 'schema' };

export interface ElementPart extends VersionRange {
  readonly kind: 'element';
  readonly name: string;
  readonly form: ElementForm | VariedForm;
  readonly required: boolean;
  readonly repeated: boolean;
  /** The child by whose text these are told apart: no two have the same. */
  readonly unique?: string;
}

export const exactlyOne = (
  name: string,
  form: ElementForm | VariedForm,
  versionRange: VersionRange = {},
): ElementPart => ({
  kind: 'element',
  name,
  form,
  required: true,
  repeated: false,
  ...versionRange,
});

export const optional = (
  name: string,
  form: ElementForm | VariedForm,
  versionRange: VersionRange = {},
): ElementPart => ({
  ...exactlyOne(name, form, versionRange),
  required: false,
});

export const zeroOrMore = (
  name: string,
  form: ElementForm | VariedForm,
  versionRange: VersionRange = {},
): ElementPart => ({
  ...optional(name, form, versionRange),
  repeated: true,
});

export const oneOrMore = (
  name: string,
  form: ElementForm | VariedForm,
  versionRange: VersionRange = {},
): ElementPart => ({
  ...zeroOrMore(name, form, versionRange),
  required: true,
});

export const unique = (child: string, part: ElementPart): ElementPart => ({ ...part, unique: child });

export const choice = (...options: readonly (readonly FormPart[])[]): FormPart => ({
  kind: 'choice',
  options,
});

export const textForm = (value: SimpleValue, attributes: ElementForm['attributes'] = {}): ElementForm => ({
  attributes,
  content: { kind: 'text', value },
});

export const parts = (...list: readonly FormPart[]): ElementForm => ({
  content: { kind: 'parts', parts: list },
});

/** An element that only has attributes. */
export const attributesOnly = (attributes: Readonly<Record<string, AttributeForm>>): ElementForm => ({
  attributes,
  ...parts(),
});

export const requiredAttribute = (value: SimpleValue): AttributeForm => ({ value, required: true });

export const optionalAttribute = (value: SimpleValue): AttributeForm => ({ value, required: false });

export const anyContent: ElementForm = { content: { kind: 'anything' } };

export const booleanForm: ElementForm = textForm(boolean);
