/** Lets a failed run go on from where it failed, with variables set anew on request. */
import { z } from 'zod';
import { anyType } from '../../expression/index.ts';
import { keyField, namedField, runField, textsField, waitField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { readTyped } from '../fit-parameters.ts';
import { type MovedRun, movedRunView } from './moved-run.ts';
import { tellRun } from './tell-run.ts';

const input = z.strictObject({
  run: runField,
  set: namedField('Variables of the workflow that get another value, by name.').optional(),
  texts: textsField,
  waitMs: waitField,
  idempotencyKey: keyField,
});

export const reopenRun: Operation<z.infer<typeof input>, MovedRun> = {
  name: 'runs.reopen',
  scope: 'workflows:launch',
  writes: true,
  summary: 'Lets a failed run go on from where it failed.',
  input,
  output: movedRunView,
  perform(principal, given, services, signal) {
    // Variables have no declared type: a text is what it says as JSON or YAML, else itself.
    const typed = Object.entries(given.texts ?? {}).map(
      ([name, text]) => [name, readTyped(anyType, text)] as const,
    );
    const values = [...Object.entries(given.set ?? {}), ...typed].map(([name, value]) => [name, { value }]);
    const happening = { kind: 'reopened', set: Object.fromEntries(values) } as const;
    return tellRun(services, principal, 'runs.reopen', given, happening, signal);
  },
};
