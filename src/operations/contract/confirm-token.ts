/** The token by which a call is confirmed: a field of the input, and of the context of the refusal. */
import { OperationError } from './operation-error.ts';

export const confirmTokenName = 'confirmToken';

/** Of the refusal of a call that needs a confirmation; `undefined` of any other error. */
export function confirmTokenOf(error: unknown): string | undefined {
  if (!(error instanceof OperationError) || error.details.code !== 'confirmation_required') return undefined;
  const token = error.details.context?.[confirmTokenName];
  return typeof token === 'string' ? token : undefined;
}
