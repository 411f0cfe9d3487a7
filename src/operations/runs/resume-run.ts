/** Lets a suspended run go on. */
import { z } from 'zod';
import { keyField, runField, waitField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import type { MovedRun } from './moved-run.ts';
import { tellRun } from './tell-run.ts';

const input = z.strictObject({ run: runField, waitMs: waitField, idempotencyKey: keyField });

export const resumeRun: Operation<z.infer<typeof input>, MovedRun> = {
  name: 'runs.resume',
  scope: 'workflows:launch',
  writes: true,
  input,
  perform: (principal, given, services, signal) =>
    tellRun(services, principal, 'runs.resume', given, { kind: 'resumed' }, signal),
};
