/** What is known of a value before it exists. `any` is "nothing known", so only certain mistakes are reported. */
export type Type =
  | { readonly kind: 'any' }
  | { readonly kind: 'null' }
  | { readonly kind: 'bool' }
  | { readonly kind: 'int' }
  | { readonly kind: 'number' }
  | { readonly kind: 'string' }
  | { readonly kind: 'date' }
  | { readonly kind: 'duration' }
  | { readonly kind: 'list'; readonly of: Type }
  /** `open`: it may have fields that are not listed. */
  | { readonly kind: 'object'; readonly fields: readonly TypeField[]; readonly open: boolean };

export interface TypeField {
  readonly name: string;
  readonly type: Type;
  /** It may be absent. */
  readonly optional: boolean;
}
