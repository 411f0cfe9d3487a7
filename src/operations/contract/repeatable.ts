/** Idempotency keys of requests to the engine [R2.3]. */
import type { Json } from '../../kernel/index.ts';
import type { Receipt, Repeatable, RunRecord } from '../../runtime/index.ts';
import { canonicalJson, sha256 } from './canonical-json.ts';
import { keyConflict, runNotFound } from './engine-errors.ts';
import { presentFields } from './present-fields.ts';
import type { Principal } from './principal.ts';
import type { Services } from './services.ts';

export interface Keyed {
  readonly idempotencyKey?: string | undefined;
}

/** The part of a request that makes it repeatable, if the caller sent a key. */
export function repeatableOf(operation: string, input: Keyed): { readonly repeatable?: Repeatable } {
  const { idempotencyKey: key } = input;
  if (key === undefined) return {};
  return { repeatable: { operation, key, input: hashOfInput(input) } };
}

/**
 * Returns the receipt of an earlier request under the same key. Callers look it up before they refuse an input because
 * of a state that may have changed since. Throws if the key was used for another input.
 */
export async function findReceipt(
  { store, clock, elsewhere, onRepeated }: Services,
  { tenant, subject }: Principal,
  operation: string,
  input: Keyed,
): Promise<Receipt | undefined> {
  const { idempotencyKey: key } = input;
  if (key === undefined) return undefined;
  const own = await store.receipts.find({ tenant, subject, operation, key }, clock.now());
  const receipt = own ?? elsewhere;
  if (receipt === undefined) return undefined;
  if (receipt.input !== hashOfInput(input)) throw keyConflict();
  onRepeated?.();
  return receipt;
}

interface RepeatableWork<Output> {
  readonly perform: () => Promise<Output>;
  /** Answers from the receipt of the first time. */
  readonly repeat: (receipt: Receipt) => Promise<Output>;
}

/**
 * Performs a request that the engine does once. What it is validated against may have changed since the first time: so
 * before it is refused, its receipt is looked up.
 */
export async function performOrRepeat<Output>(
  services: Services,
  principal: Principal,
  operation: string,
  input: Keyed,
  { perform, repeat }: RepeatableWork<Output>,
): Promise<Output> {
  const find = () => findReceipt(services, principal, operation, input);
  // Another replica performed it: its receipt is all that is known here.
  const known = services.elsewhere === undefined ? undefined : await find();
  if (known !== undefined) return repeat(known);
  try {
    return await perform();
  } catch (error) {
    const before = await find();
    if (before === undefined) throw error;
    return repeat(before);
  }
}

/** The run of such a request. Throws if it no longer exists. */
export async function findRepeatedRun(
  services: Services,
  principal: Principal,
  operation: string,
  input: Keyed,
): Promise<RunRecord | undefined> {
  const receipt = await findReceipt(services, principal, operation, input);
  if (receipt === undefined) return undefined;
  const run = await services.store.runs.find(principal.tenant, receipt.run);
  if (run === undefined) throw runNotFound(receipt.run);
  return run;
}

/** The wait and the confirmation are not part of the request's identity. */
export function hashOfInput(input: Keyed): string {
  const asked = presentFields({
    ...input,
    ...{ idempotencyKey: undefined, waitMs: undefined, confirmToken: undefined },
  });
  // Inputs are parsed and therefore JSON.
  return sha256(canonicalJson(asked as Json));
}
