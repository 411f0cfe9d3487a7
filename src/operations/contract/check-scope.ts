/** Checks scopes. A scope grants only its own right: an administrator may not start workflows without the scope for it. */
import { type Phrase, phrase } from '../../languages/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal, Scope } from '../contract/principal.ts';

/** @param what requires the scope, such as “runs.start”. Throws OperationError. */
export function checkScope(operation: string, scope: Scope, principal: Principal, what: Phrase = ''): void {
  if (principal.scopes.has(scope)) return;
  throw new OperationError({
    code: 'missing_scope',
    message: phrase`${{ operation }}${what} requires the scope “${scope}”.`,
    suggestedAction: `Ask the operator for credentials with the scope “${scope}”.`,
    context: { operation, scope },
  });
}
