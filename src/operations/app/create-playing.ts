/** Lets the queries of events be computed by jobs. */
import { setTimeout as pause } from 'node:timers/promises';
import { HaltedError } from '../../kernel/index.ts';
import { hashProgram, QueryResults, type RunOwner } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Services } from '../contract/services.ts';
import { type JobOwner, ownerOf } from '../jobs/run-job.ts';
import { createEvaluators } from '../language-lists/languages.ts';
import type { OpenJobs } from './open-jobs.ts';

/** Before another attempt, in milliseconds, if no process could be started. */
const pauses = [200, 1_000, 5_000, 10_000];

export function createPlaying(jobs: Pick<OpenJobs, 'runInBackground'>): NonNullable<Services['playing']> {
  const results = new QueryResults();
  return {
    evaluators: createEvaluators(results),
    elsewhere: {
      results,
      async play(owner: RunOwner, { program, ...event }) {
        const shared = hashProgram(program);
        const run = (by: JobOwner): Promise<string> => jobs.runInBackground(by, 'play', event, shared);
        return JSON.parse(await tryAgain(() => run(ownerOf(owner))));
      },
    },
  };
}

/** That no process starts says nothing about the event: halting it would put calls in doubt. */
async function tryAgain(run: () => Promise<string>): Promise<string> {
  for (const ms of [...pauses, null]) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      if (ms === null || error.details.code !== 'overloaded')
        throw new HaltedError(error.message, { cause: error });
      await pause(ms);
    }
  }
  throw new HaltedError('The queries were not computed.');
}
