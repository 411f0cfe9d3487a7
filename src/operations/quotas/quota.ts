/** What can be limited, and what whoever goes beyond is told [W7.2]. */
import { OperationError } from '../contract/operation-error.ts';

/** Null is without a limit. */
export interface QuotaLimits {
  /** Runs that have not ended: of a tenant, and of those one principal started. */
  readonly quotaRuns: number | null;
  readonly quotaRunsOfPrincipal: number | null;
  /** Runs that wait for people: while there are so many, no more are started. */
  readonly quotaWaitingRuns: number | null;
  readonly quotaWaitingRunsOfPrincipal: number | null;
  /** Runs of a tenant that are kept, those that have ended, too. */
  readonly quotaKeptRuns: number | null;
  /** Documents of a tenant's own. */
  readonly quotaDefinitions: number | null;
  /** Bytes of definitions, programs and large values of a tenant. */
  readonly quotaPayloadBytes: number | null;
}

export type QuotaName =
  | 'runs'
  | 'runsOfPrincipal'
  | 'waitingRuns'
  | 'waitingRunsOfPrincipal'
  | 'keptRuns'
  | 'definitions'
  | 'payloadBytes'
  | 'subscriptions'
  | 'subscriptionsOfPrincipal'
  | 'subscriptionsToOne'
  | 'subscriptionsToOneOfPrincipal';

/** Where nothing is limited nothing is counted. */
export const hasQuota = (limits: QuotaLimits): boolean =>
  [
    limits.quotaRuns,
    limits.quotaRunsOfPrincipal,
    limits.quotaWaitingRuns,
    limits.quotaWaitingRunsOfPrincipal,
    limits.quotaKeptRuns,
    limits.quotaDefinitions,
    limits.quotaPayloadBytes,
  ].some((limit) => limit !== null);

interface QuotaTexts {
  readonly what: string;
  readonly action: string;
  readonly retryAfterMs: number;
}

const second = 1_000;
const untilSomeEnded = 'Wait until some have ended, or cancel what is not needed.';
const endSome =
  'End those that are not needed, with “subscriptions.delete”; or subscribe to the workflow instead of each run.';
const untilAnswered = 'Answer what is asked: “items.list” shows it.';

const texts: Readonly<Record<QuotaName, QuotaTexts>> = {
  runs: {
    what: 'This tenant has {used} runs under way',
    action: untilSomeEnded,
    retryAfterMs: 10 * second,
  },
  runsOfPrincipal: {
    what: 'You have {used} runs under way',
    action: untilSomeEnded,
    retryAfterMs: 10 * second,
  },
  waitingRuns: {
    what: 'This tenant has {used} runs that wait for people',
    action: untilAnswered,
    retryAfterMs: 60 * second,
  },
  waitingRunsOfPrincipal: {
    what: 'You have {used} runs that wait for people',
    action: untilAnswered,
    retryAfterMs: 60 * second,
  },
  keptRuns: {
    what: 'This tenant keeps {used} runs',
    action: 'Have runs purged that have ended, with “retention.purge”.',
    retryAfterMs: 600 * second,
  },
  definitions: {
    what: 'This tenant has {used} documents',
    action: 'Delete documents that are not needed, or save into one that is there.',
    retryAfterMs: 600 * second,
  },
  subscriptions: {
    what: 'This tenant has {used} subscriptions in force',
    action: endSome,
    retryAfterMs: 60 * second,
  },
  subscriptionsOfPrincipal: {
    what: 'You have {used} subscriptions in force',
    action: endSome,
    retryAfterMs: 60 * second,
  },
  subscriptionsToOne: {
    what: 'There are {used} subscriptions in force to this one',
    action: endSome,
    retryAfterMs: 60 * second,
  },
  subscriptionsToOneOfPrincipal: {
    what: 'You have {used} subscriptions in force to this one',
    action: 'One of them is enough: end the others with “subscriptions.delete”, or renew one of them.',
    retryAfterMs: 60 * second,
  },
  payloadBytes: {
    what: 'This tenant keeps {used} bytes',
    action: 'Have runs purged that ended long ago, with “retention.purge”; or send less.',
    retryAfterMs: 600 * second,
  },
};

export function quotaExceeded(quota: QuotaName, limit: number, used: number): OperationError {
  const { what, action, retryAfterMs } = texts[quota];
  return new OperationError({
    code: 'quota_exceeded',
    message: `${what.replace('{used}', String(used))}, and ${limit} are allowed. Nothing was changed.`,
    suggestedAction: action,
    context: { quota, limit, used, retryAfterMs },
  });
}
