/** Reads the arguments of a call to a connector that accepts no secrets in arguments: the operator configures them. */
import type { Failure, Json } from '../../kernel/index.ts';
import { takeSecrets } from '../../runtime/index.ts';

export type PlainArguments =
  | { readonly kind: 'arguments'; readonly values: { readonly [name: string]: Json } }
  | { readonly kind: 'failed'; readonly failure: Failure };

/**
 * @param connector its name in messages
 * @param advice a sentence that says where secrets belong
 */
export function plainArguments(
  given: Json,
  connector: string,
  advice = 'Configure credentials of a connector in connectors.yaml.',
): PlainArguments {
  const { input, references } = takeSecrets(given);
  const [reference] = references;
  if (reference !== undefined) {
    const message = `The secret “${reference.name}” may not be sent to the connector “${connector}”. ${advice}`;
    return {
      kind: 'failed',
      failure: { code: 'secret-refused', message, retryable: false, data: { secrets: [reference.name] } },
    };
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    const message = `The connector “${connector}” takes arguments by name. Write a map under “args”.`;
    return { kind: 'failed', failure: { code: 'bad-arguments', message, retryable: false } };
  }
  return { kind: 'arguments', values: input as { readonly [name: string]: Json } };
}
