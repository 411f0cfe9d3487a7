/**
 * What every door knows of an input, whatever the operation: the key under which it happens once, and how long it may
 * wait. Operations about cases take both in the words of their design.
 */
export const idempotencyKeyNames = ['idempotencyKey', 'idempotency_key'] as const;
export const waitMsNames = ['waitMs', 'wait_ms'] as const;

/** @param input as it came. Undefined where it has none. */
export function idempotencyKeyIn(input: unknown): string | undefined {
  const key = optionIn(input, idempotencyKeyNames);
  return typeof key === 'string' ? key : undefined;
}

/** In milliseconds; 0 where it does not wait. */
export function waitMsIn(input: unknown): number {
  const wait = optionIn(input, waitMsNames);
  return typeof wait === 'number' && wait > 0 ? wait : 0;
}

function optionIn(input: unknown, names: readonly string[]): unknown {
  if (typeof input !== 'object' || input === null) return undefined;
  const name = names.find((each) => Object.hasOwn(input, each));
  return name === undefined ? undefined : Reflect.get(input, name);
}
