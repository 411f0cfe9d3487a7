/** Lists the fields that a question expects in its answer. An item that declares no fields accepts any answer. */
import type { Type } from '../../expression/index.ts';
import type { Json } from '../../kernel/index.ts';
import { findType, type Shape } from '../../languages/index.ts';
import { typesOfItem } from './item-data.ts';

export interface ExpectedField {
  readonly name: string;
  /** As the author wrote it: `str`, `int`, `date`. */
  readonly type: string;
  readonly required: boolean;
  readonly description?: string;
  readonly default?: Json;
  /** The XML Schema type, if the field was declared with one. It takes precedence over `type`. */
  readonly shape?: Shape;
}

export function expectedFields(item: Json): readonly ExpectedField[] {
  const expects = typeof item === 'object' && item !== null && 'expects' in item ? item['expects'] : [];
  // Written by the language when it compiled and checked the item.
  const fields = (Array.isArray(expects) ? expects : []) as unknown as readonly WrittenField[];
  return fields.map(({ of, ...field }) =>
    of === undefined ? field : { ...field, shape: { type: of, types: typesOfItem(item) } },
  );
}

/** As an item stores it: its named types are stored once for all fields. */
type WrittenField = Omit<ExpectedField, 'shape'> & { readonly of?: Shape['type'] };

/** As callers see them. The shape is part of the answer schema instead. */
export const shownFields = (fields: readonly ExpectedField[]): readonly Omit<ExpectedField, 'shape'>[] =>
  fields.map(({ shape: _, ...shown }) => shown);

/** A type name that the language does not know is a date format. */
export function typeOfField({ type }: ExpectedField): Type {
  return findType(type) ?? { kind: 'date' };
}
