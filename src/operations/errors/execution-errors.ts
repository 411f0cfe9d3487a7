/** What went wrong after a request was understood: in the workflow that it started, or in Signalbox itself. */
import type { ErrorEntries } from './error-entry.ts';

export const executionErrors = {
  run_failed: {
    meaning: 'The run that was asked for has failed.',
    action: 'Look at what happened with “runs.history”; then start it again with what was wrong corrected.',
  },
  result_too_large: {
    meaning: 'The result is bigger than what passes between two processes of Signalbox (16 MiB).',
    action:
      'Ask for less at once. Or end the process that owns the data folder, and ask again: then nothing has to pass.',
  },
} as const satisfies ErrorEntries;

export const internalErrors = {
  internal_error: {
    meaning: 'Something went wrong inside Signalbox. Its log says more, under the correlation id.',
    action: 'Try again once; if it happens again, report it with the correlation id.',
    retryable: true,
  },
  journal_damaged: {
    meaning:
      'The journal of a run cannot be played: what is written in it does not follow from what stands before.',
    action: 'Run “signalbox doctor”: it says what to do.',
  },
  program_not_playable: {
    meaning: 'The workflow of a run is written in something that this version of Signalbox does not know.',
    action: 'Use a version of Signalbox that knows the language of the workflow.',
  },
} as const satisfies ErrorEntries;
