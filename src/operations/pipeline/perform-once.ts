/** Performs an operation; a change with an idempotency key only once. */
import type { AnyOperation } from '../contract/create-registry.ts';
import { idempotencyKeyIn } from '../contract/option-names.ts';
import type { Principal } from '../contract/principal.ts';
import { hashOfInput } from '../contract/repeatable.ts';
import type { Services } from '../contract/services.ts';

/** @param input already validated */
export function performOnce(
  operation: AnyOperation,
  principal: Principal,
  input: unknown,
  services: Services,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { name, writes, answersFromReceipt = false } = operation;
  const key = writes ? idempotencyKeyIn(input) : undefined;
  if (key === undefined || services.idempotency === undefined) {
    return operation.perform(principal, input, services, signal);
  }
  const { tenant, subject } = principal;
  return services.idempotency.perform({
    key: { tenant, subject, operation: name, key },
    answersFromReceipt,
    signal,
    // An input with a key is an object.
    hash: () => hashOfInput(input as object),
    perform: (extras) => operation.perform(principal, input, { ...services, ...extras }, signal),
  });
}
