/**
 * Calls an operation on behalf of any interface. Checks the name, the scope of the principal and the input before
 * anything happens (O4.1). Records what was done and what was refused in the audit log (W2.4).
 */
import type { Json } from '../../kernel/index.ts';
import { StoreError, UnrunnableProgram } from '../../runtime/index.ts';
import { auditDone, auditRefused } from '../audit/audit-call.ts';
import { checkInput, inputMismatch } from '../contract/check-input.ts';
import type { AnyOperation, Registry } from '../contract/create-registry.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { storeUnavailableFor } from '../contract/store-unavailable.ts';
import { checkAdditionalScopes, checkScope } from './check-scope.ts';
import { performOnce } from './perform-once.ts';
import { withReplicaHint } from './with-replica-hint.ts';

export async function callOperation(
  registry: Registry,
  services: Services,
  principal: Principal,
  name: string,
  input: unknown,
  signal?: AbortSignal,
): Promise<Json> {
  const operation = registry.get(name);
  try {
    checkScope(name, operation.scope, principal);
    const validInput = checkFit(operation, input, services);
    checkAdditionalScopes(operation, validInput, principal);
    const output = await performOnce(operation, principal, validInput, services, signal);
    await auditDone(services, principal, operation, validInput, output);
    // Every operation returns plain JSON.
    return output as Json;
  } catch (error) {
    const callerError = toCallerError(error, principal, services);
    auditRefused(services, principal, operation, input, callerError);
    throw callerError;
  }
}

function toCallerError(error: unknown, principal: Principal, { hasReplicas = false }: Services): unknown {
  if (error instanceof StoreError) return storeUnavailableFor(principal, error);
  if (error instanceof UnrunnableProgram) {
    const { message } = error;
    const suggestedAction = 'Ask the operator to start Signalbox with the language of the run.';
    return new OperationError(
      { code: 'engine_unavailable', message, retryable: false, suggestedAction },
      { cause: error },
    );
  }
  return hasReplicas ? withReplicaHint(error) : error;
}

/** Throws OperationError with all violations. */
function checkFit(operation: AnyOperation, input: unknown, services: Services): unknown {
  const { name, inputViolations } = operation;
  try {
    return checkInput(name, operation.input, input);
  } catch (error) {
    const found = error instanceof OperationError ? (error.details.violations ?? []) : [];
    const more = found.length === 0 ? [] : (inputViolations?.(input, services) ?? []);
    throw more.length === 0 ? error : inputMismatch(name, [...found, ...more]);
  }
}
