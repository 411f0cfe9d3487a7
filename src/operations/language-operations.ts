/** The operations of the languages, as operations of this program. They only read. */
import { createHash } from 'node:crypto';
import {
  type LanguageOperation,
  type OperationHost,
  type PositionTokens,
  Refusal,
} from '../languages/index.ts';
import type { KeyRing } from '../runtime/index.ts';
import type { AnyOperation } from './contract/create-registry.ts';
import type { Operation } from './contract/operation.ts';
import { refusedByLanguage } from './contract/operation-error.ts';
import type { Principal } from './contract/principal.ts';
import type { Services } from './contract/services.ts';
import { getWorkflow } from './definitions/find-workflow.ts';
import { runJob } from './jobs/run-job.ts';
import { languageApis } from './language-lists/language-apis.ts';

export const languageOperations: readonly AnyOperation[] = languageApis.flatMap(({ id, operations = [] }) =>
  operations.map((operation) => ({ ...toOperation(operation), language: id })),
);

export function toOperation<Input, Output>(
  operation: LanguageOperation<Input, Output>,
): Operation<Input, Output> {
  const { name, rest } = operation;
  return {
    ...operation,
    scope: 'workflows:query',
    writes: false,
    rest: { ...rest, tag: 'workflows' },
    async perform(principal, given, services, signal) {
      if (operation.perform === undefined) {
        const job = { operation: name, input: given };
        // Its own type guarantees the result.
        return (await runJob(services, principal, 'compute', job, { signal })) as Output;
      }
      try {
        return await operation.perform(given, hostFor(principal, services));
      } catch (error) {
        throw error instanceof Refusal ? refusedByLanguage(error.report) : error;
      }
    },
  };
}

function hostFor(principal: Principal, services: Services): OperationHost {
  const { keys, clock } = services;
  return {
    now: () => clock.now(),
    refuse(report) {
      throw new Refusal(report);
    },
    async workflow(id) {
      const { id: found, workflow, document } = await getWorkflow(services, principal, id);
      const { language, path, revision, violations } = document;
      return { id: found, workflow, language, path, revision, violations };
    },
    tokens: keys === undefined ? null : createTokens(keys, principal.tenant, () => clock.now()),
  };
}

/** Long enough to detect another text. */
const tagLength = 4;

/** One byte per character. */
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

const tagOf = (text: string): string =>
  textOf(createHash('sha256').update(text).digest().subarray(0, tagLength));

export function createTokens(keys: KeyRing, tenant: string, now: () => number): PositionTokens {
  return {
    seal: (purpose, bound, data) =>
      keys.seal(purpose, `${bound.map(tagOf).join('')}${textOf(data)}`, { bind: tagOf(tenant) }),
    open(purpose, bound, token) {
      const opened = keys.open(purpose, token, now(), tagOf(tenant));
      if (opened.kind === 'refused') return { kind: opened.reason === 'foreign' ? 'foreign' : 'invalid' };
      // A token that can be opened was sealed above.
      const text = String(opened.data);
      const at = bound.findIndex((each, index) => !text.startsWith(tagOf(each), index * tagLength));
      if (at >= 0) return { kind: 'unbound', at };
      return { kind: 'opened', data: Buffer.from(text.slice(bound.length * tagLength), 'latin1') };
    },
  };
}
