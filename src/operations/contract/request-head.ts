/** How every order to the engine begins: who gives it, for whom, by which request, and under which key it happens once. */
import type { RunRequest } from '../../runtime/index.ts';
import type { Principal } from './principal.ts';
import { type Keyed, repeatableOf } from './repeatable.ts';

/** @param target what the audit says that it is about; the run where absent */
export function requestHead(
  principal: Principal,
  operation: string,
  input: Keyed,
  target?: string,
): RunRequest {
  const { tenant, subject: by, kind, correlationId = '' } = principal;
  const about = target === undefined ? {} : { target };
  return {
    tenant,
    by,
    cause: { operation, kind, correlationId, ...about },
    ...repeatableOf(operation, input),
  };
}
