/** Errors of exceeded limits. */
import type { ErrorEntries } from './error-entry.ts';

export const limitErrors = {
  rate_limited: {
    meaning: 'You, or all principals of your tenant together, send more requests than the rate limit allows.',
    action: 'Wait as long as Retry-After says, then send fewer requests.',
  },
  quota_exceeded: {
    meaning: 'Your tenant has reached a quota: runs, waiting runs, documents or bytes.',
    action:
      'Wait until runs end, purge or delete what you do not need, or ask the operator for a higher quota.',
  },
  too_many_streams: {
    meaning: 'You, or all principals of your tenant together, have reached the limit of open streams.',
    action: 'Close a stream that you do not need, then open this one.',
  },
} as const satisfies ErrorEntries;
