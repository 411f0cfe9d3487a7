/** Lets a suspended run go on. */
import { z } from 'zod';
import { keyField, runField, waitField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { getRecord } from './find-run.ts';
import type { MovedRun } from './moved-run.ts';
import { tellRun } from './tell-run.ts';

const input = z.strictObject({ run: runField, waitMs: waitField, idempotencyKey: keyField });

export const resumeRun: Operation<z.infer<typeof input>, MovedRun> = {
  name: 'runs.resume',
  scope: 'workflows:launch',
  writes: true,
  input,
  async perform(principal, given, services) {
    const { approvals } = await getRecord(services, principal, given.run);
    if (approvals > 0) throw approvalsMissing(given.run, approvals);
    return tellRun(services, principal, 'runs.resume', given, { kind: 'resumed' });
  },
};

function approvalsMissing(run: string, approvals: number): OperationError {
  return new OperationError({
    code: 'approvals_missing',
    category: 'conflict',
    message: `The run “${run}” is a fork: ${approvals} ${approvals === 1 ? 'answer' : 'answers'} of the run it was forked from must be approved again before it moves.`,
    suggestedAction: 'Complete its work items with the reason “approval”: with the last one it goes on.',
    context: { run, approvals },
  });
}
