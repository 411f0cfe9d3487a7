/** What a question expects to be answered. An item is what its language made of it: one that says nothing takes anything. */
import type { Type } from '../expression/index.ts';
import type { Json } from '../kernel/index.ts';
import { findType } from '../languages/index.ts';

export interface ExpectedField {
  readonly name: string;
  /** As its author wrote it: `str`, `int`, `date`. */
  readonly type: string;
  readonly required: boolean;
  readonly description?: string;
  readonly default?: Json;
}

export function expectedFields(item: Json): readonly ExpectedField[] {
  const expects = typeof item === 'object' && item !== null && 'expects' in item ? item['expects'] : [];
  // Made by the language from what was checked then.
  return (Array.isArray(expects) ? expects : []) as unknown as readonly ExpectedField[];
}

/** A type that is no word of ours is a format of dates. */
export function typeOfField({ type }: ExpectedField): Type {
  return findType(type) ?? { kind: 'date' };
}
