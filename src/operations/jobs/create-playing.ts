/** Lets the queries of events be computed by jobs. */
import { HaltedError } from '../../kernel/index.ts';
import { hashProgram, QueryResults } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Services } from '../contract/services.ts';
import { createEvaluators } from '../read-definition.ts';
import type { Settings } from '../settings/settings-table.ts';
import type { OpenJobs } from './open-jobs.ts';

export function createPlaying(
  jobs: Pick<OpenJobs, 'runInBackground'>,
  { tenants }: Pick<Settings, 'tenants'>,
): NonNullable<Services['playing']> {
  const results = new QueryResults();
  return {
    evaluators: createEvaluators(results),
    elsewhere: {
      results,
      async play({ tenant, startedBy }, { program, ...event }) {
        const party = tenants ? tenant : startedBy;
        try {
          return JSON.parse(await jobs.runInBackground(party, 'play', event, hashProgram(program)));
        } catch (error) {
          if (!(error instanceof OperationError)) throw error;
          throw new HaltedError(error.message, { cause: error });
        }
      },
    },
  };
}
