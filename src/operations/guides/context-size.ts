/** The size limit of the context of a guide: all its variables together, as JSON. */
import type { Json } from '../../kernel/index.ts';
import type { GuideContext } from '../../languages/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import { partOf } from '../items/item-part.ts';
import { variablesIn } from './variables-in.ts';

/** Bytes. */
export const maxContextBytes = 256 * 1_024;

export const sizeOfContext = (context: GuideContext): number => Buffer.byteLength(JSON.stringify(context));

/** Throws if the context is too large. @param about ids that the error names */
export function refuseLargeContext(context: GuideContext, about: Readonly<Record<string, string>>): void {
  const size = sizeOfContext(context);
  if (size <= maxContextBytes) return;
  throw new OperationError({
    code: 'context_too_large',
    message: `The context would have ${size} bytes as JSON. The limit is ${maxContextBytes}.`,
    context: { ...about, bytes: size, most: maxContextBytes },
  });
}

/** The context as stored in a variable of the run and as sent with an answer. */
export const contextOf = (value: Json): GuideContext => variablesIn(partOf(value, 'context'));
