/**
 * The one way into an operation, whatever the door: the name is known, the principal has the scope, the input fits;
 * only then does anything happen (O4.1).
 */
import type { Json } from '../../kernel/index.ts';
import { StoreError } from '../../runtime/index.ts';
import type { AnyOperation, Registry } from './create-registry.ts';
import { OperationError, type OperationViolation } from './operation-error.ts';
import type { Principal } from './principal.ts';
import type { Services } from './services.ts';
import { isTooDeep, violationsOfInput } from './violations-of-input.ts';

export async function callOperation(
  registry: Registry,
  services: Services,
  principal: Principal,
  name: string,
  input: unknown,
): Promise<Json> {
  const operation = registry.get(name);
  checkScope(operation, principal);
  const fitting = fitInput(operation, input);
  try {
    // What it returns is plain JSON: that is the promise of every operation.
    return (await operation.perform(principal, fitting, services)) as Json;
  } catch (error) {
    throw error instanceof StoreError ? storeUnavailable(error) : error;
  }
}

/** A scope gives its own right and no other: whoever may administer may not therefore start workflows. */
function checkScope({ name, scope }: AnyOperation, principal: Principal): void {
  if (principal.scopes.has(scope)) return;
  throw new OperationError({
    code: 'missing_scope',
    category: 'permission',
    message: `“${name}” needs the scope “${scope}”.`,
    suggestedAction: `Ask the operator for credentials with the scope “${scope}”.`,
    context: { operation: name, scope },
  });
}

function fitInput({ name, input: schema }: AnyOperation, input: unknown): unknown {
  if (isTooDeep(input)) {
    throw new OperationError({
      code: 'invalid_input',
      category: 'validation',
      message: `The input of “${name}” is nested too deeply.`,
      suggestedAction: 'Send less deeply nested data.',
      context: { operation: name },
    });
  }
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const violations = violationsOfInput(schema, input, parsed.error.issues);
  throw new OperationError({
    code: 'invalid_input',
    category: 'validation',
    message: `The input of “${name}” does not fit: ${summaryOf(violations)}`,
    suggestedAction: 'Correct what is listed, and call again.',
    context: { operation: name },
    violations,
  });
}

/** All of them stand beside it: this is for those who read one line. */
function summaryOf(violations: readonly OperationViolation[]): string {
  const shown = violations.slice(0, 5).map(({ message }) => message);
  const left = violations.length - shown.length;
  return [...shown, ...(left > 0 ? [`And ${left} more.`] : [])].join(' ');
}

export function storeUnavailable(error: StoreError): OperationError {
  const { code, message, retryable } = error;
  return new OperationError(
    {
      code: 'store_unavailable',
      category: 'unavailable',
      message,
      retryable,
      suggestedAction: retryable ? 'Try again later.' : 'Run “signalbox doctor”: it says what to do.',
      context: { reason: code },
    },
    { cause: error },
  );
}
