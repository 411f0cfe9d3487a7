/** The form of an element of a specification: its attributes, and its children in their order. */
import { boolean, type SimpleValue } from './simple-values.ts';
import type { VersionRange } from './versions.ts';

export interface ElementForm {
  readonly attributes?: Readonly<Record<string, AttributeForm>>;
  /** Versions in which it can have any other attributes. */
  readonly extended?: VersionRange;
  readonly content: FormContent;
  /** It only groups other elements, and is omitted from paths. */
  readonly unnamed?: true;
}

/** The attribute `xsi:type` selects the form of an element. */
export interface VariedForm {
  readonly variants: Readonly<Record<string, ElementForm>>;
  /** The form without this attribute. */
  readonly otherwise: string | null;
}

export interface AttributeForm extends VersionRange {
  readonly value: SimpleValue;
  readonly required: boolean;
}

export type FormContent =
  | { readonly kind: 'text'; readonly value: SimpleValue }
  | { readonly kind: 'parts'; readonly parts: readonly FormPart[] }
  /** Any value. */
  | { readonly kind: 'anything' };

export type FormPart =
  | ElementPart
  /** Elements of these kinds, any number, in any order. */
  | { readonly kind: 'several'; readonly forms: Readonly<Record<string, ElementForm | VariedForm>> }
  /** One of the options; all parts of an option belong together. */
  | { readonly kind: 'choice'; readonly options: readonly (readonly FormPart[])[] }
  /** Elements of XML Schema. */
  | { readonly kind: 'schema' };

export interface ElementPart extends VersionRange {
  readonly kind: 'element';
  readonly name: string;
  readonly form: ElementForm | VariedForm;
  readonly required: boolean;
  readonly repeated: boolean;
  /** The child whose text must be unique among these elements. */
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

/** An element with attributes only. */
export const attributesOnly = (attributes: Readonly<Record<string, AttributeForm>>): ElementForm => ({
  attributes,
  ...parts(),
});

export const requiredAttribute = (value: SimpleValue): AttributeForm => ({ value, required: true });

export const optionalAttribute = (value: SimpleValue): AttributeForm => ({ value, required: false });

export const anyContent: ElementForm = { content: { kind: 'anything' } };

export const booleanForm: ElementForm = textForm(boolean);
