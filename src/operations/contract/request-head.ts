/** Builds the common fields of every engine request: principal, tenant, request id and idempotency key. */
import type { RunRequest } from '../../runtime/index.ts';
import type { Principal } from './principal.ts';
import { type Keyed, repeatableOf } from './repeatable.ts';

/** @param target the audit target. Default: the run */
export function requestHead(
  principal: Principal,
  operation: string,
  input: Keyed,
  target?: string,
): RunRequest {
  const { tenant, subject: by, kind, correlationId = '', via = '' } = principal;
  const about = target === undefined ? {} : { target };
  return {
    tenant,
    by,
    cause: { operation, kind, correlationId, via, ...about },
    ...repeatableOf(operation, input),
  };
}
