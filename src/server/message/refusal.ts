/** The refusal of a request: why, and the headers of its answer. */
import { type ErrorCode, type ErrorReport, OperationError } from '../../operations/index.ts';

type HeaderFields = Readonly<Record<string, string>>;

export interface Refusal {
  readonly kind: 'refusal';
  readonly error: OperationError;
  readonly headers: HeaderFields;
}

/** Optional details of a refusal. */
export type RefusalExtras = Omit<ErrorReport, 'code' | 'message'> & { readonly headers?: HeaderFields };

/** @param message what is wrong */
export function refuse(code: ErrorCode, message: string, more: RefusalExtras = {}): Refusal {
  const { headers = {}, ...report } = more;
  return { kind: 'refusal', error: new OperationError({ code, message, ...report }), headers };
}

/** An error that an operation threw. */
export const refusalOf = (error: OperationError): Refusal => ({ kind: 'refusal', error, headers: {} });
