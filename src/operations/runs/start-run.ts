/** Starts a workflow of the library, or of a document that is sent along. The same key returns the same run. */
import { z } from 'zod';
import { phrase } from '../../languages/index.ts';
import { keyField, namedField, textsField, waitField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { performOrRepeat } from '../contract/repeatable.ts';
import { getRunnable, isNamed, nameNeeded, runnableFields } from './get-runnable.ts';
import { launch } from './launch.ts';
import { type MovedRun, movedRun, movedRunView, runOf } from './moved-run.ts';

const fields = z.strictObject({
  ...runnableFields,
  params: namedField('The parameters of the workflow, by name.').default({}),
  texts: textsField,
  waitMs: waitField,
  idempotencyKey: keyField,
});

const input = fields.refine(isNamed, nameNeeded);

const name = 'runs.start';

export const startRun: Operation<z.infer<typeof input>, MovedRun> = {
  name,
  scope: 'workflows:launch',
  // The caller is the author of a document that is sent along.
  additionalScopes: [
    {
      scope: 'workflows:author',
      when: {
        description: phrase`with ${{ field: 'source' }}`,
        applies: ({ source }) => source !== undefined,
      },
    },
  ],
  writes: true,
  summary: 'Starts a workflow.',
  rest: { method: 'POST', path: '/v1/runs', tag: 'runs', status: 201, location: '/v1/runs/{run}' },
  verb: { name: 'run' },
  examples: [{ input: { workflow: 'hello', params: { name: 'Ada' } } }],
  input,
  output: movedRunView,
  async perform(principal, given, services, signal) {
    const { waitMs } = given;
    const moved = await performOrRepeat(services, principal, name, given, {
      async perform() {
        const runnable = await getRunnable(services, principal, given);
        const { params: values, texts = {} } = given;
        const answer = await launch(services, principal, {
          operation: name,
          input: given,
          runnable,
          given: { values, texts },
          field: 'params',
        });
        return runOf(answer);
      },
      repeat: async ({ run }) => ({ run, repeated: true }),
    });
    return movedRun(services, principal, moved, { waitMs, signal });
  },
};
