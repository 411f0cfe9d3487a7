/** A scope gives its own right and no other: whoever may administer may not therefore start workflows. */
import type { AnyOperation } from './create-registry.ts';
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

/** @param input as it fits the operation. Throws OperationError. */
export function checkAdditionalScopes(
  { name, additionalScopes: alsoNeeds = [] }: AnyOperation,
  input: unknown,
  principal: Principal,
): void {
  for (const { scope, when } of alsoNeeds) {
    if (when === undefined) checkScope(name, scope, principal);
    else if (when.applies(input)) checkScope(name, scope, principal, ` ${when.description}`);
  }
}
