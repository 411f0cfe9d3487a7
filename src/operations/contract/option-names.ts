/**
 * Names of the input fields that every interface uses for all operations: the idempotency key and the maximum wait.
 * Operations on cases use the names of their design.
 */
export const idempotencyKeyNames = ['idempotencyKey', 'idempotency_key'] as const;
export const waitMsNames = ['waitMs', 'wait_ms'] as const;

/** Returns `undefined` if the input has no key. @param input as received */
export function idempotencyKeyIn(input: unknown): string | undefined {
  const key = optionIn(input, idempotencyKeyNames);
  return typeof key === 'string' ? key : undefined;
}

/** In milliseconds; 0 if it does not wait. */
export function waitMsIn(input: unknown): number {
  const wait = optionIn(input, waitMsNames);
  return typeof wait === 'number' && wait > 0 ? wait : 0;
}

function optionIn(input: unknown, names: readonly string[]): unknown {
  if (typeof input !== 'object' || input === null) return undefined;
  const name = names.find((each) => Object.hasOwn(input, each));
  return name === undefined ? undefined : Reflect.get(input, name);
}
