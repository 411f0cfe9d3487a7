/** The context of a guide, and how large it may be: all of its variables together, as JSON. */
import type { Json } from '../../kernel/index.ts';
import type { GuideContext } from '../../languages/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import { partOf } from '../items/item-part.ts';
import { variablesIn } from './variables-in.ts';

/** Bytes. */
export const maxContextBytes = 256 * 1_024;

export const sizeOfContext = (context: GuideContext): number => Buffer.byteLength(JSON.stringify(context));

/** Throws where it is too large. @param about ids that the error names */
export function refuseLargeContext(context: GuideContext, about: Readonly<Record<string, string>>): void {
  const size = sizeOfContext(context);
  if (size <= maxContextBytes) return;
  throw new OperationError({
    code: 'context_too_large',
    message: `The context would have ${size} bytes as JSON; it may have ${maxContextBytes}.`,
    context: { ...about, bytes: size, most: maxContextBytes },
  });
}

/** As a run keeps it among its variables, and an answer brings it along. */
export const contextOf = (value: Json): GuideContext => variablesIn(partOf(value, 'context'));
