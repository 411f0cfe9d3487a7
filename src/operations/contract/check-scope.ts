/** A scope gives its own right and no other: whoever may administer may not therefore start workflows. */
import { OperationError } from './operation-error.ts';
import type { Principal, Scope } from './principal.ts';

/** @param what needs it, as in “runs.start”. Throws OperationError. */
export function checkScope(operation: string, scope: Scope, principal: Principal, what = ''): void {
  if (principal.scopes.has(scope)) return;
  throw new OperationError({
    code: 'missing_scope',
    message: `“${operation}”${what} needs the scope “${scope}”.`,
    suggestedAction: `Ask the operator for credentials with the scope “${scope}”.`,
    context: { operation, scope },
  });
}
