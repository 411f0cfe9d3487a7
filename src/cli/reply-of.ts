/** What is sent as the answer to a work item. */
import type { Json } from '../expression/index.ts';
import type { ExpectedField } from '../operations/index.ts';

export interface Reply {
  readonly output: Json;
  /** As they were typed: what they mean is told by the types that were asked for. */
  readonly texts?: { readonly [name: string]: string };
}

/** Fields that nobody said anything about have the value that their author proposes. */
export function replyOf(fields: readonly ExpectedField[], texts: NonNullable<Reply['texts']>): Reply {
  const proposed = fields.flatMap(({ name, default: defaultValue }) =>
    defaultValue === undefined || Object.hasOwn(texts, name) ? [] : [[name, defaultValue] as const],
  );
  return { output: Object.fromEntries(proposed), texts };
}
