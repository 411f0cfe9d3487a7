/** Errors that occur after a request was accepted: failures of the started workflow, and internal errors. */
import { phrase } from '../../languages/index.ts';
import type { ErrorEntries } from './error-entry.ts';

export const executionErrors = {
  run_failed: {
    meaning: 'The run has failed.',
    action: phrase`Check the cause with ${{ operation: 'runs.history' }}, then start it again with corrected input.`,
  },
  call_failed: {
    meaning: 'The call of a command has failed.',
    action: phrase`Correct what the message says. ${{ operation: 'commands.describe' }} shows what the command takes.`,
  },
  result_too_large: {
    meaning: 'The result exceeds the limit for messages between Signalbox processes (16 MiB).',
    action: 'Request less at once. Or end the process that owns the data folder, and try again.',
  },
} as const satisfies ErrorEntries;

export const internalErrors = {
  internal_error: {
    meaning: 'Internal error. The log has the details under the correlation id.',
    action: 'Try again once; if it happens again, report it with the correlation id.',
    retryable: true,
  },
  journal_damaged: {
    meaning: 'The journal of the run cannot be replayed: an event does not follow from the previous ones.',
    action: 'Run “signalbox doctor”: it says what to do.',
  },
  program_not_playable: {
    meaning: 'This version of Signalbox cannot execute the workflow of the run.',
    action: phrase`Use a version of Signalbox that supports the language of the ${{ noun: 'workflow' }}.`,
  },
} as const satisfies ErrorEntries;
