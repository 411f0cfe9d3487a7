/** Converts failures of the store to errors. Only operators of the installation learn the paths of the server. */
import type { StoreError, StoreErrorCode } from '../../runtime/index.ts';
import { OperationError } from './operation-error.ts';
import type { Principal } from './principal.ts';
import { defaultTenant } from './tenant-name.ts';

/** For operators. */
export function storeUnavailable(error: StoreError, message = error.message): OperationError {
  const { code, retryable } = error;
  return new OperationError(
    {
      code: 'store_unavailable',
      message,
      retryable,
      suggestedAction: retryable ? 'Try again later.' : 'Run “signalbox doctor”: it says what to do.',
      context: { reason: code },
    },
    { cause: error },
  );
}

export function storeUnavailableFor({ scopes, tenant }: Principal, error: StoreError): OperationError {
  const isOperator = scopes.has('admin') && tenant === defaultTenant;
  return isOperator ? storeUnavailable(error) : storeUnavailable(error, storeProblems[error.code]);
}

/** Without paths. */
export const storeProblems: Readonly<Record<StoreErrorCode, string>> = {
  'disk-full': 'The disk of the server is full. Nothing was changed; earlier changes are safe.',
  'read-only': 'The data folder of the server cannot be written.',
  corrupt: 'The database of the server is damaged.',
  newer: 'The database of the server was created by a newer version of Signalbox.',
  busy: 'Another process keeps the database of the server locked. Nothing was changed.',
  gone: 'The database of the server was removed or replaced while it was in use.',
  closed: 'The store is closed.',
  'input-output': 'The data folder of the server could not be read or written. Nothing was changed.',
};
