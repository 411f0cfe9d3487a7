/** More than is allowed: less of it, or later. */
import type { ErrorEntries } from './error-entry.ts';

export const limitErrors = {
  rate_limited: {
    meaning: 'You, or all of your tenant together, ask more often than is allowed.',
    action: 'Wait as long as Retry-After says, and then ask less often.',
  },
  quota_exceeded: {
    meaning: 'Your tenant has as much of something as it may have: runs, waiting runs, documents or bytes.',
    action: 'Let runs end, purge or delete what is not needed; or ask the operator for more.',
  },
  too_many_streams: {
    meaning: 'You, or all of your tenant together, follow as many streams at once as is allowed.',
    action: 'Close a stream that is not needed, and open this one then.',
  },
} as const satisfies ErrorEntries;
