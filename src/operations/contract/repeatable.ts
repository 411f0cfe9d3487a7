/** Keys under which something happens once [R2.3]. */
import type { Json } from '../../kernel/index.ts';
import type { Repeatable, RunRecord } from '../../runtime/index.ts';
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
 * The run of an order that was given before, asked for before the input is held against a world that has moved on
 * since. Throws where the key was used for another input.
 */
export async function findRepeated(
  { store }: Services,
  { tenant, subject }: Principal,
  operation: string,
  input: Keyed,
): Promise<RunRecord | undefined> {
  const { idempotencyKey: key } = input;
  if (key === undefined) return undefined;
  const receipt = await store.receipts.find({ tenant, subject, operation, key });
  if (receipt === undefined) return undefined;
  if (receipt.input !== hashOfInput(input)) throw keyConflict();
  const run = await store.runs.find(tenant, receipt.run);
  if (run === undefined) throw runNotFound(receipt.run);
  return run;
}

/** How long somebody waits for the answer is no part of what is asked for. */
function hashOfInput(input: Keyed): string {
  const asked = presentFields({ ...input, idempotencyKey: undefined, waitMs: undefined });
  // Inputs have been parsed: they are JSON.
  return sha256(canonicalJson(asked as Json));
}
