/** Reopens a failed run where it failed, on request with new values of variables. */
import { z } from 'zod';
import { anyType } from '../../expression/index.ts';
import { keyField, namedField, runField, textsField, waitField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError, refusedByLanguage } from '../contract/operation-error.ts';
import { findRepeatedRun } from '../contract/repeatable.ts';
import { readTyped } from '../data/fit-parameters.ts';
import { findLanguage } from '../language-lists/languages.ts';
import { withinQuota } from '../quotas/within-quota.ts';
import { type MovedRun, movedRunView } from './moved-run.ts';
import { getRecord } from './read-model/find-run.ts';
import { isAuthored } from './read-model/is-authored.ts';
import { sendRunEvent } from './send-run-event.ts';

const input = z.strictObject({
  run: runField,
  set: namedField('New values of variables of the workflow, by name.').optional(),
  texts: textsField,
  waitMs: waitField,
  idempotencyKey: keyField,
});

const name = 'runs.reopen';

export const reopenRun: Operation<z.infer<typeof input>, MovedRun> = {
  name,
  scope: 'workflows:launch',
  writes: true,
  summary: 'Reopens a failed run where it failed.',
  rest: { method: 'POST', path: '/v1/runs/{run}/reopen', tag: 'runs' },
  verb: { name: 'reopen' },
  input,
  output: movedRunView,
  perform(principal, given, services, signal) {
    // Variables have no declared type: a text is parsed as JSON or YAML, otherwise taken as it is.
    const typed = Object.entries(given.texts ?? {}).map(
      ([each, text]) => [each, readTyped(anyType, text) ?? null] as const,
    );
    const values = Object.fromEntries([...Object.entries(given.set ?? {}), ...typed]);
    refuseInner(given.run, Object.keys(values));
    const set = Object.fromEntries(Object.entries(values).map(([each, value]) => [each, { value }]));
    return sendRunEvent(
      services,
      principal,
      name,
      given,
      { kind: 'reopened', set },
      signal,
      async (request) => {
        const reopen = () => services.engine.submitEvent(request);
        const isRepeated = (await findRepeatedRun(services, principal, name, given)) !== undefined;
        if (isRepeated) return reopen();
        const { id, language } = await getRecord(services, principal, given.run);
        const refusal = findLanguage(language)?.runs?.checkVariables?.(name, id, values) ?? null;
        if (refusal !== null) throw refusedByLanguage(refusal);
        const quotaRequest = { run: 'reopened', values: Object.values(values) } as const;
        return withinQuota(services, principal, quotaRequest, reopen);
      },
    );
  },
};

/** Internal variables of the program cannot be set, such as whether a person has confirmed a step. */
function refuseInner(run: string, names: readonly string[]): void {
  const inner = names.filter((each) => !isAuthored(each));
  if (inner.length === 0) return;
  throw new OperationError({
    code: 'unknown_variable',
    message: `The workflow of the run “${run}” has no variable ${inner.map((each) => `“${each}”`).join(', ')} that can be set.`,
    context: { run },
  });
}
