/** Lets transforms that take long be computed by jobs. */
import type { TransformElsewhere } from '../../connectors/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { OpenJobs } from './open-jobs.ts';

/** All transforms of a tenant share its turn. */
const subject = 'built-in:transform';

export function transformByJobs(jobs: Pick<OpenJobs, 'runInBackground'>): TransformElsewhere {
  return async (tenant, input) => {
    try {
      return JSON.parse(await jobs.runInBackground({ tenant, subject }, 'transform', input));
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      const { message, details } = error;
      const retryable = details.code !== 'computing_limit';
      return { kind: 'failed', failure: { code: 'transform', message, retryable } };
    }
  };
}
