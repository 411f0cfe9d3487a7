/** Builds the answer that is sent to a work item. */
import type { Json } from '../../expression/index.ts';
import type { ExpectedField } from '../../operations/index.ts';

export interface Reply {
  readonly output: Json;
  /** As typed: the expected types decide how they are read. */
  readonly texts?: { readonly [name: string]: string };
}

/** Fields without a value get the author's default. */
export function replyOf(fields: readonly ExpectedField[], texts: NonNullable<Reply['texts']>): Reply {
  const proposed = fields.flatMap(({ name, default: defaultValue }) =>
    defaultValue === undefined || Object.hasOwn(texts, name) ? [] : [[name, defaultValue] as const],
  );
  return { output: Object.fromEntries(proposed), texts };
}
