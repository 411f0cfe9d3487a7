/** What a question expects to be answered. An item is what its language made of it: one that says nothing takes anything. */
import type { Type } from '../expression/index.ts';
import type { Json } from '../kernel/index.ts';
import { findType, type Shape } from '../languages/index.ts';
import { typesOfItem } from './data/item-data.ts';

export interface ExpectedField {
  readonly name: string;
  /** As its author wrote it: `str`, `int`, `date`. */
  readonly type: string;
  readonly required: boolean;
  readonly description?: string;
  readonly default?: Json;
  /** What XML Schema says of it, where it was declared so; then that decides, not `type`. */
  readonly shape?: Shape;
}

export function expectedFields(item: Json): readonly ExpectedField[] {
  const expects = typeof item === 'object' && item !== null && 'expects' in item ? item['expects'] : [];
  // Made by the language from what was checked then.
  const fields = (Array.isArray(expects) ? expects : []) as unknown as readonly WrittenField[];
  return fields.map(({ of, ...field }) =>
    of === undefined ? field : { ...field, shape: { type: of, types: typesOfItem(item) } },
  );
}

/** As an item holds it: its named types stand beside all its fields. */
type WrittenField = Omit<ExpectedField, 'shape'> & { readonly of?: Shape['type'] };

/** As callers see them: what a shape says, the schema of the answer says, too. */
export const shownFields = (fields: readonly ExpectedField[]): readonly Omit<ExpectedField, 'shape'>[] =>
  fields.map(({ shape: _, ...shown }) => shown);

/** A type that is no word of ours is a format of dates. */
export function typeOfField({ type }: ExpectedField): Type {
  return findType(type) ?? { kind: 'date' };
}
