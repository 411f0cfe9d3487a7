/** Lets a failed run go on from where it failed, with variables set anew on request. */
import { z } from 'zod';
import { keyField, namedField, runField, waitField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import type { MovedRun } from './moved-run.ts';
import { tellRun } from './tell-run.ts';

const input = z.strictObject({
  run: runField,
  set: namedField('Variables of the workflow that get another value, by name.').optional(),
  waitMs: waitField,
  idempotencyKey: keyField,
});

export const reopenRun: Operation<z.infer<typeof input>, MovedRun> = {
  name: 'runs.reopen',
  scope: 'workflows:launch',
  writes: true,
  input,
  perform(principal, given, services) {
    const values = Object.entries(given.set ?? {}).map(([name, value]) => [name, { value }]);
    const happening = { kind: 'reopened', set: Object.fromEntries(values) } as const;
    return tellRun(services, principal, 'runs.reopen', given, happening);
  },
};
