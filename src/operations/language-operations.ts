/** The operations of the languages, as operations of this program. */
import { type LanguageOperation, Refusal } from '../languages/index.ts';
import type { AnyOperation } from './contract/create-registry.ts';
import type { Operation } from './contract/operation.ts';
import { refusedByLanguage } from './contract/operation-error.ts';
import { runJob } from './jobs/run-job.ts';
import { hostFor } from './language-host/host-for.ts';
import { languageApis } from './language-lists/language-apis.ts';

export const languageOperations: readonly AnyOperation[] = languageApis.flatMap(({ id, operations = [] }) =>
  operations.map((operation) => ({ ...toOperation(operation), language: id })),
);

export function toOperation<Input, Output>(
  operation: LanguageOperation<Input, Output>,
): Operation<Input, Output> {
  const { name, rest, acts } = operation;
  return {
    ...operation,
    ...(acts !== undefined ? { scope: 'workflows:launch', deadline: 'long' } : { scope: 'workflows:query' }),
    writes: acts === 'starts',
    rest: { ...rest, tag: 'workflows' },
    async perform(principal, given, services, signal) {
      if (operation.perform === undefined) {
        const job = { operation: name, input: given };
        // Its own type guarantees the result.
        return (await runJob(services, principal, 'compute', job, { signal })) as Output;
      }
      try {
        return await operation.perform(given, hostFor(operation, principal, services, signal));
      } catch (error) {
        throw error instanceof Refusal ? refusedByLanguage(error.report) : error;
      }
    },
  };
}
