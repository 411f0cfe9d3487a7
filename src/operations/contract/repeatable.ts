/** Keys under which something happens once [R2.3]. */
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

/** Part of an order: what makes it repeatable, where the caller gave a key. */
export function repeatableOf(operation: string, input: Keyed): { readonly repeatable?: Repeatable } {
  const { idempotencyKey: key } = input;
  if (key === undefined) return {};
  return { repeatable: { operation, key, input: hashOfInput(input) } };
}

/**
 * What an order that was given before has left, asked for before the input is held against a world that has moved on
 * since. Throws where the key was used for another input.
 */
export async function findReceipt(
  { store, clock, elsewhere }: Services,
  { tenant, subject }: Principal,
  operation: string,
  input: Keyed,
): Promise<Receipt | undefined> {
  const { idempotencyKey: key } = input;
  if (key === undefined) return undefined;
  const own = await store.receipts.find({ tenant, subject, operation, key }, clock.now());
  const receipt = own ?? elsewhere;
  if (receipt !== undefined && receipt.input !== hashOfInput(input)) throw keyConflict();
  return receipt;
}

/** The run of such an order. Throws where it is gone. */
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

/** How long somebody waits for the answer is no part of what is asked for. */
export function hashOfInput(input: Keyed): string {
  const asked = presentFields({ ...input, idempotencyKey: undefined, waitMs: undefined });
  // Inputs have been parsed: they are JSON.
  return sha256(canonicalJson(asked as Json));
}
