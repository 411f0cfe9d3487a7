/** What does not work at the moment, through nobody's fault who asks. */
import type { ErrorEntries } from './error-entry.ts';

export const unavailableErrors = {
  engine_unavailable: {
    meaning:
      'Nobody answers who could do this: the process that owns the data folder is gone, or is about to end.',
    action: 'Try again in a moment, with the same idempotency key where there is one.',
  },
  engine_timeout: {
    meaning: 'The engine did not answer in time. Whether it has done what was asked is not known.',
    action: 'Try again in a moment, with the same idempotency key where there is one.',
    short: 'engine_timeout',
  },
  overloaded: {
    meaning: 'Too much is waiting to be done already. Nothing was changed.',
    action: 'Try again as late as Retry-After says.',
  },
  store_unavailable: {
    meaning: 'The data folder cannot be read or written: the disk is full, or it is not for this user.',
    action: 'Run “signalbox doctor”: it says what to do.',
    // Each of its reasons knows better.
    retryable: false,
  },
  data_folder_busy: {
    meaning: 'Another process owns the data folder, and does not answer.',
    action: 'Wait until it has started, or end it, and try again.',
  },
  connector_unavailable: {
    meaning: 'A workflow calls an operation of a connector that does not answer now.',
    action: 'Try again in a moment; “signalbox doctor” says what is wrong with the connector.',
  },
  issuer_unavailable: {
    meaning: 'The keys of the issuer of the token cannot be had at the moment, so nobody is let in by them.',
    action: 'Try again as late as Retry-After says.',
  },
  clock_went_back: {
    meaning: 'The clock of the machine is far behind what the journal of the run says.',
    action: 'Set the clock of the machine right.',
  },
} as const satisfies ErrorEntries;
