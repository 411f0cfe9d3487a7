/**
 * What every door knows of an input, whatever the operation: the key under which it happens once, and how long it may
 * wait. Operations about cases take both in the words of their design.
 */
export const keyNames = ['idempotencyKey', 'idempotency_key'] as const;
export const waitNames = ['waitMs', 'wait_ms'] as const;

/** @param input as it came. Undefined where it has none. */
export function keyOf(input: unknown): string | undefined {
  const key = optionOf(input, keyNames);
  return typeof key === 'string' ? key : undefined;
}

/** In milliseconds; 0 where it does not wait. */
export function waitOf(input: unknown): number {
  const wait = optionOf(input, waitNames);
  return typeof wait === 'number' && wait > 0 ? wait : 0;
}

function optionOf(input: unknown, names: readonly string[]): unknown {
  if (typeof input !== 'object' || input === null) return undefined;
  const name = names.find((each) => Object.hasOwn(input, each));
  return name === undefined ? undefined : Reflect.get(input, name);
}
