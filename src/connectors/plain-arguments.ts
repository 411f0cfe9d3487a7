/** The arguments of a call to a connector that sends no secrets anywhere: the operator configures those that it needs. */
import type { Failure, Json } from '../kernel/index.ts';
import { takeSecrets } from '../runtime/index.ts';

export type PlainArguments =
  | { readonly kind: 'arguments'; readonly values: { readonly [name: string]: Json } }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** @param connector as people know it */
export function plainArguments(given: Json, connector: string): PlainArguments {
  const { input, references } = takeSecrets(given);
  const [reference] = references;
  if (reference !== undefined) {
    const message = `The secret “${reference.name}” may not be sent to the connector “${connector}”. What a connector needs to log in belongs into connectors.yaml.`;
    return { kind: 'failed', failure: { code: 'secret-refused', message, retryable: false } };
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    const message = `The connector “${connector}” takes arguments by name: write a map under “args”.`;
    return { kind: 'failed', failure: { code: 'bad-arguments', message, retryable: false } };
  }
  return { kind: 'arguments', values: input as { readonly [name: string]: Json } };
}
