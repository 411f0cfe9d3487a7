/** The context of a guide as an untrusted value, and the limit of its size: all its variables together, as JSON. */
import type { Json } from '../../../kernel/index.ts';
import { byteLength } from '../../byte-length.ts';
import { partOf } from '../../part-of.ts';
import type { RefusalReport } from '../../refusal.ts';
import type { GuideContext } from '../model/guide-context.ts';
import { contextVariable } from '../net/guide-names.ts';

export const isVariables = (value: Json | undefined): value is GuideContext =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Empty if there are none. */
export const variablesIn = (value: Json | undefined): GuideContext => (isVariables(value) ? value : {});

/** The context as stored in a variable of the run and as sent with an answer. */
export const contextOf = (value: Json): GuideContext => variablesIn(partOf(value, contextVariable));

/** Bytes. */
export const maxContextBytes = 256 * 1_024;

export const sizeOfContext = (context: GuideContext): number => byteLength(JSON.stringify(context));

/** Null if it is not too large. @param about ids that the error names */
export function refuseLargeContext(
  context: GuideContext,
  about: Readonly<Record<string, string>>,
): RefusalReport | null {
  const size = sizeOfContext(context);
  if (size <= maxContextBytes) return null;
  return {
    code: 'context_too_large',
    message: `The context would have ${size} bytes as JSON. The limit is ${maxContextBytes}.`,
    context: { ...about, bytes: size, most: maxContextBytes },
  };
}
