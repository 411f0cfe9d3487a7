/** Errors of parts that are temporarily unavailable. */
import type { ErrorEntries } from './error-entry.ts';

export const unavailableErrors = {
  engine_unavailable: {
    meaning: 'No engine is available: the process that owns the data folder has ended, or is shutting down.',
    action: 'Try again shortly, with the same idempotency key if the request has one.',
  },
  engine_timeout: {
    meaning: 'The engine did not answer in time. The outcome of the request is unknown.',
    action: 'Try again shortly, with the same idempotency key if the request has one.',
    short: 'engine_timeout',
  },
  overloaded: {
    meaning: 'Too many requests are queued. Nothing was changed.',
    action: 'Try again after the time in Retry-After.',
  },
  store_unavailable: {
    meaning:
      'The data folder cannot be read or written: the disk is full, or this user lacks the permission.',
    action: 'Run “signalbox doctor”: it says what to do.',
    // Each reason sets its own value.
    retryable: false,
  },
  data_folder_busy: {
    meaning: 'Another process owns the data folder, and does not answer.',
    action: 'Wait until it has started, or end it, and try again.',
  },
  connector_unavailable: {
    meaning: 'A workflow calls an operation of a connector that does not answer.',
    action: 'Try again shortly; “signalbox doctor” shows what is wrong with the connector.',
  },
  issuer_unavailable: {
    meaning: 'The keys of the token issuer are not available, so its tokens cannot be verified.',
    action: 'Try again after the time in Retry-After.',
  },
  clock_went_back: {
    meaning: 'The clock of the machine is far behind the last event in the journal of the run.',
    action: 'Correct the clock of the machine.',
  },
} as const satisfies ErrorEntries;
